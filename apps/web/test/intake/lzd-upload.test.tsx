import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Dashboard, FileIssueAnswer } from '@portal/contracts';
import { aDashboard, aGroup, anLzdOnItsWay, aPharmacy } from '../support/data.ts';
import { aServer, openPortal } from '../support/portal.tsx';
import { Refused } from '../support/server.ts';
import { press, user } from '../support/user.ts';
import { TestUpload } from './upload-server.ts';

const P = '/p/100101/tokenA';
const SALES = ['solvena_sales'];
const XSRF = 'xsrf-1'.padEnd(43, 'x');
const GOOD = 'ZumDurchsehen_OTC_5001_Löwen-Apotheke_9_3_2026.csv';
const CSV = 'PZN;TruePrice neu\r\n00000018;1,00\r\n';

let server = aServer();
beforeEach(() => {
  server = aServer();
  TestUpload.serve(server);
  document.cookie = `XSRF-TOKEN=${XSRF}`;
});
afterEach(() => {
  act(() => notifications.clean());
});

async function openDashboard(dashboard: Partial<Dashboard> = {}, roles = SALES) {
  server.on('getDashboard', () => aDashboard(dashboard));
  const view = await openPortal(P, { roles, server });
  await screen.findByText('Preislisten');
  return view;
}
async function openModal(dashboard: Partial<Dashboard> = {}) {
  const view = await openDashboard(dashboard);
  await user.click(await screen.findByRole('button', { name: 'LZD hochladen' }));
  await screen.findByRole('dialog', { name: 'LZD hochladen' });
  return view;
}
const aFile = (name: string, content: string | Uint8Array<ArrayBuffer> = CSV, type = 'text/csv') =>
  new File([content], name, { type });
/** Chooses a file, even of a type that the browser's dialog would not offer. */
const choose = async (file: File) =>
  user.setup({ applyAccept: false }).upload(await screen.findByLabelText('LZD-Datei'), file);
/** By hand, since user-event has no drops. */
const drop = async (...files: File[]) => {
  const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }));
  fireEvent.drop(await screen.findByLabelText('LZD-Datei'), { dataTransfer: { files, items, types: ['Files'] } });
};
const startButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Import starten' });
const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);
/** The upload that is on its way. */
const sent = () =>
  waitFor(() => {
    if (!TestUpload.current) throw new Error('nothing was sent');
    return TestUpload.current;
  });

