import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { book, textRow } from '@portal/dev/workbooks/make-workbook.ts';
import type { PharmacyFileAnswer, PharmacyOutcome } from '@portal/contracts';
import { takeInPharmacyFile } from '../../src/modules/pharmacy-intake/pharmacies-command.ts';
import { upload } from '../intake/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { asCustomerCentre, events, known, record } from './support.ts';

// Rule 23.13.

let portal: TestPortal;
let admin: Client;
let crm: Client;
let folder: string;
beforeAll(async () => {
  portal = await startPortal('2026-03-10T09:00:00Z');
  admin = await portal.as('Petra Hahn', ['solvena_admin']);
  crm = await asCustomerCentre(portal);
  folder = await mkdtemp(join(tmpdir(), 'pharmacies-test-'));
});
afterAll(async () => {
  await portal?.close();
  await rm(folder, { recursive: true, force: true });
});

const HEADINGS = 'Kundennummer;ApoID;Name;Straße;PLZ;Ort;Status';
const row = (n: number, name = `Rosen-Apotheke ${n}`, rest = '10115;Berlin;bestellt') =>
  `${810_000 + n};${610_000 + n};${name};Marktplatz ${n};${rest}`;
const file = (...rows: string[]) => `${[HEADINGS, ...rows].join('\r\n')}\r\n`;

describe('an administrator', () => {
  const create = async (n: number, other: object = {}) => {
    const { changedAt: _, ...pharmacy } = record(n, { ...other });
    const { status, body } = await admin.post('/api/admin/pharmacies', { pharmacy });
    return { status, outcome: (body as { outcome: PharmacyOutcome }).outcome };
  };

  test('makes a pharmacy by hand, in the history under the own name', async () => {
    const { status, outcome } = await create(1);
    expect([status, outcome]).toEqual([
      200,
      { crmCompanyId: 810_001, outcome: 'created', token: expect.stringMatching(/^[\w-]{32}$/) },
    ]);
    expect(await events(portal, 1)).toEqual([{ event: 'Apotheke angelegt', userName: 'Petra Hahn' }]);
    expect((await admin.get(`/api/pharmacy/dashboard/810001/${outcome.token}`)).status).toBe(200);
  });

  test('does not change one by making it again, nor take its numbers', async () => {
    expect((await create(1, { name: 'Anders' })).outcome).toMatchObject({
      outcome: 'refused',
      field: 'crmCompanyId',
      message: 'Diese Apotheke gibt es schon.',
    });
    expect((await create(1, { apoId: 699_999 })).outcome).toMatchObject({ outcome: 'refused', field: 'apoId' });
    expect((await create(2, { zipcode: '1067' })).outcome).toMatchObject({ outcome: 'refused', field: 'zipcode' });
    expect((await known(crm)).map(({ name }) => name)).toEqual(['Rosen-Apotheke 1']);
  });

  test('sees what a file would do before anything is written, and then does it', async () => {
    const content = file(row(1, 'Linden-Apotheke'), row(3), row(4, 'Zu kurz', '1067;Dresden;aktiv'), row(5));
    const call = async (path: string) =>
      (await upload(portal, admin, path, { name: 'apotheken.csv', content })).body as PharmacyFileAnswer;
    const checked = await call('/api/admin/pharmacies/check');
    expect(checked).toEqual({
      status: 'OK',
      counts: { created: 2, changed: 1, unchanged: 0, refused: 1 },
      ignored: [],
      rows: [
        {
          line: 4,
          crmCompanyId: 810_004,
          name: 'Zu kurz',
          outcome: 'refused',
          text: 'Die Postleitzahl muss in Deutschland 5 Ziffern haben (führende Null nicht vergessen).',
        },
        {
          line: 3,
          crmCompanyId: 810_003,
          name: 'Rosen-Apotheke 3',
          outcome: 'created',
          text: 'ApoID 610003, Marktplatz 3, 10115 Berlin, bestellt',
        },
        {
          line: 5,
          crmCompanyId: 810_005,
          name: 'Rosen-Apotheke 5',
          outcome: 'created',
          text: 'ApoID 610005, Marktplatz 5, 10115 Berlin, bestellt',
        },
        {
          line: 2,
          crmCompanyId: 810_001,
          name: 'Linden-Apotheke',
          outcome: 'changed',
          text: 'Name geändert: Rosen-Apotheke 1 → Linden-Apotheke',
        },
      ],
    });
    expect(await known(crm)).toHaveLength(1);
    expect(await call('/api/admin/pharmacies/file')).toEqual(checked);
    expect((await known(crm)).map(({ apoId }) => apoId)).toEqual([610_001, 610_003, 610_005]);
    expect((await events(portal, 1)).at(-1)?.userName).toBe('Petra Hahn');
    expect((await call('/api/admin/pharmacies/file')).counts).toMatchObject({ created: 0, changed: 0, unchanged: 3 });
  });

  test('takes an Excel file with further columns, and hears which of them say nothing', async () => {
    const headings = [
      'apoid',
      'CRMCOMPANYID',
      'name',
      'street',
      'zipcode',
      'city',
      'active',
      'Pilot',
      'Vertrag',
      'Chef',
    ];
    const content = book(
      textRow(1, headings) +
        textRow(2, ['610006', '810006', 'Sechs', 'Weg 6', '04109', 'Leipzig', '1', 'nein', 'ja', 'Anna']),
    );
    const { body } = await upload(portal, admin, '/api/admin/pharmacies/file', { name: 'apotheken.xlsx', content });
    expect(body).toMatchObject({ counts: { created: 1 }, ignored: ['Chef'] });
    expect((await known(crm)).at(-1)).toMatchObject({
      apoId: 610_006,
      zipcode: '04109',
      active: 1,
      pilotAccess: false,
      contractStatus: 1,
    });
  });

  test.each([
    ['Name;Ort\r\nRosen;Berlin\r\n', 'Die Spalte fehlt in der Kopfzeile.'],
    [file(), 'Die Datei enthält unter der Kopfzeile keine Daten.'],
  ])('a file that is none is refused: %j', async (content, message) => {
    const answer = await upload(portal, admin, '/api/admin/pharmacies/check', { name: 'a.csv', content });
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining(message)]);
  });

  test('sales may not', async () => {
    const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
    expect((await sales.post('/api/admin/pharmacies', { pharmacy: record(9) })).status).toBe(403);
  });
});

