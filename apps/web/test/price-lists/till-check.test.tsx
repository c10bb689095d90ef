import '../support/node-forms.ts';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { AnswerOf, checkTill, getTillCheck, TillCheckRow } from '@portal/contracts';
import { noTillCounts } from '@portal/rules';
import { screen, waitFor, within } from '@testing-library/react';
import { aServer, openPortal } from '../support/portal.tsx';
import { Refused } from '../support/server.ts';
import '../exports/saved-files.ts';
import { findGrid } from '../support/rows.ts';
import { press, user } from '../support/user.ts';
import { outcome } from './import-dialog.tsx';
import { aPriceList } from './list.ts';
import { priceInput } from './open-list.tsx';

const PATH = '/p/100101/tokenA/kassenabgleich';
afterEach(() => sessionStorage.clear());

const aRow = (n: number, more: Partial<TillCheckRow> = {}): TillCheckRow => ({
  pzn: `0000000${n}`,
  name: `Salbe ${n}`,
  content: '20 St',
  productGroup: 'OTC',
  verdict: 'different',
  inTill: true,
  till: 450,
  approved: 500,
  since: '2026-03-01T09:00:00.000Z',
  reason: 'changedAtTill',
  refusal: null,
  transfer: { via: 'file', at: '2026-03-02T09:00:00.000Z', contents: 'all' },
  stays: null,
  ...more,
});
const ROWS = [
  aRow(1),
  aRow(2, { stays: 'blocked', reason: 'refused', refusal: 'gesperrt' }),
  aRow(3, { till: null, reason: 'notConfirmed' }),
  aRow(4, { verdict: 'missing', inTill: false, till: null, reason: 'neverSent', transfer: null }),
  aRow(5, { verdict: 'changedSince', reason: null }),
];
const CHECK: NonNullable<AnswerOf<typeof getTillCheck>['check']> = {
  takenAt: '2026-03-03T09:05:00.000Z',
  source: 'file',
  fileName: 'export.csv',
  userName: 'Anna Berger',
  counts: { ...noTillCounts(), different: 3, missing: 1, equal: 2000, changedSince: 1, foreign: 7 },
  notCompared: [],
};
const READ: AnswerOf<typeof checkTill> = {
  status: 'OK',
  rows: 2004,
  deviations: 4,
  faulty: [{ line: 17, pzn: '00000009', column: 'VK', value: 'zwölf', message: 'Das ist kein Preis.' }],
  faultyTotal: 1,
  repeated: 0,
  doubts: [],
};
const EMPTY: AnswerOf<typeof getTillCheck> = {
  check: null,
  tills: [],
  mirror: false,
  rows: [],
  doubted: [],
  leftOut: [],
};

async function openPage(answer: () => AnswerOf<typeof getTillCheck> = () => ({ ...EMPTY, check: CHECK, rows: ROWS })) {
  const server = aServer()
    .on('getTillCheck', ({ query }) =>
      query.rows === 'equal'
        ? { ...answer(), rows: [aRow(8, { verdict: 'equal', till: 500, reason: null })] }
        : answer(),
    )
    .on('readTillColumns', () => ({
      columns: ['PZN', 'Artikel', 'EK', 'VK'],
      by: 'headings',
      guessed: { pzncolumn: 'PZN', pricecolumn: 'VK' },
      examples: [],
    }))
    .on('getPriceList', () =>
      aPriceList([
        { name: 'Salbe 1', calculatedPrice: 500 },
        { name: 'Salbe 2', calculatedPrice: 500 },
      ]),
    );
  const view = await openPortal(PATH, { roles: ['TP_admin_100101'], server });
  await screen.findByRole('heading', { name: 'Kassenabgleich' });
  return { ...view, server };
}
const shown = () => screen.getAllByRole('row').flatMap((row) => /Salbe \d/.exec(row.textContent ?? '')?.[0] ?? []);

