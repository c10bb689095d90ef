import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aPriceList } from '../price-lists/list.ts';
import { openList, priceInput } from '../price-lists/open-list.tsx';
import { openUpdate } from '../price-updates/open-update.tsx';
import { anLzd, anMdp } from '../price-updates/update.ts';
import { aDashboard, aGroup, aPharmacy, someSettings } from '../support/data.ts';
import { aServer, openPortal } from '../support/portal.tsx';
import { Refused, type TestServer } from '../support/server.ts';
import { judged, showExclusions } from '../support/rows.ts';
import { press, type, user } from '../support/user.ts';
import { savedFile } from './saved-files.ts';

const OWNER = ['TP_admin_100101'];
const STAFF = ['solvena_sales'];
const P = '/p/100101/tokenA';

const list = () =>
  aPriceList([
    { name: 'Zinksalbe', calculatedPrice: 950, brand: 'Zink' },
    { name: 'Aspirin', calculatedPrice: 550, priceType: 1 },
    { name: 'Husten-Öl', calculatedPrice: 750, ownPrice: 800, priceType: 2 },
  ]);
const groups = () => ({
  status: 'OK' as const,
  data: [
    { productGroup: 'OTC' as const, count: 19_234, negative: 766 },
    { productGroup: 'FREIWAHL' as const, count: 12, negative: 1 },
  ],
});
const till = (server: TestServer) =>
  server
    .on('getProductGroupInfo', groups)
    .on('downloadTillFile', () => ({ status: 'OK', data: 'PZN;VK\r\n00000001;9,50\r\n', extension: '.csv' }));

const APPROVED = { approver: 'Anna Berger', approvalDate: '2026-11-20T09:00:00.000Z' };

/** A file of the menu (rule 10.38). */
const choose = async (name: string) => {
  await press('Exportieren');
  await user.click(await screen.findByRole('menuitem', { name }));
};
const lines = (text: string) => text.split('\r\n');
const cells = (text: string, ...columns: number[]) =>
  lines(text)
    .slice(1, -1)
    .map((line) => columns.map((column) => line.split(';')[column]).join(' '));