// Rule 10.5.
describe('the way to the LZD upload (rule 6.4)', () => {
  test('is offered to staff only, and not for a mirror', async () => {
    const { unmount } = await openDashboard({}, ['TP_admin_100101']);
    expect(screen.queryByText('LZD hochladen')).toBeNull();
    unmount();
    const mirror = await openDashboard({
      pharmacy: aPharmacy({ parentPharmacy: 5002 }),
      parentPharmacy: aPharmacy({ apoId: 5002, name: 'Haupt' }),
    });
    expect(screen.queryByText('LZD hochladen')).toBeNull();
    mirror.unmount();
    await openDashboard();
    await screen.findByRole('button', { name: 'LZD hochladen' });
  });

  test('is closed from the 26th to the 4th', async () => {
    await openDashboard({ now: '2026-11-27T12:00:00.000Z', lzdUploadBlocked: true });
    await screen.findByText('Zwischen dem 26. des Monats und 4. des Folgemonats sind LZD Uploads gesperrt.');
    screen.getByText('Ab dem 05.12. geht es wieder.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'LZD hochladen' }).disabled).toBe(true);
  });
});

describe('the file of an LZD upload (rule 6.4)', () => {
  test('is needed before the import can start, and can be taken away again', async () => {
    await openModal();
    expect(startButton().disabled).toBe(true);
    screen.getByText('ZumDurchsehen_Warengruppe_ApoId_Apothekenname_Tag_Monat_Jahr.csv');
    await choose(aFile(GOOD));
    await screen.findByText(GOOD);
    expect(startButton().disabled).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Datei entfernen' }));
    expect(startButton().disabled).toBe(true);
  });

  test.each<[string, () => File[], string]>([
    [
      'type',
      () => [aFile('liste.pdf', '%PDF', 'application/pdf')],
      'Nur CSV-Dateien (.csv) können hochgeladen werden.',
    ],
    [
      'size',
      () => [aFile(GOOD, new Uint8Array(20 * 2 ** 20 + 1))],
      'Die Datei ist zu groß. Erlaubt sind höchstens 20 MB.',
    ],
    ['no_multiple', () => [aFile(GOOD), aFile('b.csv')], 'Sie können nur eine Datei hochladen.'],
  ])('is rejected for its %s', async (_reason, files, text) => {
    await openModal();
    await drop(...files());
    await screen.findByText(text);
    expect(startButton().disabled).toBe(true);
  });

  test.each([
    ['lzd.csv', ['Der Dateiname lzd.csv entspricht nicht der Spezifikation (siehe oben).']],
    [
      'ZumDurchsehen_FREIWAHL_77_Andere_9_3_2026.csv',
      [
        'Die Datei ZumDurchsehen_FREIWAHL_77_Andere_9_3_2026.csv ist nicht für diese Apotheke erstellt worden (falsche ApoID im Dateinamen). Aktueller Apothekenkontext: 5001 Löwen-Apotheke',
      ],
    ],
    [
      'ZUMDURCHSEHEN_hilfsmittel_5001_x_9_3_2026 (1).CSV',
      ['Die LZD darf derzeit nicht eingespielt werden, da es ein offenes Preisupdate für HILFSMITTEL gibt.'],
    ],
    ['zumdurchsehen_otc_5001_x_31_3_2026.csv', []],
  ])('with the name %s gives its warnings and no start', async (name, warnings) => {
    await openModal({ tpData: [aGroup('OTC'), aGroup('FREIWAHL'), aGroup('HILFSMITTEL', { qdpId: 7 })] });
    await choose(aFile(name));
    await screen.findByText(name);
    expect(alerts()).toEqual(warnings);
    expect(startButton().disabled).toBe(warnings.length > 0);
  });

  test('tells that it replaces an LZD that is open', async () => {
    await openModal({ tpData: [aGroup('OTC', { lzdId: 31 })] });
    await choose(aFile(GOOD));
    await screen.findByText('Für OTC ist schon eine LZD offen (ID 31). Sie wird durch diese ersetzt.');
    expect(startButton().disabled).toBe(false);
  });
});

describe('the LZD upload under way', () => {
  const taken = {
    status: 'OK',
    id: 78,
    rows: 12_345,
    leftOut: [],
    leftOutTotal: 0,
    doubts: [],
    certificate: null,
    notes: [],
    leaving: null,
    message: null,
  };

  test('sends file and choice, shows how far it is, then loads the dashboard again', async () => {
    server.on('uploadLzd', () => taken);
    await openModal();
    await choose(aFile(GOOD));
    await screen.findByText(GOOD);
    await user.click(screen.getByLabelText('Liste zurücksetzen und neue Artikel laden'));
    const loads = server.callsOf('getDashboard').length;
    await user.click(startButton());
    const upload = await sent();
    act(() => upload.progress(0.456));
    await screen.findByText(`${GOOD} wird hochgeladen: 45 %`);
    act(() => upload.progress(1));
    await screen.findByText(`${GOOD} wird geprüft und eingespielt …`);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Abbrechen' }).disabled).toBe(true);
    await act(() => upload.arrive());
    const dialog = within(await screen.findByRole('dialog', { name: 'LZD eingespielt' }));
    dialog.getByText('12.345 Artikel, ID 78.');
    const [call] = server.callsOf('uploadLzd');
    expect(call?.params).toEqual({ crmId: '100101', token: 'tokenA' });
    expect(call?.body).toEqual({ resetChoice: '0', csv: { name: GOOD, size: CSV.length } });
    expect(call?.headers.get('authorization')).toBe('Bearer token-of-the-user');
    expect(call?.headers.get('x-xsrf-token')).toBe(XSRF);
    await waitFor(() => expect(server.callsOf('getDashboard').length).toBeGreaterThan(loads));
  });

  test('leads to the release of what was uploaded, where it is selected already (rule 6.4)', async () => {
    server.on('uploadLzd', () => taken);
    server.on('getLzdPipeline', () => ({ at: '2026-03-20T09:00:00.000Z', entries: [anLzdOnItsWay(78)], total: 1 }));
    await openModal();
    await choose(aFile(GOOD));
    await screen.findByText(GOOD);
    await user.click(startButton());
    const upload = await sent();
    await act(() => upload.arrive());
    await user.click(await screen.findByRole('link', { name: 'Weiter: freischalten' }));
    await screen.findByRole('button', { name: 'Eine LZD freischalten' });
    expect(server.callsOf('releaseLzdByPost')).toEqual([]);
  });

  test('updates the list unless told otherwise; rows that were left out are named', async () => {
    server.on('uploadLzd', () => ({
      ...taken,
      message: 'Dieselbe Datei war schon in TruePrice: ID 12, ersetzt durch 13.',
      leftOut: [{ line: 4, pzn: '00000000', reason: 'Die PZN 00000000 gibt es nicht.' }],
      leftOutTotal: 1,
      doubts: [],
      certificate: null,
      notes: [],
    }));
    await openModal();
    await choose(aFile(GOOD));
    await screen.findByText(GOOD);
    await user.click(startButton());
    const upload = await sent();
    await act(() => upload.arrive());
    const dialog = within(await screen.findByRole('dialog', { name: 'LZD eingespielt' }));
    dialog.getByText('Dieselbe Datei war schon in TruePrice: ID 12, ersetzt durch 13.');
    const cells = within(dialog.getByRole('table', { name: 'Eine Zeile wurde ausgelassen:' })).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual(['4', '00000000', 'Die PZN 00000000 gibt es nicht.']);
    expect(server.callsOf('uploadLzd')[0]?.body).toMatchObject({ resetChoice: '1' });
  });

  test('that resets the list says what its approval takes off it, with the first articles', async () => {
    server.on('uploadLzd', () => ({
      ...taken,
      leaving: {
        count: 295,
        listCount: 298,
        ownPrices: 2,
        permanentPrices: 0,
        exclusions: 1,
        periods: 0,
        articles: {
          pzn: ['00000018', '00000024'],
          name: ['Aspirin', 'Bepanthen'],
          effectivePrice: [1299, null],
          priceType: [2, 1],
        },
      },
    }));
    await openModal();
    await choose(aFile(GOOD));
    await screen.findByText(GOOD);
    await user.click(screen.getByLabelText('Liste zurücksetzen und neue Artikel laden'));
    await user.click(startButton());
    const upload = await sent();
    await act(() => upload.arrive());
    const dialog = within(await screen.findByRole('dialog', { name: 'LZD eingespielt' }));
    dialog.getByText('12.345 Artikel, ID 78.');
    dialog.getByText('Mit der Freigabe verlassen 295 von 298 Artikeln die Preisliste.');
    dialog.getByText('In der ganzen Liste entfallen: 2 eigene Preise und 1 Ausschluss.');
    await user.click(dialog.getByText('Die ersten 2 dieser Artikel'));
    const cells = within(dialog.getByRole('table')).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual([
      '00000018',
      'Aspirin',
      '12,99',
      '00000024',
      'Bepanthen',
      '---',
    ]);
    await user.click(dialog.getAllByRole('button', { name: 'Schließen' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('shows every issue that the server names, with the total, and lets another file be tried', async () => {
    const errors: FileIssueAnswer[] = Array.from({ length: 50 }, (_, i) => ({
      line: i + 2,
      column: 'TruePrice neu',
      value: i === 0 ? null : `viel ${i}`,
      message: i === 0 ? 'Der Preis fehlt.' : 'Das ist kein Preis.',
    }));
    const refusal = new Refused(422, 'fail', 'Die Datei enthält 1.234 Fehler. Es wurde nichts übernommen.');
    Object.assign(refusal.body, { status: 'fail', errors, total: 1234 });
    server.on('uploadLzd', () => refusal);
    await openModal();
    await choose(aFile(GOOD));
    await screen.findByText(GOOD);
    await user.click(startButton());
    const upload = await sent();
    await act(() => upload.arrive());
    await screen.findByText('Fehler bei der Verarbeitung: Die Datei enthält 1.234 Fehler. Es wurde nichts übernommen.');
    screen.getByText('Die ersten 50 von 1.234 Fehlern der Datei');
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows).toHaveLength(51);
    const texts = (row: HTMLElement | undefined) => [...(row?.children ?? [])].map((cell) => cell.textContent);
    expect(texts(rows[0])).toEqual(['Zeile', 'Spalte', 'Wert', 'Fehler']);
    expect(texts(rows[1])).toEqual(['2', 'TruePrice neu', '–', 'Der Preis fehlt.']);
    expect(texts(rows[2])).toEqual(['3', 'TruePrice neu', 'viel 1', 'Das ist kein Preis.']);
    expect(startButton().disabled).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Datei entfernen' }));
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('with a red check is refused first, and taken in where somebody says so (rule 20.14)', async () => {
    const reason = 'Die Datei wurde nicht eingespielt: Wahrscheinlich fehlt die MwSt.';
    const refusal = new Refused(422, reason, reason);
    const certificate = { colour: 'red', checks: [] };
    Object.assign(refusal.body, {
      status: 'fail',
      delivery: { id: null, state: 'refused', stateText: '', certificate },
    });
    server.on('uploadLzd', ({ body }) => ((body as { despiteRed?: string }).despiteRed === '1' ? taken : refusal));
    await openModal();
    await choose(aFile(GOOD));
    await screen.findByText(GOOD);
    await user.click(startButton());
    const first = await sent();
    await act(() => first.arrive());
    await screen.findByText(`Fehler bei der Verarbeitung: ${reason}`);
    TestUpload.current = undefined;
    await press('Trotzdem einspielen');
    const second = await sent();
    await act(() => second.arrive());
    await screen.findByRole('dialog', { name: 'LZD eingespielt' });
  });

  test('can be called off while the file is being sent, and says when the network fails', async () => {
    server.on('uploadLzd', () => taken);
    await openModal();
    await choose(aFile(GOOD));
    await screen.findByText(GOOD);
    await user.click(startButton());
    const first = await sent();
    act(() => first.progress(0.2));
    await screen.findByText(/20 %/);
    TestUpload.current = undefined;
    await user.click(screen.getByRole('button', { name: 'Abbrechen' }));
    await screen.findByText(GOOD);
    expect(alerts()).toEqual([]);
    await user.click(startButton());
    const second = await sent();
    act(() => second.breakOff());
    await screen.findByText(/^Fehler bei der Verarbeitung: Der Server ist nicht erreichbar/);
  });
});
