import '../support/node-forms.ts';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { LzdCheck } from '@portal/contracts';
import { noteServerTime } from '../../src/lib/server-clock.ts';
import { anLzdOnItsWay } from '../support/data.ts';
import { aServer, openPortal } from '../support/portal.tsx';
import { Refused } from '../support/server.ts';
import { clickUnread, press, pressInDialog, user } from '../support/user.ts';
import { TestUpload } from './upload-server.ts';

const SALES = ['solvena_sales'];
const nameFor = (apoId: number, group = 'OTC') => `ZumDurchsehen_${group}_${apoId}_Muster_9_3_2026.csv`;
const aFile = (name: string) => new File(['PZN;TruePrice neu\r\n00000018;1,00\r\n'], name, { type: 'text/csv' });

const NO_LEAVING = {
  count: 0,
  listCount: 1000,
  ownPrices: 0,
  permanentPrices: 0,
  exclusions: 0,
  periods: 0,
  articles: { pzn: [], name: [], effectivePrice: [], priceType: [] },
};
/** What a check of a file for this pharmacy answers. */
function aCheck(apoId: number, more: Partial<LzdCheck> = {}): LzdCheck {
  return {
    status: 'OK',
    pharmacy: { apoId, crmCompanyId: 100_000 + apoId, token: `token-${apoId}`, name: `Apotheke ${apoId}`, city: 'Ulm' },
    productGroup: 'OTC',
    rows: 900,
    leftOut: [],
    leftOutTotal: 0,
    doubts: [],
    certificate: { colour: 'green', checks: [] },
    notes: [],
    firstCalculation: false,
    replaces: null,
    leaving: NO_LEAVING,
    message: null,
    ...more,
  };
}

/** Open or approved lately. */
const uploads = [
  anLzdOnItsWay(1, { uploadedAt: '2043-03-06T09:00:00.000Z' }),
  anLzdOnItsWay(2, { uploadedAt: '2043-03-08T09:00:00.000Z', released: true, releasedAt: '2043-03-08T10:00:00.000Z' }),
];
let server = aServer();
/** What the server answers to the check of a file, by the ApoID in its name. */
let checks: Record<string, LzdCheck | Refused> = {};
beforeEach(() => {
  // a day with uploads
  noteServerTime('Mon, 09 Mar 2043 09:00:00 GMT');
  server = aServer().on('getLzdPipeline', () => ({
    at: '2043-03-09T09:00:00.000Z',
    entries: uploads,
    total: uploads.length,
  }));
  checks = { 5001: aCheck(5001), 5002: aCheck(5002), 5003: aCheck(5003) };
  server.on('checkLzd', ({ body }) => {
    const { name } = (body as { csv: File }).csv;
    return checks[name.split('_')[2] ?? ''] ?? new Refused(404, 'not_found', 'Die Apotheke ist nicht bekannt.');
  });
  server.on('uploadLzd', ({ params }) => ({
    status: 'OK',
    id: Number(params.crmId) - 100_000 + 70_000,
    rows: 900,
    leftOut: [],
    leftOutTotal: 0,
    doubts: [],
    certificate: null,
    notes: [],
    leaving: null,
    message: null,
  }));
  TestUpload.serve(server);
  document.cookie = `XSRF-TOKEN=${'x'.repeat(43)}`;
});

async function openPage(...names: string[]) {
  const view = await openPortal('/admin/uploads', { roles: SALES, server });
  await choose(...names);
  return view;
}
const choose = async (...names: string[]) => {
  await user.upload(await screen.findByLabelText('LZD-Dateien'), names.map(aFile));
  await waitFor(() => expect(screen.queryByText('wird geprüft …')).toBeNull());
};
/** A folder as browsers hand it over: they name what is in it a few at a time, until nothing more comes. */
function aFolder(name: string, ...content: (string | object)[]): object {
  const fileOf = (each: string) => (each.endsWith('.csv') ? aFile(each) : new File(['?'], each));
  const entries = content.map((each) =>
    typeof each === 'string'
      ? { isDirectory: false, fullPath: `/${name}/${each}`, file: (take: (file: File) => void) => take(fileOf(each)) }
      : each,
  );
  const readEntries = (take: (some: object[]) => void) => setTimeout(() => take(entries.splice(0, 2)));
  return { isDirectory: true, name, createReader: () => ({ readEntries }) };
}
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name.replaceAll('.', '\\.')) });
const stateOf = (name: string) => within(rowOf(name)).getAllByRole('cell')[3]?.textContent;
const select = (name: string, choice: string) =>
  user.selectOptions(screen.getByLabelText(`Auswahl für ${name}`), choice);
const storeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /einspielen$|^Einspielen$/ });
/** Lets the upload that is on its way arrive, once it is that of this pharmacy. */
async function arrive(calls: number) {
  await waitFor(() => expect(TestUpload.current).toBeDefined());
  const sent = TestUpload.current as TestUpload;
  TestUpload.current = undefined;
  await act(() => sent.arrive());
  expect(server.callsOf('uploadLzd')).toHaveLength(calls);
}

describe('many LZD files (rule 6.27)', () => {
  test('until files are chosen the last ones stand there with how far they have come', async () => {
    await openPortal('/admin/uploads', { roles: SALES, server });
    const rows = within(await screen.findByRole('table', { name: 'Zuletzt eingespielt' })).getAllByRole('rowheader');
    expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual([
      'Apotheke 2, OTC',
      'Apotheke 1, OTC',
    ]);
    within(rowOf('Apotheke 2')).getByText('Freigeschaltet');
    within(rowOf('Apotheke 2')).getByText('08.03.2043 10:00');
    await choose(nameFor(5001));
    expect(screen.queryByRole('table', { name: 'Zuletzt eingespielt' })).toBeNull();
  });

  test('the page is found beside the list of pharmacies', async () => {
    await openPortal('/admin', { roles: SALES, server });
    await user.click(await screen.findByRole('link', { name: 'LZD-Dateien' }));
    await screen.findByRole('heading', { name: 'LZD-Dateien einspielen' });
  });

  test('are checked before anything is stored, each with its warnings', async () => {
    checks[5001] = aCheck(5001, {
      leftOutTotal: 2,
      replaces: 31,
      message: 'Dieselbe Datei war schon in TruePrice: ID 31, offen.',
    });
    checks[5002] = aCheck(5002, { leaving: { ...NO_LEAVING, count: 12, ownPrices: 3 } });
    await openPage(nameFor(5001), nameFor(5002), nameFor(9999), 'Preise.csv');
    const first = within(rowOf(nameFor(5001)));
    first.getByText('Apotheke 5001 (5001), OTC');
    first.getByText('2 Zeilen werden ausgelassen');
    first.getByText('Ersetzt die offene LZD 31');
    first.getByText('Dieselbe Datei war schon in TruePrice: ID 31, offen.');
    const second = within(rowOf(nameFor(5002)));
    second.getByText('12 von 1.000 Artikeln verlassen die Liste.');
    second.getByText('In der ganzen Liste entfallen: 3 eigene Preise.');
    expect(stateOf(nameFor(9999))).toContain('Die Apotheke ist nicht bekannt.');
    expect(server.callsOf('checkLzd')).toHaveLength(4);
    expect(server.callsOf('uploadLzd')).toEqual([]);
  });

  test('of a folder that is dropped all are found, those in folders within too; others are named', async () => {
    await openPortal('/admin/uploads', { roles: SALES, server });
    const inner = aFolder('Nord', nameFor(5002), nameFor(5003));
    const outer = aFolder('LZD März', nameFor(5001), 'Notiz.docx', inner);
    const items = [{ kind: 'file', getAsFile: () => null, webkitGetAsEntry: () => outer }];
    fireEvent.drop(await screen.findByLabelText('LZD-Dateien'), {
      dataTransfer: { files: [], items, types: ['Files'] },
    });
    for (const apoId of [5001, 5002, 5003])
      await waitFor(() => within(rowOf(nameFor(apoId))).getByText(`Apotheke ${apoId} (${apoId}), OTC`));
    expect((await screen.findByRole('alert')).textContent).toContain('Notiz.docx');
    expect(server.callsOf('checkLzd')).toHaveLength(3);
  });

  test('a file without a choice cannot be stored; nothing is chosen by itself', async () => {
    await openPage(nameFor(5001), nameFor(5002));
    expect(screen.getByLabelText<HTMLSelectElement>(`Auswahl für ${nameFor(5001)}`).value).toBe('');
    expect(storeButton().disabled).toBe(true);
    screen.getByText(/Für 2 Dateien fehlt die Auswahl\./);
    await select(nameFor(5002), 'Aktualisieren');
    await press('Eine Datei einspielen');
    await arrive(1);
    expect(server.callsOf('uploadLzd')[0]).toMatchObject({
      params: { crmId: '105002', token: 'token-5002' },
      body: { resetChoice: '1', csv: { name: nameFor(5002) } },
    });
    await waitFor(() => expect(stateOf(nameFor(5002))).toContain('Eingespielt'));
    expect(stateOf(nameFor(5001))).toBe('Geprüft');
  });

  test('are stored one after the other; one that fails leaves the others and can be tried again', async () => {
    let broken = true;
    const good = {
      status: 'OK',
      id: 1,
      rows: 900,
      leftOut: [],
      leftOutTotal: 0,
      doubts: [],
      certificate: null,
      notes: [],
      leaving: null,
      message: null,
    };
    server.on('uploadLzd', ({ params }) =>
      broken && params.crmId === '105002' ? new Refused(503, 'busy', 'Die Datenbank antwortet nicht.') : good,
    );
    await openPage(nameFor(5001), nameFor(5002), nameFor(5003));
    await press('Alle Listen aktualisieren');
    await press('3 Dateien einspielen');
    await screen.findByText(/Datei 1 von 3 wird eingespielt/);
    await arrive(1);
    await screen.findByText(/Datei 2 von 3 wird eingespielt/);
    await arrive(2);
    await arrive(3);
    await waitFor(() => expect(stateOf(nameFor(5003))).toContain('Eingespielt'));
    expect(stateOf(nameFor(5001))).toContain('Eingespielt');
    expect(stateOf(nameFor(5002))).toContain('Nicht eingespieltDie Datenbank antwortet nicht.');
    broken = false;
    await press('Eine Datei einspielen');
    await arrive(4);
    await waitFor(() => expect(stateOf(nameFor(5002))).toContain('Eingespielt'));
    screen.getByText('3 von 3 Dateien eingespielt.');
    const next = screen.getByRole('link', { name: 'Weiter: 3 LZD freischalten' });
    expect(next.getAttribute('href')).toBe('/admin/pipeline?stage=uploaded');
  });

  test('a call that comes too soon is made again when the server said, not before', async () => {
    const tooMany = new Refused(429, 'too_many_requests', 'Das waren zu viele Anfragen.', { 'retry-after': '1' });
    const times: { check: number[]; store: number[] } = { check: [], store: [] };
    const good = {
      status: 'OK',
      id: 1,
      rows: 900,
      leftOut: [],
      leftOutTotal: 0,
      doubts: [],
      certificate: null,
      notes: [],
      leaving: null,
      message: null,
    };
    server.on('checkLzd', () => (times.check.push(performance.now()) === 1 ? tooMany : aCheck(5001)));
    server.on('uploadLzd', () => (times.store.push(performance.now()) === 1 ? tooMany : good));
    await openPortal('/admin/uploads', { roles: SALES, server });
    await user.upload(await screen.findByLabelText('LZD-Dateien'), aFile(nameFor(5001)));
    await waitFor(() => expect(stateOf(nameFor(5001))).toBe('Geprüft'));
    await select(nameFor(5001), 'Aktualisieren');
    await press('Eine Datei einspielen');
    await arrive(1);
    await waitFor(() => expect(TestUpload.current).toBeDefined());
    await arrive(2);
    await waitFor(() => expect(stateOf(nameFor(5001))).toContain('Eingespielt'));
    for (const [first = 0, second = 0] of [times.check, times.store])
      expect(second - first).toBeGreaterThanOrEqual(999);
  });

  test('above a tenth of a list a reset is asked a second time, with its number; exactly a tenth is not', async () => {
    checks[5001] = aCheck(5001, { leaving: { ...NO_LEAVING, count: 101 } });
    checks[5002] = aCheck(5002, { leaving: { ...NO_LEAVING, count: 100 } });
    await openPage(nameFor(5001), nameFor(5002));
    await press('Alle Listen zurücksetzen');
    await press('2 Dateien einspielen');
    const dialog = within(await screen.findByRole('dialog', { name: '101 Artikel aus den Preislisten entfernen?' }));
    dialog.getByText('Apotheke 5001 (5001), OTC:');
    expect(dialog.queryByText('Apotheke 5002 (5002), OTC:')).toBeNull();
    await pressInDialog('Abbrechen');
    expect(TestUpload.current).toBeUndefined();
    await select(nameFor(5001), 'Aktualisieren');
    await press('2 Dateien einspielen');
    expect(screen.queryByRole('dialog', { name: /entfernen/ })).toBeNull();
    await arrive(1);
    await arrive(2);
    expect(server.callsOf('uploadLzd').map(({ body }) => (body as { resetChoice: string }).resetChoice)).toEqual([
      '1',
      '0',
    ]);
    await screen.findByText('2 von 2 Dateien eingespielt.');
  });

  test('two files for one list are stored once one of them has been removed', async () => {
    const again = `${nameFor(5001).slice(0, -4)} (1).csv`;
    await openPage(nameFor(5001), again);
    await press('Alle Listen aktualisieren');
    expect(storeButton().disabled).toBe(true);
    expect(screen.getAllByText(/ist für dieselbe Liste/)).toHaveLength(2);
    await press(`${again} entfernen`);
    expect(storeButton().disabled).toBe(false);
  });

  test('the second click of a double click removes no second file (rule 2.32)', async () => {
    await openPage(nameFor(5001), nameFor(5002), nameFor(5003));
    await press(`${nameFor(5001)} entfernen`);
    await clickUnread(screen.getByRole('button', { name: `${nameFor(5002)} entfernen` }));
    expect(rowOf(nameFor(5002))).toBeDefined();
    await press(`${nameFor(5002)} entfernen`);
    expect(screen.queryByRole('row', { name: /5002/ })).toBeNull();
  });

  test('the issues of a refused file can be read, and it is checked again when it is chosen again', async () => {
    const refused = new Refused(422, 'invalid_file', 'Die Datei enthält Fehler.');
    Object.assign(refused.body, {
      errors: [{ line: 2, column: 'TruePrice neu', value: 'viel', message: 'Das ist kein Preis.' }],
      total: 1,
    });
    checks[5001] = refused;
    await openPage(nameFor(5001));
    expect(stateOf(nameFor(5001))).toContain('Die Datei enthält Fehler.');
    await press(/^Einzelheiten/);
    const dialog = within(await screen.findByRole('dialog', { name: nameFor(5001) }));
    dialog.getByText('Das ist kein Preis.');
    await pressInDialog('Schließen');
    checks[5001] = aCheck(5001);
    await choose(nameFor(5001));
    expect(screen.getAllByRole('row')).toHaveLength(2);
    await waitFor(() => expect(stateOf(nameFor(5001))).toBe('Geprüft'));
  });

  test('leaving the page while files are stored asks; after leaving no further one is sent', async () => {
    await openPage(nameFor(5001), nameFor(5002));
    await press('Alle Listen aktualisieren');
    await press('2 Dateien einspielen');
    await user.click(screen.getByRole('link', { name: 'Übersicht' }));
    await screen.findByRole('dialog', { name: 'Seite verlassen?' });
    await pressInDialog('Hier bleiben');
    screen.getByRole('heading', { name: 'LZD-Dateien einspielen' });
    await user.click(screen.getByRole('link', { name: 'Apotheken' }));
    await pressInDialog('Seite verlassen');
    await screen.findByRole('heading', { name: 'TRUEPRICE KUNDEN' });
    await arrive(1);
    await act(async () => Promise.resolve());
    expect(TestUpload.current).toBeUndefined();
  });
});