describe('the CSV of a price list (rule 10.7)', () => {
  test('holds the rows as on the screen, without expert columns in standard mode', async () => {
    await openList(list);
    await press('Artikel');
    await choose('CSV');
    const { name, text } = await savedFile();
    expect(name).toBe('Preisliste_OTC_Löwen-Apotheke.csv');
    expect(lines(text)[0]).toBe('\ufeffPZN;Produkt;Inhalt;Hersteller;AVP;Differenz AVP (%);Preis;Preistyp');
    // reversed by the click, the exclusion hidden as it is by default
    expect(cells(text, 1, 6, 7)).toEqual(['Zinksalbe 9,50 Berechneter TruePrice', 'Husten-Öl 8,00 Eigener Preis']);
  });

  test('holds in expert mode what the expert has switched on, and exclusions where they are shown', async () => {
    await openList(list);
    await showExclusions();
    await user.click(screen.getByLabelText('Experte'));
    await press('Spalten');
    await user.click(await screen.findByRole('switch', { name: 'Brand' }));
    for (const off of ['Normgröße', 'ATC Code', 'Absatz', 'Letzte Änderung'])
      await user.click(screen.getByRole('switch', { name: off }));
    await choose('CSV');
    const { text } = await savedFile();
    expect(lines(text)[0]).toBe(
      '\ufeffPZN;Produkt;Inhalt;Hersteller;Marke;Preiselastizität;VH Preiselastizität;AVP;Differenz AVP (%);VHP;Differenz VHP (%);' +
        'Umfeldpreis Minimum;Differenz Umfeldpreis Minimum (%);Umfeldpreis Durchschnitt;Differenz Umfeldpreis Durchschnitt (%);' +
        'Umfeldpreis Maximum;Differenz Umfeldpreis Maximum (%);Preis;Preistyp',
    );
    expect(cells(text, 1, 17, 18)).toEqual([
      'Aspirin  Ausschlussartikel',
      'Husten-Öl 8,00 Eigener Preis',
      'Zinksalbe 9,50 Berechneter TruePrice',
    ]);
  });

  test('says that hidden exclusions are left out, and offers them', async () => {
    await openList(list);
    await choose('CSV');
    await savedFile();
    await screen.findByText('1 ausgeblendeter Ausschlussartikel fehlt in der CSV-Datei.');
    await press('CSV mit Ausschlussartikeln (3 Artikel)');
    const { text } = await savedFile();
    expect(cells(text, 1, 7)).toEqual([
      'Aspirin Ausschlussartikel',
      'Husten-Öl Eigener Preis',
      'Zinksalbe Berechneter TruePrice',
    ]);
  });

  test('goes on saying so when the review of the list comes after the click', async () => {
    const settings = Promise.withResolvers<ReturnType<typeof someSettings>>();
    await openList(list, (server) => server.on('getSettings', () => settings.promise));
    await choose('CSV');
    await screen.findByText('1 ausgeblendeter Ausschlussartikel fehlt in der CSV-Datei.');
    expect(screen.getByRole('group', { name: 'Prüfhilfe' }).textContent).toContain('Preise werden durchgesehen …');
    settings.resolve(someSettings());
    await judged();
    screen.getByText('1 ausgeblendeter Ausschlussartikel fehlt in der CSV-Datei.');
  });

  test('says nothing of exclusions that are shown', async () => {
    await openList(list);
    await showExclusions();
    await choose('CSV');
    await savedFile();
    expect(screen.queryByText(/in der CSV-Datei/)).toBeNull();
  });

  test('is not offered while prices are edited, which are not stored yet', async () => {
    await openList(list);
    await press('Bearbeiten');
    expect(screen.queryByRole('button', { name: 'Exportieren' })).toBeNull();
  });

  test('the LZD format is for staff, named as an upload expects it', async () => {
    const { unmount } = await openList(list);
    await press('Exportieren');
    await screen.findByRole('menuitem', { name: 'CSV' });
    expect(screen.queryByRole('menuitem', { name: 'LZD-Format' })).toBeNull();
    unmount();
    await openPortal(`${P}/pricelist/OTC`, { roles: STAFF, server: aServer().on('getPriceList', list) });
    await screen.findByRole('button', { name: 'Exportieren' });
    await choose('LZD-Format');
    const { name, text } = await savedFile();
    expect(name).toMatch(/^ZumDurchsehen_OTC_5001_Löwen-Apotheke_\d\d_\d\d_\d{4}\.csv$/);
    expect(cells(text, 2, 10, 11)).toEqual(['Husten-Öl 7,50 Eigener Preis', 'Zinksalbe 9,50 Berechneter TruePrice']);
  });

  test('and the LZD format say in their name that a search leaves only some rows, hidden exclusions apart', async () => {
    await openPortal(`${P}/pricelist/OTC`, { roles: STAFF, server: aServer().on('getPriceList', list) });
    await type(await screen.findByLabelText('Suche nach Artikel, Hersteller, Marke oder PZN'), 'zink');
    await waitFor(() => expect(screen.queryByText('Husten-Öl')).toBeNull());
    await choose('CSV');
    expect((await savedFile()).name).toBe('Preisliste_OTC_Löwen-Apotheke_nur gefilterte (1).csv');
    await choose('LZD-Format');
    const { name, text } = await savedFile();
    // one part too many for the name of a package: no upload takes it for the whole list
    expect(name).toMatch(/^ZumDurchsehen_OTC_5001_Löwen-Apotheke_\d\d_\d\d_\d{4}_nur gefilterte \(1\)\.csv$/);
    expect(cells(text, 2)).toEqual(['Zinksalbe']);
  });
});

