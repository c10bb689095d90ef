import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { openUpdate, priceInput } from '../price-updates/open-update.tsx';
import { anLzd, anMdp, aQdp, type Row } from '../price-updates/update.ts';
import { aContext } from '../support/data.ts';
import { enter, press, user } from '../support/user.ts';

beforeEach(() => localStorage.clear());
afterEach(() => sessionStorage.clear());

const UNKNOWN = { aep: null, avp: null, avpOld: null, vhp: null, ravp: null, ravpRegio: null, ravpNational: null };
/** ÷ 1.19 each. */
const ROWS: Partial<Row>[] = [1000, 2000, 500, 1500].map((calculatedPrice) => ({ ...UNKNOWN, calculatedPrice }));
const LISTED = [1190, 2380, 595, 1785];
const context = (stated = LISTED) =>
  aContext(LISTED.map((effectivePrice, at) => ({ effectivePrice, calculatedPrice: stated[at] ?? null, priceType: 0 })));
const TITLE = 'Dieses Update sieht ungewöhnlich aus';
const NET = 'Alle 4 geänderten Preise sind 16,0\u00a0% niedriger als heute. Wahrscheinlich fehlt die MwSt.';
const rows = ROWS.map((row, at) => ({ ...row, formerCalculatedPrice: LISTED[at] as number }));
const notice = async () => within(await screen.findByRole('alert', { name: TITLE }));
/** In the title line it is told on request. */
const told = async () => {
  await user.click(await screen.findByRole('button', { name: TITLE }));
  return within(await screen.findByRole('dialog', { name: TITLE }));
};

test.each([
  ['MDP', anMdp],
  ['QDP', aQdp],
  ['LZD', anLzd],
])(
  '%s: a package of net prices says so beside its rows and in its confirmation, whatever is edited (rule 20.2)',
  async (_kind, update) => {
    await openUpdate(() => update(rows), { prepare: (server) => server.on('getReviewContext', () => context()) });
    expect((await told()).getByText(/niedriger/).textContent).toBe(NET);
    await screen.findByText('Zu prüfen 4');
    await enter(priceInput('00000001'), '11,90');
    await press('Preise freigeben');
    screen.getByRole('heading', { name: /^PRÜFUNG/ });
    expect((await notice()).getByText(/niedriger/).textContent).toBe(NET);
  },
);

test('an old price that the list does not have is counted, with the worst, and flags its row (rules 20.2 and 14.63)', async () => {
  const stale = [
    { ...UNKNOWN, name: 'Arnika', calculatedPrice: 1200, formerCalculatedPrice: 1190 },
    { ...UNKNOWN, name: 'Birke', calculatedPrice: 2391, formerCalculatedPrice: 2023 },
  ];
  await openUpdate(() => anMdp(stale), {
    prepare: (server) =>
      server.on('getReviewContext', () =>
        aContext([
          { effectivePrice: 1190, calculatedPrice: 1190, priceType: 0 },
          { effectivePrice: 2380, calculatedPrice: 2380, priceType: 0 },
        ]),
      ),
  });
  expect((await told()).getByText(/TruePrice alt/).textContent).toBe(
    'Bei einem von 2 Artikeln ist „TruePrice alt“ nicht der Preis Ihrer Liste, am weitesten bei Birke: laut Datei 20,23 €, in Ihrer Liste 23,80 €.',
  );
  await screen.findByText('Zu prüfen 1');
});

test('an approved package is doubted no more', async () => {
  const update = () => anMdp(rows, { approvalStatus: 1, approver: 'Anna Berger' });
  await openUpdate(update, { prepare: (server) => server.on('getReviewContext', () => context()) });
  await screen.findByRole('button', { name: /^Rohertrag/ });
  expect(screen.queryByText(TITLE)).toBeNull();
});
