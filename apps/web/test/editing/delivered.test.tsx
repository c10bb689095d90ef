import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { openUpdate, priceInput } from '../price-updates/open-update.tsx';
import { anMdp, type Row } from '../price-updates/update.ts';
import { aContext } from '../support/data.ts';
import { focusedCell, shownPzns } from '../support/rows.ts';
import { enter, press, user } from '../support/user.ts';

beforeEach(() => localStorage.clear());
afterEach(() => sessionStorage.clear());

const UNKNOWN = { aep: null, avp: null, avpOld: null, vhp: null, ravp: null, ravpRegio: null, ravpNational: null };
/** A tenfold price, one that falls below its AEP (5,95 gross), one that stays, and an own price that ends. */
const ROWS: Partial<Row>[] = [
  { ...UNKNOWN, name: 'Arnika', calculatedPrice: 32_900 },
  { ...UNKNOWN, name: 'Birke', calculatedPrice: 590, aep: 500 },
  { ...UNKNOWN, name: 'Cistus', calculatedPrice: 1000 },
  { ...UNKNOWN, name: 'Distel', calculatedPrice: 1020, priceType: 2, ownPrice: 1000 },
];
const CONTEXT = aContext([
  { effectivePrice: 3290, priceType: 0 },
  { effectivePrice: 600, priceType: 0 },
  { effectivePrice: 1000, priceType: 0 },
  { effectivePrice: 1000, priceType: 2, ownPrice: 1000 },
]);
const open = (rows = ROWS, overrides = {}) =>
  openUpdate(() => anMdp(rows, overrides), { prepare: (server) => server.on('getReviewContext', () => CONTEXT) });

const sum = () => screen.findByRole('button', { name: /^Rohertrag/ });
const region = () => screen.findByRole('region', { name: 'Das Update selbst' });
const summary = async () => {
  await user.click(await sum());
  return region();
};
const effects = async () =>
  within(await region())
    .getAllByRole('button')
    .filter((button) => button.hasAttribute('aria-pressed'))
    .map((button) => button.textContent);
const EFFECTS = [
  'Alle Änderungen (3)',
  '2 Preise steigen',
  '1 Preis sinkt',
  '1 um mehr als 50 %',
  '1 unter AEP mit MwSt.',
  '1 eigener Preis endet',
];
const listed = async () =>
  within(await region())
    .getAllByRole('listitem')
    .map((item) => item.querySelector('button')?.textContent);

describe('what a package does by itself (rule 14.42)', () => {
  test('is told behind the sum, and no edit changes it', async () => {
    await open();
    await sum();
    expect(screen.queryByRole('region', { name: 'Das Update selbst' })).toBeNull();
    await enter(priceInput('00000001'), '32,90');
    await screen.findByText('Zu prüfen 2');
    await summary();
    expect(await effects()).toEqual(EFFECTS);
  });

  test('opened it names the rows, the worst first, and those of one effect', async () => {
    await open();
    await summary();
    expect((await listed())[0]).toMatch(/^Arnika: 32,90 € → 329,00 € \(\+900,0.%\)$/);
    expect(await listed()).toHaveLength(3);
    screen.getByText('Der AEP ist bei 1 von 3 Änderungen bekannt.');
    await press('1 eigener Preis endet');
    expect(await listed()).toEqual([expect.stringMatching(/^Distel: 10,00 € → 10,20 € \(\+2,0.%\)$/)]);
  });

  test('what is out of the ordinary is pointed out before the approval, without any edit', async () => {
    await open();
    await sum();
    await press('Preise freigeben');
    await press('1 Sprung über 50 %');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Große Sprünge (1)' }).checked).toBe(true);
    expect(shownPzns()).toEqual(['00000001']);
    await press('1 Preis unter dem AEP mit MwSt.');
    expect(shownPzns()).toEqual(['00000002']);
  });

  test('own prices that end are as many as their tab shows', async () => {
    await open();
    await sum();
    await press('Preise freigeben');
    const counts = within(await screen.findByRole('region', { name: 'Was sich ändert' })).getAllByRole('listitem');
    expect(counts.map((each) => each.textContent)).toContain('1 eigener Preis endet');
    await user.click(screen.getByRole('radio', { name: 'Eigene Preise enden (1)' }));
    expect(shownPzns()).toEqual(['00000004']);
  });

  test('a price that somebody has corrected is none of the package', async () => {
    await open();
    await sum();
    await enter(priceInput('00000001'), '33');
    await press('Preise freigeben');
    await screen.findByRole('button', { name: '1 Preis unter dem AEP mit MwSt.' });
  });

  test('an entry leads to its row, also where a filter hides it', async () => {
    await open();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter' }), 'Eigene Preise');
    await waitFor(() => expect(shownPzns()).toEqual(['00000004']));
    await summary();
    await user.click(await screen.findByRole('button', { name: /^Birke/ }));
    await waitFor(() => expect(shownPzns()).toHaveLength(4));
    await waitFor(() => focusedCell('00000002'));
  });

  test('the AEP is named only where one is known; nothing is said of a package that changes nothing or is approved', async () => {
    const { unmount } = await open(ROWS.map((row) => ({ ...row, aep: null })));
    expect((await summary()).textContent).not.toContain('AEP');
    unmount();
    await open(ROWS, { approvalStatus: 1 });
    await user.click(await sum());
    await screen.findByText(/^Gerechnet aus|^Wirkung nicht berechenbar/);
    expect(screen.queryByRole('region', { name: 'Das Update selbst' })).toBeNull();
  });
});

test('the confirmation names the reasons there are to doubt a price, and no others', async () => {
  await open();
  await enter(priceInput('00000003'), '25');
  await press('Preise freigeben');
  await screen.findByRole('button', { name: '2 Sprünge über 50 %' });
  screen.getByText('Freigeben können Sie trotzdem.');
});
