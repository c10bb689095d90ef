import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aPriceList } from '../price-lists/list.ts';
import { ADDRESS, openList } from '../price-lists/open-list.tsx';
import { addressOf } from '../price-updates/open-update.tsx';
import { anMdp } from '../price-updates/update.ts';
import { aServer, openPortal } from '../support/portal.tsx';
import { findGrid, shownPzns } from '../support/rows.ts';
import { press, type, user } from '../support/user.ts';

afterEach(() => sessionStorage.clear());

const LIST = () =>
  aPriceList([
    { name: 'A', producer: 'Alpha', avp: 1000, units: 9 },
    { name: 'B', producer: 'Beta', avp: 2000, units: 4 },
    { name: 'C', producer: 'Gamma', avp: 3000, units: 1 },
  ]);
const form = () => within(screen.getByRole('dialog'));

// Rule 2.23.
test("'1.000' asks as a typed price does (rule 3.11)", async () => {
  const view = await openList(LIST);
  await press('Filter hinzufügen');
  await user.click(form().getByText('Spalte wählen'));
  await user.selectOptions(form().getByRole('combobox', { name: 'Spalte' }), 'AVP');
  await type(form().getByLabelText('Wert'), '1.000');
  expect(form().getByRole<HTMLButtonElement>('button', { name: 'Übernehmen' }).disabled).toBe(true);
  await user.click(form().getByRole('button', { name: '1.000 €' }));
  await press('Übernehmen');
  await waitFor(() => expect(decodeURIComponent(view.router.state.location.search)).toBe('?where=avp>100000'));
});

test('a condition is set by its fields, changed by its chip and taken away by its cross', async () => {
  const view = await openList(LIST);
  await press('Filter hinzufügen');
  await user.click(form().getByText('Spalte wählen'));
  await user.selectOptions(form().getByRole('combobox', { name: 'Spalte' }), 'AVP');
  const set = form().getByRole<HTMLButtonElement>('button', { name: 'Übernehmen' });
  expect(set.disabled).toBe(true);
  await type(form().getByLabelText('Wert'), 'viel');
  form().getByText('Das ist keine Zahl.');
  await type(form().getByLabelText('Wert'), '12,50');
  await user.keyboard('{Enter}');
  expect(shownPzns()).toEqual(['00000002', '00000003']);
  await waitFor(() => expect(decodeURIComponent(view.router.state.location.search)).toBe('?where=avp>1250'));

  await press('AVP > 12,50 €');
  await user.selectOptions(form().getByRole('combobox', { name: 'Vergleich' }), 'zwischen');
  expect(form().getByLabelText<HTMLInputElement>('von').value).toBe('12,50');
  await type(form().getByLabelText('bis'), '20');
  await user.keyboard('{Enter}');
  screen.getByRole('button', { name: 'AVP 12,50 € – 20,00 €' });
  expect(shownPzns()).toEqual(['00000002']);

  await press('Bedingung AVP 12,50 € – 20,00 € entfernen');
  expect(shownPzns()).toHaveLength(3);
});

test('conditions are said in one line; what cannot be read is named', async () => {
  const view = await openList(LIST);
  await press('Filter hinzufügen');
  const line = form().getByLabelText('Als Text');
  await waitFor(() => expect(document.activeElement).toBe(line));
  const say = async (text: string) => {
    await user.clear(line);
    await user.keyboard(`${text}{Enter}`);
  };
  await say('Absatz');
  form().getByText('Bei „Absatz“ fehlt der Vergleich: >, ≥, < oder ≤.');
  await say('Diff. X > 3');
  form().getByText(/^Bei „Diff. X“ ist nicht klar, welche Spalte gemeint ist: Diff. AVP, .*Diff. Ø/);
  await say('Gewicht > 3');
  form().getByText('Eine Spalte „Gewicht“ gibt es hier nicht.');
  await say('AVP > viel');
  form().getByText('„viel“ ist keine Zahl.');
  await say('avp > 5 € und Absatz >= 4');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByRole('button', { name: 'AVP > 5,00 €' });
  screen.getByRole('button', { name: 'Absatz ≥ 4' });
  expect(shownPzns()).toEqual(['00000001', '00000002']);
  await waitFor(() => expect(decodeURIComponent(view.router.state.location.search)).toBe('?where=avp>500;units>=4'));
});

test.each([
  ['Diff. O > 10', 'diffRpAvg>10'],
  ['diff.ø höchstens 2,5 %', 'diffRpAvg<=2.5'],
  ['Umfeld Mi unter 3 ;Absatz über 2', 'priceMin<300;units>2'],
])('%s', async (text, where) => {
  const view = await openList(LIST);
  await press('Filter hinzufügen');
  await type(form().getByLabelText('Als Text'), text);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(decodeURIComponent(view.router.state.location.search)).toBe(`?where=${where}`));
});

test('usual ones are set by one click', async () => {
  await openList(LIST);
  await press('Filter hinzufügen');
  const usual = ['Absatz ≥ 5', 'Diff. AVP > 10,0\u00a0%', 'Diff. Ø > 10,0\u00a0%', 'Diff. Ø < −10,0\u00a0%'];
  for (const name of usual) form().getByRole('button', { name });
  await user.click(form().getByRole('button', { name: 'Absatz ≥ 5' }));
  expect(shownPzns()).toEqual(['00000001']);
  screen.getByRole('button', { name: 'Bedingung Absatz ≥ 5 entfernen' });
});

test('one of several values is chosen', async () => {
  await openList(LIST);
  await press('Filter hinzufügen');
  await user.click(form().getByText('Spalte wählen'));
  await user.selectOptions(form().getByRole('combobox', { name: 'Spalte' }), 'Hersteller');
  await user.click(form().getByRole('combobox', { name: 'Einer von' }));
  await user.click(await screen.findByRole('option', { name: 'ALPHA' }));
  await user.click(await screen.findByRole('option', { name: 'GAMMA' }));
  await press('Übernehmen');
  screen.getByRole('button', { name: 'Hersteller ALPHA, GAMMA' });
  expect(shownPzns()).toEqual(['00000001', '00000003']);
});

test('a package is filtered by how far its prices move', async () => {
  const rows = [
    { name: 'A', formerCalculatedPrice: 1000, calculatedPrice: 1100 },
    { name: 'B', formerCalculatedPrice: 1000, calculatedPrice: 1300 },
  ];
  const server = aServer().on('getMdp', () => anMdp(rows));
  await openPortal(`${addressOf('MDP')}?where=${encodeURIComponent('change>20')}`, {
    roles: ['TP_admin_100101'],
    server,
  });
  await findGrid();
  screen.getByRole('button', { name: /^Änderung > 20,0/ });
  await waitFor(() => expect(shownPzns()).toEqual(['00000002']));
});

test('with the shift key a heading orders what is equal so far', async () => {
  const server = aServer().on('getPriceList', () =>
    aPriceList([
      { name: 'A', normSize: 'N2', avp: 3000 },
      { name: 'B', normSize: 'N1', avp: 1000 },
      { name: 'C', normSize: 'N1', avp: 2000 },
    ]),
  );
  const view = await openPortal(ADDRESS, { roles: ['TP_admin_100101'], server });
  await findGrid();
  await press(/^Norm/);
  await user.keyboard('{Shift>}');
  await press(/^AVP/);
  await press(/^AVP/);
  await user.keyboard('{/Shift}');
  expect(shownPzns()).toEqual(['00000003', '00000002', '00000001']);
  await waitFor(() => expect(decodeURIComponent(view.router.state.location.search)).toBe('?sort=normSize,avp:desc'));
});