describe('the CSV of an approved package (rule 10.9)', () => {
  const rows = [
    { name: 'Zinksalbe', priceType: 1 as const, checkReason: 'Neuer Artikel' },
    { name: 'Aspirin', priceType: 2 as const, ownPrice: 999 },
  ];

  test('has the columns of its kind and the order of the screen', async () => {
    await openUpdate(() =>
      anLzd(rows, { approved: 1, approver: 'Anna Berger', approvalDate: '2026-11-20T09:00:00.000Z' }),
    );
    await choose('CSV');
    const { name, text } = await savedFile();
    expect(name).toMatch(/^ZumDurchsehen_OTC_5001_Löwen-Apotheke_\d\d_\d\d_\d{4}\.csv$/);
    expect(cells(text, 0, 2, 10, 11)).toEqual([
      ' Aspirin 9,00 Eigener Preis',
      'Neuer Artikel Zinksalbe 9,00 Negativartikel',
    ]);
  });

  test.each([
    ['MDP', () => anMdp(rows, { ...APPROVED, approvalStatus: 1 }), ['Aspirin 9,99', 'Zinksalbe ']],
    ['LZD', () => anLzd(rows, { ...APPROVED, approved: 1 }), ['Aspirin 9,99', 'Zinksalbe ']],
  ])(
    'of an %s holds all its rows during a search too, and on request only those of the search',
    async (kind, update, all) => {
      await openUpdate(update);
      const columns = kind === 'MDP' ? [1, 11] : [2, 22];
      await type(screen.getByLabelText('Suche nach Artikel, Hersteller, Marke oder PZN'), 'aspi');
      await choose('CSV');
      const whole = await savedFile();
      expect(lines(whole.text)[0]).toMatch(/;Preis$/);
      expect(cells(whole.text, ...columns)).toEqual(all);
      await choose('CSV, nur gefilterte (1)');
      const part = await savedFile();
      expect(part.name).toMatch(/_nur gefilterte \(1\)\.csv$/);
      expect(cells(part.text, ...columns)).toEqual(['Aspirin 9,99']);
    },
  );

  test('is not offered while it is open; after its approval the price file for the till is', async () => {
    const { server } = await openUpdate(() => anMdp(rows), {
      prepare: (each) =>
        till(each).on('approveMdp', () => ({
          status: 'OK',
          loaded: 1,
          changed: 1,
          leftOut: 0,
          left: 0,
          contractActivated: false,
        })),
    });
    expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
    await press('Preise freigeben');
    await press('Preise freigeben');
    await screen.findByText('Preise gespeichert');
    await user.click(await screen.findByRole('button', { name: 'Preisdatei herunterladen' }));
    expect((await savedFile()).name).toBe('Preisliste_5001_Löwen-Apotheke.csv');
    expect(server.callsOf('downloadTillFile')[0]?.body).toEqual({ productGroups: ['OTC'] });
    // The form folds: what is left is to load and to confirm.
    await screen.findByText('Preisdatei heruntergeladen: in die Kasse laden, dann bestätigen');
    expect(screen.queryByRole('checkbox', { name: 'OTC' })).toBeNull();
    await press('Noch eine Preisdatei');
    screen.getByRole('checkbox', { name: 'OTC' });
    screen.getByRole('button', { name: 'Preisdatei herunterladen' });
  });
});

describe('the export of a product group on the dashboard (rule 2.12)', () => {
  const openExport = async (roles: string[], server: TestServer) => {
    const view = await openPortal(P, { roles, server });
    await user.click(await screen.findByRole('button', { name: 'Export: Preisliste Freiwahl' }));
    return { ...view, dialog: within(await screen.findByRole('dialog')) };
  };

  test('gives the whole list by name, exclusions included, with all expert columns when asked for', async () => {
    const { dialog, server } = await openExport(OWNER, aServer().on('getPriceList', list));
    await dialog.findByText('Alle 3 Artikel als Textdatei für andere Programme, auch die Ausschlussartikel.');
    expect(server.callsOf('getPriceList')[0]?.params).toMatchObject({ productGroup: 'FREIWAHL' });
    expect(dialog.queryByRole('button', { name: 'LZD-Format' })).toBeNull();
    dialog.getByRole('button', { name: 'PDF' });
    expect(dialog.queryByRole('banner')).toBeNull(); // the page has one
    await user.click(dialog.getByLabelText('Mit Expertenspalten'));
    await user.click(dialog.getByRole('button', { name: 'CSV' }));
    const { name, text } = await savedFile();
    expect(name).toBe('Preisliste_FREIWAHL_Löwen-Apotheke.csv');
    expect(cells(text, 1, 23)).toEqual([
      'Aspirin Ausschlussartikel',
      'Husten-Öl Eigener Preis',
      'Zinksalbe Berechneter TruePrice',
    ]);
  });

  test('gives staff the LZD format as well', async () => {
    const { dialog } = await openExport(STAFF, aServer().on('getPriceList', list));
    await dialog.findByText(/^2 Artikel im Format einer LZD/);
    await user.click(dialog.getByRole('button', { name: 'LZD-Format' }));
    expect((await savedFile()).name).toMatch(/^ZumDurchsehen_FREIWAHL_5001_/);
  });

  test('says that a list is empty, and lets a failed one be loaded again', async () => {
    let fails = true;
    const answer = () => (fails ? new Refused(500, 'internal', 'Der Dienst ist gestört.') : aPriceList([]));
    const { dialog } = await openExport(OWNER, aServer().on('getPriceList', answer));
    await dialog.findByText('Der Dienst ist gestört.');
    fails = false;
    await user.click(dialog.getByRole('button', { name: 'Erneut versuchen' }));
    await dialog.findByText('Diese Preisliste enthält noch keine Artikel.');
  });
});

