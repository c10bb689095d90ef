import { afterEach, describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { REASON } from '@portal/contracts';
import { someSettings } from '../support/data.ts';
import { findGrid, showExclusions, shownPzns } from '../support/rows.ts';
import { Refused } from '../support/server.ts';
import { press, pressInDialog, type, user } from '../support/user.ts';
import {
  anImport,
  anImportedRow,
  chooseFile,
  chooseType,
  column,
  openImport,
  outcome,
  startButton,
} from './import-dialog.tsx';
import { aPriceList } from './list.ts';
import { exclusionBox, gone, permanentBox, priceInput } from './open-list.tsx';

afterEach(() => sessionStorage.clear());

/** 1 calculated · 2 exclusion · 3 permanent · 4 in approval */
const list = aPriceList(
  [
    { name: 'Aspirin' },
    { name: 'Bepanthen', priceType: 1 },
    { name: 'Cetirizin', priceType: 3, ownPrice: 500 },
    { name: 'Dolormin' },
  ],
  { blockedProducts: [{ pzn: '00000004' }] },
);
const product = { name: 'Echinacin', content: null, producer: 'Madaus', brand: null, normSize: null, atc: null };
const SALES = { roles: ['solvena_sales'] };
const priceless = { line: 7, pzn: '00000001', column: 'Preis', value: 'x', message: 'Das ist kein Preis.' };
const faulty = { line: 6, pzn: null, column: 'PZN', value: 'Salbe', message: 'Das ist keine PZN.' };

// Rules 5.8, 5.20, 10.21 and 10.28.
describe('the import modal (rule 5.1)', () => {
  test('offers the expert import to admin and sales only', async () => {
    await openImport({ list });
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual([
      'priceimport',
      'negativeimport',
    ]);
  });

  test('starts with type, file and the columns the type needs, and not before', async () => {
    await openImport({ list, columns: ['PZN', 'Spalte B'], ...SALES });
    const says = (text: string | RegExp) => {
      expect([startButton().disabled, screen.getByText(text).id]).toEqual([
        true,
        startButton().getAttribute('aria-describedby'),
      ]);
    };
    says('Wählen Sie zuerst die Art des Imports.');
    await chooseType(/^Preise importieren/);
    says('Wählen Sie die Datei aus.');
    await chooseFile();
    const price = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Preis' });
    expect(column('PZN').value).toBe('PZN');
    expect(price.value).toBe('');
    says('Beantworten Sie oben zuerst, was die Datei offen lässt.');
    await user.selectOptions(price, 'Spalte B');
    expect(startButton().disabled).toBe(false);
    await user.selectOptions(column('PZN'), '');
    expect(startButton().disabled).toBe(true);

    await chooseType(/^Ausschlussartikel/);
    await waitFor(() => expect(startButton().disabled).toBe(false));
    expect(screen.queryByRole('combobox', { name: 'Preis' })).toBeNull();

    await chooseType(/^Expertenimport/);
    await screen.findByRole('combobox', { name: 'Preistyp' });
    expect(startButton().disabled).toBe(true);
    await press('Datei entfernen');
    expect(startButton().disabled).toBe(true);
  });

  // Rule 17.2.
  test('sends columns with days where the file has them, and shows the days before it starts', async () => {
    const data = [anImportedRow(1, { price: 4.5, validFrom: '2099-12-01', validTo: '2099-12-14' })];
    const { server } = await openImport({
      list,
      columns: ['PZN', 'Preis', 'gültig ab', 'Gültig bis'],
      answer: () => anImport({ data }),
    });
    await chooseType(/^Preise importieren/);
    await chooseFile();
    await screen.findByRole('cell', { name: 'ab 01.12.2099 bis 14.12.2099' });
    expect(column('gültig ab').value).toBe('gültig ab');
    const sent = () => server.callsOf('importPrices').map(({ body }) => body);
    expect(sent()[0]).toMatchObject({ validfromcolumn: 'gültig ab', validtocolumn: 'Gültig bis' });
    await user.selectOptions(column('gültig ab'), '– keine –');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).not.toHaveProperty('validfromcolumn');
  });

  test('asks what a column of days is before it starts (rule 5.11)', async () => {
    const days = [
      { heading: 'von', side: 'from', example: '01.12.2099' },
      { heading: 'Aktion', side: 'either', example: '01.12.2099' },
    ] as const;
    const { server } = await openImport({
      list,
      columns: ['PZN', 'Preis', 'von', 'Aktion'],
      answer: (call) => {
        const { validfromcolumn } = call.body as { validfromcolumn?: string };
        const row = anImportedRow(1, { price: 4.5, ...(validfromcolumn ? { validFrom: '2099-12-01' } : {}) });
        const dayColumns = days.filter(({ heading }) => heading !== validfromcolumn);
        return { ...anImport({ data: [row] }), dayColumns };
      },
    });
    await chooseType(/^Preise importieren/);
    await chooseFile();
    await screen.findByText('1 Zeile gelesen');
    expect(startButton().disabled).toBe(true);
    await user.selectOptions(column('Was bedeuten die Tage in „von“?'), 'Der Preis gilt ab diesem Tag');
    await screen.findByRole('cell', { name: 'ab 01.12.2099' });
    expect(server.callsOf('importPrices')[1]?.body).toMatchObject({ validfromcolumn: 'von' });
    expect(column('gültig ab').value).toBe('von');
    expect(startButton().disabled).toBe(true);
    await user.selectOptions(column('Was bedeuten die Tage in „Aktion“?'), 'Nicht beachten');
    expect(startButton().disabled).toBe(false);
    await user.selectOptions(column('Was bedeuten die Tage in „Aktion“?'), '– bitte wählen –');
    expect(startButton().disabled).toBe(true);
  });

  // Rule 17.13.
  test('two ranges of one article are one row of the edit, shown, changed and saved with both', async () => {
    const data = [
      anImportedRow(1, { line: 2, price: 4.5, validFrom: '2098-12-01', validTo: '2098-12-14' }),
      anImportedRow(1, { line: 3, price: 4, validFrom: '2098-12-15', validTo: '2098-12-31' }),
      anImportedRow(3, { line: 4, price: 6 }),
      anImportedRow(3, { line: 5, price: 5.5, validFrom: '2098-12-15' }),
    ];
    const { server } = await openImport({
      list,
      columns: ['PZN', 'Preis', 'gültig ab', 'gültig bis'],
      answer: () => anImport({ data }),
    });
    await chooseType(/^Preise importieren/);
    await chooseFile();
    await screen.findByText('4 Zeilen gelesen');
    const preview = within(screen.getByRole('table', { name: 'Vorschau der ersten Zeilen' }));
    expect(
      preview
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual([
      expect.stringMatching(/Aspirin.*4,50.*ab 01\.12\.2098 bis 14\.12\.2098$/),
      expect.stringMatching(/Aspirin.*4,00.*ab 15\.12\.2098 bis 31\.12\.2098$/),
      expect.stringMatching(/Cetirizin.*6,00/),
      expect.stringMatching(/Cetirizin.*5,50.*ab 15\.12\.2098$/),
    ]);
    await user.click(startButton());
    await screen.findByText('2 Preise eingetragen, noch nicht gespeichert.');
    expect(outcome('Importiert')).toBe('00000001 00000003');
    await pressInDialog('2 Artikel prüfen');
    expect(screen.getByTitle('ab 01.12.2098 bis 14.12.2098, ab 15.12.2098 bis 31.12.2098').textContent).toContain(
      '2 Zeiträume',
    );
    screen.getByText('ab 15.12.2098');

    fireEvent.keyDown(priceInput('00000001'), { key: 'F4' });
    const days = within(await screen.findByRole('dialog', { name: 'Zeitraum' }));
    days.getByText('Weitere Preise: ab 15.12.2098 bis 31.12.2098: 4,00 €');
    const to = days.getByRole<HTMLInputElement>('textbox', { name: 'gültig bis' });
    const take = days.getByRole<HTMLButtonElement>('button', { name: 'Übernehmen' });
    await type(to, '15.12.2098');
    await days.findByText('Der Zeitraum überschneidet sich mit einem weiteren dieses Artikels.');
    expect(take.disabled).toBe(true);
    await type(to, '13.12.2098');
    await waitFor(() => expect(take.disabled).toBe(false));
    await user.click(take);

    await press('Daten prüfen (2)');
    screen.getByText('ab 01.12.2098 bis 13.12.2098: 4,50; ab 15.12.2098 bis 31.12.2098: 4,00');
    screen.getByText('Dauerpreis; ab 15.12.2098: 5,50');
    expect(screen.getByRole('region', { name: 'Was sich ändert' }).textContent).toContain(
      '3 Preise gelten ab einem späteren Tag',
    );
    server.on('savePriceList', () => ({ status: 'OK', changed: 2 }));
    await press('Daten speichern');
    await waitFor(() => expect(server.callsOf('savePriceList')).toHaveLength(1));
    const flags = { editedPermanent: true };
    expect(server.callsOf('savePriceList')[0]?.body).toMatchObject({
      products: [
        {
          pzn: '00000001',
          priceEdit: 4.5,
          ...flags,
          validFrom: '2098-12-01',
          validTo: '2098-12-13',
          later: [{ priceEdit: 4, editedPermanent: true, validFrom: '2098-12-15', validTo: '2098-12-31' }],
        },
        {
          pzn: '00000003',
          priceEdit: 6,
          ...flags,
          later: [{ priceEdit: 5.5, editedPermanent: true, validFrom: '2098-12-15', validTo: null }],
        },
      ],
    });
  });

  test.each([
    ['Ohne Ende', ''],
    ['Bis zu diesem Tag', 'bis 31.12.9999'],
  ])("a last day of 31.12.9999 waits for an answer: '%s' (rule 17.12)", async (answer, cell) => {
    const data = [
      anImportedRow(1, { price: 4.5, validTo: '9999-12-31' }),
      anImportedRow(3, { price: 4.5, validTo: '2099-12-01' }),
      anImportedRow(4, { price: 4.5, validTo: '2098-12-01' }),
    ];
    await openImport({
      list,
      columns: ['PZN', 'Preis', 'gültig bis'],
      answer: () => anImport({ data }),
    });
    await chooseType(/^Preise importieren/);
    await chooseFile();
    await screen.findByRole('cell', { name: 'bis 31.12.9999' });
    expect(startButton().disabled).toBe(true);
    const question = '2 Preise enden erst am 31.12.9999 oder ähnlich spät. Wie lange gelten sie?';
    await user.selectOptions(column(question), answer);
    const cells = within(screen.getByRole('table', { name: 'Vorschau der ersten Zeilen' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.lastElementChild?.textContent);
    expect([cells[0], cells[2]]).toEqual([cell, 'bis 01.12.2098']);
    expect(startButton().disabled).toBe(false);
  });

  test('sends the file with type and columns by name', async () => {
    const { server } = await openImport({ list, columns: ['Artikel', 'PZN', 'Neuer Preis', 'Preis alt'] });
    await chooseType(/^Preise importieren/);
    await chooseFile('Meine Preise.csv', 'Artikel;PZN;Neuer Preis;Preis alt\n');
    await screen.findByText('0 Zeilen gelesen');
    const [meta] = server.callsOf('csvMetaData');
    expect(meta?.body).toMatchObject({ type: 'priceimport' });
    const [sent] = server.callsOf('importPrices');
    expect(sent?.body).toMatchObject({ type: 'priceimport', pzncolumn: 'PZN', pricecolumn: 'Neuer Preis' });
    const { csv } = sent!.body as { csv: File };
    expect([csv.name, await csv.text()]).toEqual(['Meine Preise.csv', 'Artikel;PZN;Neuer Preis;Preis alt\n']);
    expect(sent?.headers.get('x-xsrf-token')).toBe(meta?.headers.get('x-xsrf-token'));

    await user.selectOptions(column('Preis'), 'Preis alt');
    await waitFor(() => expect(server.callsOf('importPrices')).toHaveLength(2));
    expect(server.callsOf('importPrices')[1]?.body).toMatchObject({ pricecolumn: 'Preis alt' });
  });

  test('a column that a heading has chosen says so, and nothing is chosen where two could be it (rule 5.9)', async () => {
    const { server } = await openImport({ list, columns: ['PZN', 'VK netto', 'VK alt', 'Verkaufspreis'] });
    await chooseType(/^Preise importieren/);
    await chooseFile();
    expect((await screen.findAllByText('Nach der Überschrift gewählt. Bitte prüfen.')).length).toBe(2);
    expect(column('Preis').value).toBe('Verkaufspreis');
    await user.selectOptions(column('Preis'), 'VK netto');
    expect(screen.getAllByText('Nach der Überschrift gewählt. Bitte prüfen.')).toHaveLength(1);

    server.on('csvMetaData', () => ({ columns: ['PZN', 'VK netto', 'VK', 'Neuer Preis'] }));
    await chooseFile('Andere.csv');
    await waitFor(() => expect(column('Preis').value).toBe(''));
    expect(startButton().disabled).toBe(true);
  });

  test('previews the first rows as they are understood', async () => {
    const data = [
      anImportedRow(1, { price: 1234.5 }),
      anImportedRow(7, { line: 3, price: 2, product }),
      anImportedRow(8, { line: 4 }),
    ];
    await openImport({ list, answer: () => anImport({ data, faulty: [faulty, priceless], repeated: 2 }) });
    await chooseType(/^Preise importieren/);
    await chooseFile();
    const table = await screen.findByRole('table', { name: 'Vorschau der ersten Zeilen' });
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
    expect(cells).toEqual([
      ['2', '00000001', 'Aspirin 20 St', '9,50', '1.234,50', '+12.894,7\u00a0%'],
      ['3', '00000007', 'Echinacin nicht auf dieser Preisliste', '–', '2,00', '–'],
      ['4', '00000008', 'unbekannter Artikel', '–', '–', '–'],
    ]);
    const invalid = within(screen.getByRole('region', { name: 'Fehlerhafte Zeilen' }));
    expect(invalid.getByRole('group').textContent).toBe(
      'Zeile 6: PZN „Salbe“: Das ist keine PZN.Zeile 7 · Aspirin 20 St (PZN 00000001): Preis „x“: Das ist kein Preis.',
    );
    screen.getByText(
      '3 Zeilen gelesen · 2 doppelte Zeilen zählen einmal · 2 fehlerhafte Zeilen werden nicht übernommen',
    );
  });

  test('says why a file is refused, by itself or by the server', async () => {
    const message = 'Die Datei ist leer.';
    const { server } = await openImport({
      list,
      prepare: (each) => each.on('csvMetaData', () => new Refused(422, REASON.invalid, message)),
    });
    await chooseType(/^Preise importieren/);
    await chooseFile('Preise.pdf');
    await screen.findByText('Das ist keine Excel-Datei (.xlsx), CSV-Datei oder Textdatei (.txt).');
    expect(server.callsOf('csvMetaData')).toEqual([]);
    await chooseFile();
    await screen.findByText(message);
    expect(startButton().disabled).toBe(true);
  });

  test('asks for the sheet of a workbook with several, and says what is wrong with a cell', async () => {
    const cell = {
      line: 7,
      pzn: null,
      column: 'Preis',
      cell: 'D7',
      value: null,
      message: 'Die Formel hat kein Ergebnis.',
    };
    const sheets = ['OTC', 'Freiwahl'];
    const { server } = await openImport({
      list,
      prepare: (each) => each.on('csvMetaData', () => ({ columns: ['PZN', 'Preis'], sheets })),
      answer: () => anImport({ data: [anImportedRow(1, { price: 3 })], faulty: [cell] }),
    });
    await chooseType(/^Preise importieren/);
    await chooseFile('Preise.xlsx');
    await screen.findByText(/Preis \(D7\): Die Formel hat kein Ergebnis\.$/);
    const sheet = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tabellenblatt' });
    expect([sheet.value, Array.from(sheet.options, ({ value }) => value)]).toEqual(['OTC', sheets]);
    expect(server.callsOf('importPrices')[0]?.body).not.toHaveProperty('sheet');

    await user.selectOptions(sheet, 'Freiwahl');
    await waitFor(() => expect(server.callsOf('importPrices')).toHaveLength(2));
    for (const call of ['csvMetaData', 'importPrices'] as const)
      expect(server.callsOf(call)[1]?.body).toMatchObject({ sheet: 'Freiwahl' });
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tabellenblatt' }).value).toBe('Freiwahl');

    await chooseType(/^Ausschlussartikel/);
    await waitFor(() => expect(server.callsOf('importPrices')).toHaveLength(3));
    expect(server.callsOf('importPrices')[2]?.body).toMatchObject({ sheet: 'Freiwahl' });
    await press('Datei entfernen');
    expect(screen.queryByRole('combobox', { name: 'Tabellenblatt' })).toBeNull();
  });

  test('says where the headings stand, what is hidden and what was rounded, and takes hidden parts in when wanted', async () => {
    const hiddenRows = { total: 2, lines: [3, 4] };
    const { server } = await openImport({
      list,
      prepare: (each) =>
        each.on('csvMetaData', () => ({ columns: ['PZN', 'Preis'], headingLine: 2, hiddenColumns: ['VK alt'] })),
      answer: () => anImport({ data: [anImportedRow(1, { price: 5, roundedFrom: '4,999' })], hiddenRows }),
    });
    await chooseType(/^Preise importieren/);
    await chooseFile('Preise.xlsx');
    await screen.findByText('Die Überschriften stehen in Zeile 2; was darüber steht, wird nicht eingelesen.');
    await screen.findByText('2 Zeilen sind in der Datei ausgeblendet: Zeilen 3, 4');
    screen.getByText('Eine Spalte ist in der Datei ausgeblendet: „VK alt“');
    screen.getByText('1 Zeile gelesen · 1 Ergebnis einer Formel ist auf Cent gerundet');
    screen.getByText('gerundet aus 4,999');
    expect(server.callsOf('importPrices')[0]?.body).not.toHaveProperty('hidden');
    await user.click(screen.getByRole('checkbox', { name: 'Auch ausgeblendete Zeilen und Spalten einlesen' }));
    await waitFor(() => expect(server.callsOf('importPrices')).toHaveLength(2));
    for (const call of ['csvMetaData', 'importPrices'] as const)
      expect(server.callsOf(call)[1]?.body).toMatchObject({ hidden: 'take' });
    screen.getByText('2 Zeilen sind in der Datei ausgeblendet: Zeilen 3, 4');
    await waitFor(() => expect(startButton().disabled).toBe(false));
    await press('Import starten');
    await screen.findByText('Das Ergebnis einer Formel wurde auf Cent gerundet: PZN 00000001');
  });

  test('whole euros throughout are doubted in words (rule 3.42)', async () => {
    const data = [1, 2, 3].map((n) => anImportedRow(n, { price: n }));
    const cents = aPriceList([{ calculatedPrice: 149 }, { calculatedPrice: 249 }, { calculatedPrice: 349 }]);
    await openImport({ list: cents, answer: () => anImport({ data }) });
    await chooseType(/^Preise importieren/);
    await chooseFile();
    expect(await screen.findByText(/^Alle Preise sind ganze Euro/)).toBeTruthy();
  });

  test('a refused import names the reason and can be tried again', async () => {
    let answers = 0;
    await openImport({
      list,
      answer: () =>
        answers++ === 0
          ? new Refused(422, REASON.invalid, 'In der Spalte „Preis“ steht kein einziger Preis.')
          : anImport({ data: [anImportedRow(1, { price: 3 })] }),
    });
    await chooseType(/^Preise importieren/);
    await chooseFile();
    await screen.findByText('In der Spalte „Preis“ steht kein einziger Preis.');
    await user.click(startButton());
    await screen.findByRole('dialog', { name: 'Ergebnis des Imports' });
    expect(outcome('Importiert')).toBe('00000001');
  });
});

async function run(kind: RegExp, answer: ReturnType<typeof anImport>, roles?: { roles: string[] }) {
  const view = await openImport({ list, answer: () => answer, ...roles });
  await chooseType(kind);
  await chooseFile();
  await screen.findByText(/gelesen/);
  await user.click(startButton());
  await screen.findByRole('dialog', { name: 'Ergebnis des Imports' });
  return view;
}

describe('the outcome of an import (rule 5.6)', () => {
  test('lists PZNs, warns of priced exclusions, and shows the edited rows until it is closed', async () => {
    const data = [1, 2, 3, 4, 9].map((n) => anImportedRow(n, { price: n === 3 ? 5 : n + 0.5 }));
    await run(/^Preise importieren/, anImport({ data, faulty: [faulty] }));
    expect(outcome('Importiert')).toBe('00000001');
    expect(outcome('Ausschlussartikel mit Preis')).toBe('00000002');
    expect(outcome('Unverändert')).toBe('00000003');
    expect(outcome('In Preisfreigabe')).toBe('00000004');
    expect(outcome('Nicht gefunden')).toBe('00000009');
    expect(outcome('Fehlerhafte Zeilen')).toBe('Zeile 6: PZN „Salbe“: Das ist keine PZN.');
    expect(outcome('Falsche Warengruppe')).toBeUndefined();
    screen.getByText(/Bitte prüfen Sie jeden einzelnen: Er bleibt Ausschlussartikel/);
    expect(filter()).toBe('edited');
    expect(shownPzns()).toEqual(['00000001', '00000002']);

    await pressInDialog('Schließen');
    await gone('Ergebnis des Imports');
    expect(filter()).toBe('all');
    expect(shownPzns()).toEqual(['00000001', '00000003', '00000004']);
    expect(priceInput('00000001').value).toBe('1,50');
    screen.getByText('2 geändert');
  });

  test('keeps the filter where the user wants to see the rows', async () => {
    await run(
      /^Preise importieren/,
      anImport({ data: [anImportedRow(1, { price: 3 }), anImportedRow(2, { price: 4 })] }),
    );
    await press('Ausschlussartikel mit Preis zeigen');
    await gone('Ergebnis des Imports');
    expect(filter()).toBe('exclusionWithOwnPrice');
    expect(shownPzns()).toEqual(['00000002']);
    expect(exclusionBox('00000002').checked).toBe(true);
    expect(exclusionBox('00000002').disabled).toBe(false);
  });

  test('adds unknown products of the group as exclusions and saves them with it', async () => {
    const data = [
      anImportedRow(1),
      anImportedRow(2),
      anImportedRow(7, { product, productGroup: 'OTC' }),
      anImportedRow(8, { product, productGroup: 'FREIWAHL' }),
    ];
    const { server } = await run(/^Ausschlussartikel/, anImport({ data }));
    expect(outcome('Auf Ausschluss gesetzt')).toBe('00000001');
    expect(outcome('Schon Ausschlussartikel')).toBe('00000002');
    expect(outcome('Neue Ausschluss-Artikel')).toBe('00000007');
    expect(outcome('Falsche Warengruppe')).toBe('00000008');
    await press(/^[12] Artikel prüfen$/);
    await gone('Ergebnis des Imports');
    expect(shownPzns()).toEqual(['00000001', '00000007']);
    screen.getByText('Neuer Ausschluss-Artikel');
    expect(priceInput('00000007').disabled).toBe(true);
    expect(permanentBox('00000007').disabled).toBe(true);
    expect(exclusionBox('00000007').checked).toBe(true);
    expect(server.callsOf('savePriceList')).toEqual([]);

    server.on('savePriceList', () => ({ status: 'OK', changed: 2 }));
    await press('Daten prüfen (2)');
    await press('Daten speichern');
    await screen.findByText('Preise gespeichert');
    expect(server.callsOf('savePriceList')[0]?.body).toEqual({
      products: [
        { pzn: '00000001', priceEdit: null, editedPermanent: false, editedIgnore: true },
        { pzn: '00000007', priceEdit: null, editedPermanent: false, editedIgnore: true, productGroup: 'OTC' },
      ],
      versions: { OTC: 7 },
    });
  });

  test('an added exclusion can be left out again, and survives a reload of the page', async () => {
    const data = [anImportedRow(7, { product, productGroup: 'OTC' })];
    const { unmount } = await run(/^Ausschlussartikel/, anImport({ data }));
    await press(/^[12] Artikel prüfen$/);
    await gone('Ergebnis des Imports');
    await user.click(exclusionBox('00000007'));
    expect(screen.queryByText(/\d geändert$/)).toBeNull();
    await user.click(exclusionBox('00000007'));
    screen.getByText('1 geändert');
    unmount();

    await openAgain();
    screen.getByText('1 nicht gespeicherte Änderung ist noch da.');
    expect(exclusionBox('00000007').checked).toBe(true);
    screen.getByText('Echinacin');
  });

  test('an expert import sets price types; back to the calculated price survives a reload for staff', async () => {
    const data = [
      anImportedRow(1, { price: 4, negative: 3 }),
      anImportedRow(2, { negative: 0 }),
      anImportedRow(3, { negative: 1 }),
    ];
    const { unmount } = await run(/^Expertenimport/, anImport({ data }), SALES);
    expect(outcome('Importiert')).toBe('00000001');
    expect(outcome('Ausschlussartikel mit Preis')).toBe('00000002');
    expect(outcome('Auf Ausschluss gesetzt')).toBe('00000003');
    await pressInDialog('Schließen');
    await gone('Ergebnis des Imports');
    expect([priceInput('00000001').value, permanentBox('00000001').checked]).toEqual(['4,00', true]);
    expect(exclusionBox('00000002').checked).toBe(false);
    expect([priceInput('00000003').value, exclusionBox('00000003').checked]).toEqual(['', true]);
    unmount();

    await openAgain(SALES.roles);
    screen.getByText('3 nicht gespeicherte Änderungen sind noch da.');
  });

  test('replaces a typing error and takes marks away', async () => {
    await openImport({ list, answer: () => anImport({ data: [anImportedRow(1, { price: 3 })] }) });
    await pressInDialog('Abbrechen');
    await gone('Preise importieren');
    await type(priceInput('00000001'), 'abc');
    screen.getByText('1 Preis ist ungültig');
    await user.tab();
    await press('Importieren');
    await screen.findByRole('dialog', { name: 'Preise importieren' });
    await chooseType(/^Preise importieren/);
    await chooseFile();
    await screen.findByText(/gelesen/);
    await user.click(startButton());
    await screen.findByRole('dialog', { name: 'Ergebnis des Imports' });
    await pressInDialog('Schließen');
    await gone('Ergebnis des Imports');
    expect(priceInput('00000001').value).toBe('3,00');
    screen.getByText('1 geändert');
  });
});

const filter = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Filter', hidden: true }).value;

async function openAgain(roles = ['TP_admin_100101']) {
  const { aServer, openPortal } = await import('../support/portal.tsx');
  const { ADDRESS } = await import('./open-list.tsx');
  await openPortal(ADDRESS, { roles, server: aServer().on('getPriceList', () => list) });
  await findGrid();
  await showExclusions();
}

test('a file of net prices is doubted before and after the import, and taken over all the same (rule 20.2)', async () => {
  const prices = [1190, 2380, 595, 1785];
  const whole = aPriceList(prices.map((calculatedPrice) => ({ calculatedPrice })));
  // each ÷ 1.19
  const rows = [10, 20, 5, 15].map((price, at) => anImportedRow(at + 1, { price }));
  const SENTENCE = 'Alle 4 geänderten Preise sind 16,0\u00a0% niedriger als heute. Wahrscheinlich fehlt die MwSt.';
  const sentence = () =>
    screen.findByText((_, element) => element?.textContent === SENTENCE && element.children.length === 0);
  await openImport({ list: whole, columns: ['PZN', 'Neuer Preis'], answer: () => anImport({ data: rows }) });
  await chooseType(/^Preise importieren/);
  await chooseFile();
  await sentence();
  await press('Import starten');
  await sentence();
  screen.getByText('Diese Datei sieht ungewöhnlich aus');
});

test('prices that break a guardrail are named before and after an import, and taken over all the same (rule 12.6)', async () => {
  const articles = ['Aspirin', 'Bepanthen', 'Cetirizin', 'Dolormin'].map((name) => ({ name, calculatedPrice: 1000 }));
  const { server } = await openImport({
    list: aPriceList(articles.map((article, at) => ({ ...article, aep: at === 3 ? null : 504 }))),
    answer: () => anImport({ data: [13.01, 12, 6, 11].map((price, at) => anImportedRow(at + 1, { price })) }),
    prepare: (portal) => portal.on('getSettings', () => someSettings({ maxChangePercent: 30, minMarginPercent: 10 })),
  });
  await chooseType(/^Preise importieren/);
  await chooseFile();
  await waitFor(() => expect(startButton().disabled).toBe(false));
  const expectNamed = async (dialogName: string) => {
    const dialog = within(await screen.findByRole('dialog', { name: dialogName }));
    const section = within(await dialog.findByRole('region', { name: 'Außerhalb der Leitplanken' }));
    section.getByText(/Leitplanken .*\(Spanne: 1, Änderung: 2\)/);
    // 6,00 € are 5,04 € net, which is the AEP
    const lines = [...section.getByRole('group').children].map(({ textContent }) => textContent);
    expect(lines).toEqual([
      'PZN 00000001 Aspirin: Leitplanke: Änderung +30,1\u00a0% (höchstens 30 %)',
      'PZN 00000003 Cetirizin: Leitplanke: Spanne 0,0\u00a0% (mindestens 10 %), Änderung −40,0\u00a0% (höchstens 30 %)',
    ]);
    dialog.getByText(/^1 Preis konnte nicht an allen Leitplanken geprüft werden, .* fehlen \(Spanne: 1\)\.$/);
  };
  await expectNamed('Preise importieren');
  await user.click(startButton());
  await expectNamed('Ergebnis des Imports');
  await pressInDialog('Schließen');
  expect(priceInput('00000001').value).toBe('13,01');
  expect(server.callsOf('getSettings')).toHaveLength(1);
});