describe('what the till has otherwise (rules 9.30 to 9.32)', () => {
  test('shows rows first, with counts by verdict and the reason of each', async () => {
    await openPage();
    await findGrid();
    screen.getByText('03.03.2026 10:05 · export.csv · Anna Berger');
    expect(shown()).toEqual(['Salbe 2', 'Salbe 1', 'Salbe 3']);
    screen.getByRole('row', {
      name: /00000001.*4,50.*5,00.*an der Kasse geändert.*01\.03\.2026.*Datei 02\.03\.2026 10:00/,
    });
    screen.getByRole('row', { name: /von der Kasse abgelehnt: gesperrt.*in Preisfreigabe/ });
    screen.getByRole('row', { name: /ohne Preis.*Datei nicht als geladen bestätigt/ });
    screen.getByText('7 weitere Artikel der Kasse haben hier keinen Preis.');
    await user.click(screen.getByRole('radio', { name: 'Fehlt in der Kasse (1)' }));
    screen.getByRole('row', { name: /fehlt.*nie gesendet/ });
    await user.click(screen.getByRole('radio', { name: 'Seitdem geändert (1)' }));
    screen.getByRole('row', { name: /Salbe 5.*seit dem Abgleich in TruePrice geändert/ });
    await user.click(screen.getByRole('radio', { name: 'Gleich (2.000)' }));
    await screen.findByText('Salbe 8');
  });

  test('a mirror takes nothing over', async () => {
    await openPage(() => ({ ...EMPTY, check: CHECK, mirror: true, rows: ROWS }));
    await findGrid();
    screen.getByText('Preise ändern Sie in der Hauptapotheke.');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('what is not compared or does not count yet (rules 9.34, 9.45 and 9.46)', () => {
  test('groups without a row, and what the correction file leaves out, before it is made', async () => {
    const notCompared = [{ productGroup: 'FREIWAHL', count: 2310 } as const];
    await openPage(() => ({ ...EMPTY, check: { ...CHECK, notCompared }, rows: ROWS, leftOut: ['00000007'] }));
    await findGrid();
    screen.getByText('Nicht verglichen: Freiwahl (2.310). Davon nennt die Kasse keinen Artikel.');
    screen.getByText('Die Korrekturdatei lässt 1 zurückgenommenen Artikel weg');
    screen.getByText('Ihre Preisdatei lässt Artikel ohne Preis weg. Bitte an der Kasse löschen: PZN 00000007');
  });

  test('an inventory of a till is confirmed, or dropped', async () => {
    const doubts = ['Freiwahl fehlt ganz (231 Artikel).'];
    const waiting = { account: 'job:a', name: 'kasse', takenAt: '2026-03-04T01:00:00.000Z', doubts };
    let doubted = [waiting];
    const { server } = await openPage(() => ({ ...EMPTY, check: CHECK, rows: ROWS, doubted }));
    const said: unknown[] = [];
    server.on('decideTillInventory', ({ body }) => {
      said.push(body);
      doubted = [];
      return { status: 'OK' };
    });
    const alert = await screen.findByRole('alert');
    within(alert).getByText('Der Bestand vom 04.03.2026 02:00 zählt noch nicht');
    within(alert).getByText('Freiwahl fehlt ganz (231 Artikel).');
    await user.click(within(alert).getByRole('button', { name: 'Bestand bestätigen' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(said).toEqual([{ till: 'job:a', takenAt: '2026-03-04T01:00:00.000Z', counts: true }]);
  });
});

describe('the export of a till (rule 9.33)', () => {
  test('is asked about where it cannot be the whole till, and compared only then (rule 9.45)', async () => {
    let stored = EMPTY;
    const { server } = await openPage(() => stored);
    const sent: (string | undefined)[] = [];
    server.on('checkTill', ({ body }) => {
      const { despite } = body as { despite?: string };
      sent.push(despite);
      if (!despite)
        return { ...READ, status: 'doubtful', deviations: 0, doubts: ['Freiwahl fehlt ganz (231 Artikel).'] };
      stored = { ...EMPTY, check: CHECK, rows: ROWS };
      return READ;
    });
    const choose = async (name: string) =>
      user.upload(screen.getByLabelText('Artikelexport der Kasse'), new File(['PZN;VK\n'], name, { type: 'text/csv' }));
    await screen.findByRole('button', { name: 'Abgleichen' });
    await choose('export.csv');
    const start = await screen.findByRole<HTMLButtonElement>('button', { name: 'Abgleichen' });
    await waitFor(() => expect(start.disabled).toBe(false));
    await user.click(start);
    const alert = await screen.findByRole('alert');
    within(alert).getByText('Wirklich vergleichen?');
    within(alert).getByText('Freiwahl fehlt ganz (231 Artikel).');
    // Another file is asked about anew.
    await choose('anderer.csv');
    await screen.findByRole('button', { name: 'Abgleichen' });
    expect(screen.queryByText('Wirklich vergleichen?')).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Abgleichen' }).disabled).toBe(false),
    );
    await user.click(screen.getByRole('button', { name: 'Abgleichen' }));
    await user.click(await screen.findByRole('button', { name: 'Trotzdem vergleichen' }));
    await findGrid();
    expect(sent).toEqual([undefined, undefined, 'take']);
  });

  test('is compared once its columns are named; purchase prices are not offered, unreadable lines are named', async () => {
    let stored = EMPTY;
    const { server } = await openPage(() => stored);
    server.on('checkTill', () => {
      stored = { ...EMPTY, check: CHECK, rows: ROWS };
      return READ;
    });
    const start = await screen.findByRole<HTMLButtonElement>('button', { name: 'Abgleichen' });
    expect(start.disabled).toBe(true);
    const file = new File(['PZN;EK;VK\n'], 'export.csv', { type: 'text/csv' });
    await user.upload(screen.getByLabelText('Artikelexport der Kasse'), file);
    const price = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Preis' });
    expect(Array.from(price.options, ({ value }) => value)).toEqual(['', 'PZN', 'Artikel', 'VK']);
    await waitFor(() => expect(start.disabled).toBe(false));
    await user.click(start);
    await findGrid();
    await user.click(screen.getByText('2.004 Zeilen verglichen, 1 Zeile nicht lesbar'));
    screen.getByText(/Zeile 17, PZN 00000009: VK „zwölf“: Das ist kein Preis\./);
  });

  test('without headings its columns are letters with an example, and what was chosen is said (rule 9.37)', async () => {
    const { server } = await openPage(() => EMPTY);
    const asked: unknown[] = [];
    server.on('readTillColumns', ({ body }) => {
      const { profile } = body as { profile?: string };
      asked.push(profile);
      return {
        columns: ['A', 'B'],
        by: profile ? 'example' : 'profile',
        guessed: { pzncolumn: 'A', pricecolumn: 'B' },
        examples: [
          { column: 'A', example: '00200495' },
          { column: 'B', example: '9,99' },
        ],
      };
    });
    const file = new File(['00200495;9,99\n'], 'export.csv', { type: 'text/csv' });
    await user.upload(await screen.findByLabelText('Artikelexport der Kasse'), file);
    await screen.findAllByText('Nach dem Format der Preisdatei gewählt. Bitte prüfen.');
    await user.click(screen.getByRole('checkbox', { name: 'Wie die Preisdatei dieser Kasse lesen' }));
    await screen.findByText('Die Datei hat keine Überschriften.');
    const price = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Preis' });
    expect(Array.from(price.options, ({ text }) => text)).toContain('B (z. B. 9,99)');
    expect(screen.getAllByText('Nach den Werten gewählt. Bitte prüfen.')).toHaveLength(2);
    expect(asked).toEqual([undefined, 'leave']);
  });

  test('says what is wrong with it', async () => {
    const { server } = await openPage(() => EMPTY);
    server.on('checkTill', () => new Refused(422, 'invalid', 'In der Spalte „VK“ steht kein einziger Preis.'));
    const file = new File(['PZN;EK;VK\n'], 'export.csv', { type: 'text/csv' });
    await user.upload(await screen.findByLabelText('Artikelexport der Kasse'), file);
    await screen.findByRole('combobox', { name: 'Preis' });
    await press('Abgleichen');
    await screen.findByText('In der Spalte „VK“ steht kein einziger Preis.');
  });
});

describe('what is done about it', () => {
  test('chosen prices go into the edit of the price list like an import, others are named (rule 9.35)', async () => {
    const { router } = await openPage();
    await findGrid();
    await user.click(screen.getByRole('checkbox', { name: 'Alle wählen' }));
    screen.getByText('Bleibt: 00000002 in Preisfreigabe, 00000003 ohne Preis in der Kasse');
    await user.click(screen.getByRole('link', { name: 'Kassenpreise übernehmen (1)' }));
    await screen.findByRole('dialog', { name: 'Ergebnis des Imports' });
    expect(router.state.location.pathname).toBe('/p/100101/tokenA/pricelist/OTC');
    expect(outcome('Importiert')).toBe('00000001');
    await waitFor(() => screen.getByText(/Kassenabgleich vom 03\.03\.2026/));
    await user.click(screen.getByRole('button', { name: '1 Artikel prüfen' }));
    await waitFor(() => expect(priceInput('00000001').value).toBe('4,50'));
    expect(router.state.location.state).toBeNull();
  });

  test('the correction file holds what differs (rule 9.34)', async () => {
    const { server } = await openPage();
    const wishes: unknown[] = [];
    server.on('downloadTillFile', ({ body }) => {
      wishes.push(body);
      return new Refused(409, 'wrong_state', 'Es gibt nichts zu korrigieren.');
    });
    await findGrid();
    await press('Korrekturdatei');
    await screen.findByText('Es gibt nichts zu korrigieren.');
    expect(wishes).toEqual([{ productGroups: ['OTC', 'FREIWAHL', 'HILFSMITTEL'], contents: 'corrections' }]);
  });

  test('what the correction file leaves out is named, with what to do (rule 9.34)', async () => {
    const { server } = await openPage();
    server.on('downloadTillFile', () => ({
      status: 'OK',
      data: 'PZN;VK\r\n',
      extension: '.csv',
      omitted: ['00000003', '00000006'],
    }));
    await findGrid();
    await press('Korrekturdatei');
    await screen.findByText('2 zurückgenommene Artikel fehlen in der Korrekturdatei');
    screen.getByText(
      'Ihre Preisdatei lässt Artikel ohne Preis weg. Bitte an der Kasse löschen: PZN 00000003, 00000006',
    );
  });

  test('the space bar chooses the row that has the focus', async () => {
    await openPage();
    await findGrid();
    within(screen.getByRole('row', { name: /00000001/ }))
      .getAllByRole('gridcell')[1]
      ?.focus();
    await user.keyboard(' ');
    await screen.findByRole('link', { name: 'Kassenpreise übernehmen (1)' });
  });
});