describe('pnpm pharmacies', () => {
  async function run(content: string | null, { args = [] as string[], url = portal.databaseUrl } = {}) {
    const path = join(folder, 'apotheken.csv');
    if (content !== null) await writeFile(path, content);
    const [said, complained] = [[] as string[], [] as string[]];
    const output = { say: (line: string) => said.push(line), complain: (line: string) => complained.push(line) };
    const code = await takeInPharmacyFile(
      [...(content === null ? [] : [path]), ...args],
      { DATABASE_URL: url },
      output,
    );
    return { code, said, complained };
  }

  test('takes a file in, and with --check only says what it would do', async () => {
    const content = file(row(21), row(22), row(22, 'Andere'));
    expect(await run(content, { args: ['--check'] })).toEqual({
      code: 0,
      said: [
        'Zeile 2: neu: 810021 Rosen-Apotheke 21: ApoID 610021, Marktplatz 21, 10115 Berlin, bestellt',
        'Zeile 3: neu: 810022 Rosen-Apotheke 22: ApoID 610022, Marktplatz 22, 10115 Berlin, bestellt',
        'Zeile 4: geändert: 810022 Andere: Name geändert: Rosen-Apotheke 22 → Andere',
        'Geprüft, nichts eingespielt: 2 neu, 1 geändert, 0 unverändert, 0 abgelehnt',
      ],
      complained: [],
    });
    expect((await run(content)).said).toEqual(['Eingespielt: 2 neu, 1 geändert, 0 unverändert, 0 abgelehnt']);
    expect(await events(portal, 22)).toEqual([{ event: 'Apotheke angelegt', userName: 'Kundencenter' }]);
  });

  test('ends with 1 where some are refused, each with its line', async () => {
    expect(await run(file(row(23), row(24, ' ')))).toEqual({
      code: 1,
      said: [
        'Zeile 3: abgelehnt: 810024 : Der Name fehlt.',
        'Eingespielt: 1 neu, 0 geändert, 0 unverändert, 1 abgelehnt',
      ],
      complained: [],
    });
  });

  test('without an address of a database does nothing, and says so', async () => {
    expect(await run(file(row(25)), { url: '' })).toEqual({
      code: 2,
      said: [],
      complained: ['Aufruf: DATABASE_URL=postgresql://… npm run pharmacies -- DATEI.csv [--check]'],
    });
    expect((await run(null)).code).toBe(2);
    expect((await run('Name\r\nRosen\r\n')).complained).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Nichts eingespielt'),
        '  Zeile 1: Kundennummer: Die Spalte fehlt in der Kopfzeile.',
      ]),
    );
    expect((await run(file(row(25)), { url: 'postgresql://nobody@127.0.0.1:1/none' })).code).toBe(2);
  });
});