describe('the price file for the till (rule 9.2)', () => {
  test('is asked for with any choice of the groups that hold articles', async () => {
    const server = till(aServer().on('getDashboard', () => aDashboard({ tpData: [aGroup('OTC')] })));
    await openPortal(P, { roles: OWNER, server });
    await user.click(await screen.findByRole('button', { name: 'Preisdatei für die Kasse' }));
    const dialog = within(await screen.findByRole('dialog'));
    const otc = await dialog.findByLabelText<HTMLInputElement>('OTC');
    dialog.getByText('19.234 Artikel, 766 ausgeschlossen');
    expect([otc.checked, dialog.getByLabelText<HTMLInputElement>('Freiwahl').checked]).toEqual([true, true]);
    expect(dialog.getByLabelText<HTMLInputElement>('Hilfsmittel').disabled).toBe(true);
    await user.click(otc);
    await user.click(dialog.getByRole('button', { name: 'Preisdatei herunterladen' }));
    expect(await savedFile()).toEqual({
      name: 'Preisliste_5001_Löwen-Apotheke.csv',
      text: 'PZN;VK\r\n00000001;9,50\r\n',
    });
    await dialog.findByText('Preisliste_5001_Löwen-Apotheke.csv wurde heruntergeladen.');
    expect(server.callsOf('downloadTillFile').map(({ body }) => body)).toEqual([{ productGroups: ['FREIWAHL'] }]);
    await user.click(dialog.getByLabelText('Freiwahl'));
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Preisdatei herunterladen' }).disabled).toBe(true);
    dialog.getByText('Bitte mindestens eine Warengruppe wählen.');
  });

  test('says why it could not be made', async () => {
    const server = till(aServer()).on(
      'downloadTillFile',
      () => new Refused(500, 'internal', 'Der Dienst ist gestört.'),
    );
    await openPortal(P, { roles: OWNER, server });
    await user.click(await screen.findByRole('button', { name: 'Preisdatei für die Kasse' }));
    await user.click(await screen.findByRole('button', { name: 'Preisdatei herunterladen' }));
    await screen.findByText('Die Preisdatei konnte nicht erstellt werden.');
    screen.getByText('Der Dienst ist gestört.');
  });

  test('is offered after saving, for the group that was saved', async () => {
    const { server } = await openList(list, (each) =>
      till(each).on('savePriceList', () => ({ status: 'OK', changed: 1 })),
    );
    await press('Bearbeiten');
    await type(priceInput('00000001'), '9,99');
    await press(/Daten prüfen/);
    await press('Daten speichern');
    await screen.findByText('Preise gespeichert');
    await user.click(await screen.findByRole('button', { name: 'Preisdatei herunterladen' }));
    await savedFile();
    expect(server.callsOf('downloadTillFile')[0]?.body).toEqual({ productGroups: ['OTC'] });
  });

  test('is there for a mirror as well', async () => {
    const main = aPharmacy({ apoId: 5009, crmCompanyId: 100109, name: 'Haupt-Apotheke' });
    const server = till(aServer().on('getDashboard', () => aDashboard({ parentPharmacy: main })));
    await openPortal(P, { roles: OWNER, server });
    await user.click(await screen.findByRole('button', { name: 'Preisdatei für die Kasse' }));
    await user.click(await screen.findByRole('button', { name: 'Preisdatei herunterladen' }));
    expect((await savedFile()).name).toBe('Preisliste_5001_Löwen-Apotheke.csv');
    await waitFor(() => expect(server.callsOf('downloadTillFile')).toHaveLength(1));
  });
});