// Rule 20.14.
test('a file with a red check stays out until somebody says otherwise, by itself', async () => {
  const message = 'Alle 24 geänderten Preise sind 16,0 % niedriger als heute.';
  checks[5002] = aCheck(5002, {
    doubts: [{ check: 'commonFactor', message }],
    certificate: { colour: 'red', checks: [{ check: 'commonFactor', result: 'refused', message }] },
  });
  await openPage(nameFor(5001), nameFor(5002));
  screen.getByText('Abgelehnt:');
  await press('Alle Listen aktualisieren');
  await screen.findByText(/Eine abgelehnte Datei wird nicht eingespielt\./);
  screen.getByRole('button', { name: 'Eine Datei einspielen' });
  await user.click(screen.getByRole('checkbox', { name: `${nameFor(5002)} trotzdem einspielen` }));
  await press('2 Dateien einspielen');
  await arrive(1);
  await arrive(2);
  await screen.findByText(/2 von 2 Dateien eingespielt\./);
  const sent = server.callsOf('uploadLzd').map(({ body }) => (body as { despiteRed?: string }).despiteRed);
  expect(sent).toEqual([undefined, '1']);
});

test("the days without uploads are the server's, not the computer's (rule 7.6)", async () => {
  const notice = 'Zwischen dem 26. des Monats und 4. des Folgemonats sind LZD Uploads gesperrt.';
  noteServerTime('Wed, 27 Mar 2047 09:00:00 GMT');
  const { unmount } = await openPortal('/admin/uploads', { roles: SALES, server });
  await screen.findByText(notice, { exact: false });
  unmount();
  noteServerTime('Mon, 10 Jun 2047 09:00:00 GMT');
  await openPortal('/admin/uploads', { roles: SALES, server });
  await screen.findByRole('heading', { name: 'LZD-Dateien einspielen' });
  expect(screen.queryByText(notice, { exact: false })).toBeNull();
});
