import { afterEach, describe, expect, test } from '@jest/globals';
import type { SavedRule } from '@portal/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { aPriceList } from '../price-lists/list.ts';
import { exclusionBox, openList, priceInput } from '../price-lists/open-list.tsx';
import { openUpdate, priceInput as updateInput } from '../price-updates/open-update.tsx';
import { anMdp } from '../price-updates/update.ts';
import { judged, showExclusions, shownPzns } from '../support/rows.ts';
import type { TestServer } from '../support/server.ts';
import { press, type, user } from '../support/user.ts';

afterEach(() => sessionStorage.clear());

const OPEN = 'Preise nach einer Regel setzen';
const LIST = () =>
  aPriceList(
    [
      { name: 'A', calculatedPrice: 1000, avp: 1200, aep: 500, units: 10 },
      { name: 'B', calculatedPrice: 2000, avp: 2050, aep: 900, units: 5 },
      { name: 'C', calculatedPrice: 3000, avp: null, aep: 900 },
      { name: 'D', calculatedPrice: 1500, priceType: 1 },
      { name: 'E', calculatedPrice: 1500 },
    ],
    { blockedProducts: [{ pzn: '00000005' }] },
  );
const RAISE: SavedRule = {
  name: 'Erhöhung',
  userName: 'Dr. Berger',
  mine: false,
  shared: true,
  by: null,
  rule: { from: 'price', percent: 5, amount: 0, endings: [], way: 'nearest', floorPercent: null, upToAvp: false },
};
const dialog = () => within(screen.getByRole('dialog', { name: OPEN }));
const keptRules = () => dialog().findByRole('combobox', { name: 'Gespeicherte Regeln' });
const values = (...pzns: string[]) => pzns.map((pzn) => priceInput(pzn).value);

async function openRule(prepare?: (server: TestServer) => TestServer) {
  const view = await openList(LIST, prepare);
  await showExclusions();
  await press('Bearbeiten');
  await judged();
  await press(OPEN);
  await screen.findByRole('dialog', { name: OPEN });
  return view;
}

test('a rule begins to edit a list that was only read', async () => {
  await openList(LIST);
  await judged();
  await press(OPEN);
  await screen.findByRole('dialog', { name: OPEN });
  await user.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Daten prüfen (0)' });
});

