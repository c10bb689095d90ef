import { expect, test } from '@jest/globals';
import type { PricePeriod } from '@portal/contracts';
import { screen, within } from '@testing-library/react';
import { aServer, openPortal } from './support/portal.tsx';
import { Refused } from './support/server.ts';
import { press, pressInDialog, user } from './support/user.ts';

const PATH = '/p/100101/tokenA/zeitraeume';
const aPeriod = (id: number, overrides: Partial<PricePeriod> = {}): PricePeriod => ({
  id,
  pzn: `0000000${id}`,
  name: `Salbe ${id}`,
  content: '100 g',
  productGroup: 'OTC',
  state: 'running',
  effectivePrice: 450,
  priceType: 3,
  validFrom: '2026-03-01',
  validTo: '2026-03-15',
  userName: 'Anna Berger',
  endedAt: null,
  endedBy: null,
  effectivePriceAfter: 999,
  ...overrides,
});
const PERIODS = [
  aPeriod(1),
  aPeriod(2, { validTo: '2026-03-12', effectivePriceAfter: null }),
  aPeriod(3, { state: 'coming', validFrom: '2026-04-01', validTo: null }),
  aPeriod(4, { state: 'ended', endedAt: '2026-03-05T10:00:00.000Z', endedBy: 'System' }),
];

async function openPage(roles = ['TP_admin_100101']) {
  const server = aServer().on('getPricePeriods', () => ({
    today: '2026-03-10',
    periods: PERIODS,
    counts: { running: 2, coming: 17_925, ended: 1 },
  }));
  const view = await openPortal(PATH, { roles, server });
  await screen.findByRole('heading', { name: 'Zeiträume' });
  return { ...view, server };
}
const names = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('rowheader')
    .map((cell) => /Salbe \d/.exec(cell.textContent ?? '')?.[0]);

// Rule 17.9.
test('shows what runs by its last day, what comes and what ended, with what holds afterwards', async () => {
  await openPage();
  expect(await names()).toEqual(['Salbe 2', 'Salbe 1']);
  screen.getByRole('row', { name: /Salbe 1.*4,50 €.*01\.03\. bis 15\.03\..*9,99 €/ });
  await user.click(screen.getByRole('radio', { name: 'Geplant (17.925)' }));
  expect(await names()).toEqual(['Salbe 3']);
  screen.getByRole('row', { name: /ab 01\.04\..*bleibt/ });
  await user.click(screen.getByRole('radio', { name: 'Beendet (1)' }));
  screen.getByRole('row', { name: /beendet: System/ });
  expect(screen.queryByRole('button', { name: 'Beenden' })).toBeNull();
});

test('ends a period after saying what holds then; a refusal stays in the dialog', async () => {
  const { server } = await openPage();
  server.on('endPricePeriods', () => new Refused(422, 'invalid', 'Der Artikel ist in einem Update.'));
  await user.click((await screen.findAllByRole('button', { name: 'Beenden' }))[1] as HTMLElement);
  await screen.findByText('Der Preis endet jetzt. Danach gilt 9,99 €.');
  await pressInDialog('Beenden');
  await screen.findByText('Der Artikel ist in einem Update.');
  server.on('endPricePeriods', () => ({ status: 'OK', ended: 1 }));
  await pressInDialog('Beenden');
  await screen.findByText('Der Zeitraum ist beendet.');
  expect(server.callsOf('endPricePeriods').map(({ body }) => body)).toEqual([{ ids: [1] }, { ids: [1] }]);
});

test('takes back what is to come', async () => {
  const { server } = await openPage();
  server.on('endPricePeriods', () => ({ status: 'OK', ended: 1 }));
  await user.click(await screen.findByRole('radio', { name: 'Geplant (17.925)' }));
  await press('Löschen');
  await screen.findByText('Der Artikel behält dann den Preis, den er ohne Zeitraum hat.');
  await pressInDialog('Löschen');
  await screen.findByText('Der Zeitraum ist gelöscht.');
  expect(server.callsOf('endPricePeriods')[0]?.body).toEqual({ ids: [3] });
});