// Rule 3.17.
test('a rule on prices that were lowered already says so, with the price it starts from, and enters them', async () => {
  const rows = [
    { calculatedPrice: 999, priceType: 2 as const, ownPrice: 899 },
    { calculatedPrice: 999, priceType: 3 as const, ownPrice: 799, validTo: 47_481 },
    { calculatedPrice: 2000, priceType: 2 as const, ownPrice: 2100 },
    { calculatedPrice: 1000 },
  ];
  await openList(() => aPriceList(rows));
  await press('Bearbeiten');
  await judged();
  const open = async (percent: string) => {
    await press(OPEN);
    await screen.findByRole('dialog', { name: OPEN });
    await type(dialog().getByRole('textbox', { name: 'plus Prozent' }), percent);
  };
  const note = () => dialog().findByRole('note');
  await open('-10');
  const first = '2 Artikel sind schon reduziert: Die Regel rechnet vom heutigen Preis, z. B. 8,99 € statt 9,99 €.';
  expect((await note()).textContent).toBe(`${first} Bei einem läuft eine Aktion.`);
  await user.click(dialog().getByRole('button', { name: '4 Preise eintragen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // Once more: of what was entered a moment ago, and back up again it is no raise.
  await open('-10');
  const second = '4 Artikel sind schon reduziert: Die Regel rechnet vom heutigen Preis, z. B. 8,09 € statt 8,99 €.';
  expect((await note()).textContent).toBe(`${second} Bei einem läuft eine Aktion.`);
  await user.selectOptions(dialog().getByRole('combobox', { name: 'Ausgehend von' }), 'Berechneter TruePrice');
  await waitFor(() => expect(dialog().queryByRole('note')).toBeNull());
});

test('prices lowered already and raised ones are named in one sentence', async () => {
  await openList(() =>
    aPriceList([
      { calculatedPrice: 999, priceType: 2 as const, ownPrice: 899 },
      { calculatedPrice: 2000, priceType: 2 as const, ownPrice: 2190 },
    ]),
  );
  await press('Bearbeiten');
  await judged();
  await press(OPEN);
  await screen.findByRole('dialog', { name: OPEN });
  await type(dialog().getByRole('textbox', { name: 'plus Prozent' }), '1');
  await user.click(dialog().getByRole('checkbox', { name: ',95' }));
  await waitFor(() =>
    expect(
      dialog()
        .getAllByRole('note')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Ein Artikel ist schon reduziert, 1 schon erhöht: Die Regel rechnet vom heutigen Preis, z. B. 8,99 € statt 9,99 €.',
    ]),
  );
});

// Rule 17.2.
test('with days its prices are those of a period; days that cannot be are not entered', async () => {
  const { server } = await openRule();
  await type(dialog().getByRole('textbox', { name: 'plus Prozent' }), '-10');
  await type(dialog().getByRole('textbox', { name: 'gültig ab' }), '20.12.2099');
  await type(dialog().getByRole('textbox', { name: 'gültig bis' }), '15.12.2099');
  await dialog().findByText('„gültig bis“ liegt vor „gültig ab“.');
  const enter = () => dialog().getByRole<HTMLButtonElement>('button', { name: /eintragen$/i });
  expect(enter().disabled).toBe(true);
  await type(dialog().getByRole('textbox', { name: 'gültig ab' }), '1.12.2099');
  await waitFor(() => expect(enter().disabled).toBe(false));
  await user.click(enter());
  expect(values('00000001', '00000002')).toEqual(['9,00', '18,00']);
  await user.click(screen.getByRole('button', { name: /^Daten prüfen/ }));
  server.on('savePriceList', () => ({ status: 'OK', changed: 3 }));
  await press('Daten speichern');
  await waitFor(() => expect(server.callsOf('savePriceList')).toHaveLength(1));
  const days = { validFrom: '2099-12-01', validTo: '2099-12-15' };
  expect(server.callsOf('savePriceList')[0]?.body).toMatchObject({
    products: [
      { pzn: '00000001', priceEdit: 9, editedPermanent: true, ...days },
      { pzn: '00000002', priceEdit: 18, editedPermanent: true, ...days },
      { pzn: '00000003', priceEdit: 27, editedPermanent: true, ...days },
    ],
  });
});

describe('the numbers of a rule (rules 3.11 and 3.16)', () => {
  const amount = () => dialog().getByRole<HTMLInputElement>('textbox', { name: 'plus Betrag' });

  test("'1.000' asks as a typed price does; what the rule cannot take is not offered, and said where it is typed", async () => {
    await openRule();
    await type(amount(), '1.000');
    dialog().getByText('1.000 lässt sich auf zwei Arten lesen. Was ist gemeint?');
    // 1.000 € are more than a rule adds
    expect(dialog().queryByRole('button', { name: '1.000 €' })).toBeNull();
    await user.click(dialog().getByRole('button', { name: '1 €' }));
    expect(amount().value).toBe('1');
    await dialog().findByText('3 Preise ändern sich');

    // the limit that the server has
    await type(amount(), '999,99');
    expect(dialog().queryByText('Das ist keine passende Zahl.')).toBeNull();
    await user.clear(amount());
    await type(amount(), '1000');
    dialog().getByText('Das ist keine passende Zahl.');
    await user.clear(amount());
    expect(dialog().queryByText('Das ist keine passende Zahl.')).toBeNull();
    await type(dialog().getByLabelText('plus Prozent'), 'viel');
    dialog().getByText('Das ist keine passende Zahl.');
    expect(dialog().queryByText(/Preise ändern sich/)).toBeNull();
  });
});

describe('a rule for many prices (rule 3.17)', () => {
  test('is looked at, says what it leaves out, and is taken back in one step', async () => {
    await openRule();
    dialog().getByText('Für alle 5 Artikel dieser Liste');
    const apply = () => dialog().getByRole<HTMLButtonElement>('button', { name: /eintragen$|^Eintragen$/ });
    expect(apply().disabled).toBe(true);
    await type(dialog().getByLabelText('plus Prozent'), '5');
    await user.click(dialog().getByLabelText('Nicht über AVP'));
    // 10,50; 21,00 is held at 20,50
    await dialog().findByText('2 Preise ändern sich');
    dialog().getByText('Ein Artikel bleibt, weil der AVP fehlt: C');
    dialog().getByText('Ein Ausschlussartikel bleibt: D');
    dialog().getByText('Ein Artikel bleibt, weil er gerade nicht bearbeitet werden kann: E');
    // (0,50 × 10 + 0,50 × 5) / 1,19 = 4,2017 + 2,1008, each to the cent
    dialog().getByText(/Rohertrag \+6,30 € .*aus 2 Artikeln/);
    await user.click(apply());
    expect(values('00000001', '00000002', '00000003')).toEqual(['10,50', '20,50', '']);
    expect(exclusionBox('00000004').checked).toBe(true);

    screen.getByText('2 Preise wurden nach der Regel eingetragen.');
    await press('Rückgängig');
    expect(values('00000001', '00000002')).toEqual(['', '']);
  });

  test('is for the marked rows where there are some', async () => {
    await openList(LIST);
    await user.click(screen.getByText('B'));
    await press('Bearbeiten');
    await judged();
    await press(OPEN);
    await screen.findByText('Für den einen markierten Artikel');
    await type(dialog().getByLabelText('plus Betrag'), '-1,01');
    await press('Einen Preis eintragen');
    expect(values('00000001', '00000002')).toEqual(['', '18,99']);
  });

  test('of another person is taken back by an owner', async () => {
    let rules: SavedRule[] = [{ ...RAISE, by: 'ab12ab12ab12ab12' }];
    const { server } = await openRule((asked) =>
      asked
        .on('getBulkRules', () => ({ rules }))
        .on('setBulkRule', () => {
          rules = [];
          return { rules };
        }),
    );
    await user.selectOptions(await keptRules(), 'Erhöhung (von Dr. Berger)');
    await user.click(dialog().getByRole('button', { name: 'Regel Erhöhung von Dr. Berger nicht mehr anbieten' }));
    await waitFor(() => expect(dialog().queryByRole('combobox', { name: 'Gespeicherte Regeln' })).toBeNull());
    expect(server.callsOf('setBulkRule')[0]?.body).toEqual({ name: 'Erhöhung', kept: null, by: 'ab12ab12ab12ab12' });
  });

  test('is kept under a name, and deleted by who kept it', async () => {
    let rules = [RAISE];
    const { server } = await openRule((asked) =>
      asked
        .on('getBulkRules', () => ({ rules }))
        .on('setBulkRule', ({ body }) => {
          const { name, kept } = body as { name: string; kept: Pick<SavedRule, 'rule' | 'shared'> | null };
          rules = [...(kept ? [{ ...kept, name, userName: 'Anna', mine: true, by: null }] : []), RAISE];
          return { rules };
        }),
    );
    await type(dialog().getByLabelText('plus Prozent'), '3,5');
    await user.click(dialog().getByRole('checkbox', { name: ',95' }));
    await type(dialog().getByLabelText('Regel speichern als'), ' Herbst ');
    await user.click(dialog().getByLabelText('Für alle dieser Apotheke'));
    await press('Speichern');
    await dialog().findByRole('option', { name: 'Herbst (für alle dieser Apotheke)' });
    await user.click(dialog().getByRole('button', { name: 'Abbrechen' }));
    await user.click(screen.getByRole('button', { name: OPEN }));
    await user.selectOptions(await keptRules(), 'Herbst');
    expect(dialog().getByLabelText<HTMLInputElement>('plus Prozent').value).toBe('3,5');
    // 10,35 to 9,95 (40) or 10,95 (60); 20,70 to 20,95; 31,05 to 30,95
    await dialog().findByText('3 Preise ändern sich');
    await press('Regel Herbst löschen');
    await waitFor(() => expect(dialog().queryByRole('option', { name: /^Herbst/ })).toBeNull());
    await press('3 Preise eintragen');
    expect(values('00000001', '00000002', '00000003')).toEqual(['9,95', '20,95', '30,95']);
    const rule = { ...RAISE.rule, percent: 3.5, endings: [95] };
    expect(server.callsOf('setBulkRule').map(({ body }) => body)).toEqual([
      { name: 'Herbst', kept: { rule, shared: true } },
      { name: 'Herbst', kept: null },
    ]);
  });

  test('starts from no doubtful Umfeld price (rule 14.60)', async () => {
    const kept = { ...RAISE, rule: { ...RAISE.rule, from: 'umfeldMax', percent: 0 } } as const;
    // Ø 9,00: 12,00 belongs to it, 108,00 does not
    const rows = [
      { name: 'A', calculatedPrice: 1000, priceAvg: 900, priceMax: 1200 },
      { name: 'B', calculatedPrice: 1000, priceAvg: 900, priceMax: 10_800 },
    ];
    await openList(
      () => aPriceList(rows),
      (asked) => asked.on('getBulkRules', () => ({ rules: [kept] })),
    );
    await press('Bearbeiten');
    await judged();
    await press(OPEN);
    await user.selectOptions(await keptRules(), 'Erhöhung (von Dr. Berger)');
    await dialog().findByText('Ein Preis ändert sich');
    dialog().getByText('Ein Artikel bleibt, weil der Ausgangswert fehlt oder zweifelhaft ist: B');
  });

  test('of somebody else is used and not deleted', async () => {
    await openRule((asked) => asked.on('getBulkRules', () => ({ rules: [RAISE] })));
    await user.selectOptions(await keptRules(), 'Erhöhung (von Dr. Berger)');
    expect(dialog().getByLabelText<HTMLInputElement>('plus Prozent').value).toBe('5');
    expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Regel Erhöhung löschen' }).disabled).toBe(true);
  });

  test('that the browser has of a former release stays until it is deleted; what cannot be read is left out', async () => {
    const rules = { Sommer: { ...RAISE.rule, percent: 2 }, Neuer: { ...RAISE.rule, from: 'moon' } };
    localStorage.setItem('bulkRules', JSON.stringify({ rules, owner: 'subject-of-anna' }));
    const { server } = await openRule();
    await user.selectOptions(await keptRules(), 'Sommer');
    expect(dialog().getByLabelText<HTMLInputElement>('plus Prozent').value).toBe('2');
    expect(dialog().queryByRole('option', { name: 'Neuer' })).toBeNull();
    await press('Regel Sommer löschen');
    expect(dialog().queryByRole('combobox', { name: 'Gespeicherte Regeln' })).toBeNull();
    expect(Object.keys(JSON.parse(localStorage.getItem('bulkRules') ?? '').rules)).toEqual(['Neuer']);
    expect(server.callsOf('setBulkRule')).toEqual([]);
  });
});

test('a rule works on a package alike', async () => {
  await openUpdate(() =>
    anMdp([
      { name: 'A', calculatedPrice: 900, avp: 1000 },
      { name: 'B', calculatedPrice: 700, avp: 1000 },
    ]),
  );
  expect(shownPzns()).toHaveLength(2);
  await judged();
  await press(OPEN);
  await screen.findByRole('dialog', { name: OPEN });
  await user.selectOptions(dialog().getByRole('combobox', { name: 'Ausgehend von' }), 'AVP');
  await type(dialog().getByLabelText('plus Prozent'), '-10');
  await dialog().findByText('Ein Preis ändert sich');
  dialog().getByText(/einer ist schon so/);
  await press('Einen Preis eintragen');
  expect([updateInput('00000001').value, updateInput('00000002').value]).toEqual(['', '9,00']);
});
