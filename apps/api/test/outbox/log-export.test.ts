import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { freePort } from '@portal/dev/free-ports.ts';
import { type CaughtMail, attachmentBytes } from '@portal/dev/mail/mailbox.ts';
import { type MailCatcher, startMailCatcher } from '@portal/dev/mail/catcher.ts';
import { unzipSync } from 'fflate';
import supertest from 'supertest';
import { openTable } from '../../src/files/open-table.ts';
import { workRoot } from '../../src/http/work-folders.ts';
import { createLogExportSender } from '../../src/modules/log-export/send-log-export.ts';
import { deliverMessages } from '../../src/modules/outbox/deliver-messages.ts';
import { DeliveryError } from '../../src/modules/outbox/delivery-error.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { deliveryDeps, messages } from './support.ts';

/** 10 o'clock in Berlin. */
const NOW = '2026-03-10T09:00:00Z';
let portal: TestPortal;
let mail: MailCatcher;
let admin: Client;
let pharmacy: SeededPharmacy;

beforeEach(async () => {
  [portal, mail] = await Promise.all([startPortal(NOW), startMailCatcher({ port: 0 })]);
  admin = await portal.as('Petra Hahn', ['solvena_admin']);
  pharmacy = await seedPharmacy(portal.database, 1, { name: 'Apotheke "Am; Markt"' });
  await portal.database.pool.query(
    `INSERT INTO product (pzn, name, producer) VALUES ($1, '=Aspirin; 20 Stück', 'Bayer')`,
    [testPzn(1)],
  );
});
afterEach(async () => {
  await mail.close();
  await portal.close();
});

const deliver = (settings: { smtpUrl?: string; attachmentBytes?: number } = {}) =>
  deliverMessages(deliveryDeps(portal, { smtpUrl: mail.smtpUrl, ...settings }));
const start = (changedSince: string | null) => admin.post('/api/price/exportLogs', { changedSince });
const change = (at: string, old: string | null, next: string | null, types: [number | null, number | null] = [0, 2]) =>
  portal.database.pool.query(
    `INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, old_price, new_price, old_type, new_type, list_version)
     VALUES ($1, $2, 'OTC', $3, 'x', 'Anna Berger', $4, $5, $6, $7, 1)`,
    [pharmacy.apoId, testPzn(1), at, old, next, ...types],
  );
/** Many changes, one a second, by their number. */
const manyChanges = (count: number) =>
  portal.database.pool.query(
    `INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, old_price, new_price, old_type, new_type, list_version)
     SELECT $1, $2, 'OTC', '2026-03-01T00:00:00Z'::timestamptz + n / 100 * interval '1 second', 'x', md5(n::text), 1.00, n / 100.0, 0, 2, 1
       FROM generate_series(1, $3::int) n`,
    [pharmacy.apoId, testPzn(1), count],
  );
const only = (): CaughtMail => {
  const mails = mail.mailbox.list();
  expect(mails).toHaveLength(1);
  return mails[0] as CaughtMail;
};
const file = ({ mail: { attachments } }: CaughtMail) => {
  expect(attachments).toHaveLength(1);
  return archive(attachments[0]?.filename, attachmentBytes(attachments[0]!));
};
/** An archive's parts by their names, the CSV as text. */
function archive(name: string | null | undefined, bytes: Buffer) {
  const parts = unzipSync(bytes);
  const named = (extension: string) => parts[Object.keys(parts).find((each) => each.endsWith(extension)) ?? ''];
  return {
    name,
    parts: Object.keys(parts),
    csv: Buffer.from(named('.csv') ?? []).toString('utf8'),
    xlsx: named('.xlsx'),
  };
}
/** Rows of a workbook as an upload reads them. */
async function workbookRows(bytes: Uint8Array | undefined): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'log-'));
  try {
    await writeFile(join(folder, 'log.xlsx'), bytes ?? '');
    const table = await openTable(join(folder, 'log.xlsx'));
    const rows = [[...table.header]];
    for await (const batch of table.batches) rows.push(...batch.map(({ cells }) => [...cells]));
    await table.close();
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}
const HEAD =
  '\ufeffPZN;Produkt;Preis alt;Preis neu;Preistyp alt;Preistyp neu;Benutzer;Zeitpunkt;APO-ID;Apotheke;Warengruppe;Grund;Geprüft von';

test('the same order twice within a minute is one mail, another is another (rule 11.4)', async () => {
  portal.clock.set('2026-03-10T09:00:59.900Z');
  const answers = await Promise.all([start('2026-03-01'), start('2026-03-01')]);
  portal.clock.set('2026-03-10T09:01:00.100Z');
  answers.push(await start('2026-03-01'));
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(
    Array.from({ length: 3 }, () => [200, 'OK']),
  );
  const waiting = async () => (await portal.database.pool.query('SELECT FROM outbox')).rowCount;
  expect(await waiting()).toBe(1);
  await start(null);
  expect(await waiting()).toBe(2);
  portal.clock.set('2026-03-10T09:02:30Z');
  await start('2026-03-01');
  expect(await waiting()).toBe(3);
});

test('three of a person are under way at most; what has arrived counts no more (rule 11.4)', async () => {
  for (const day of ['2026-03-01', '2026-03-02', '2026-03-03']) expect((await start(day)).status).toBe(200);
  const refused = await start('2026-03-04');
  expect([refused.status, refused.body.message, refused.headers['retry-after']]).toEqual([
    429,
    '3 Ihrer Exporte sind noch unterwegs. Bitte starten Sie den nächsten, wenn einer davon angekommen ist.',
    '60',
  ]);
  expect((await start('2026-03-03')).status).toBe(200);
  const other = await portal.as('Uwe Kern', ['solvena_admin']);
  expect((await other.post('/api/price/exportLogs', { changedSince: '2026-03-04' })).status).toBe(200);
  expect(await deliver()).toMatchObject({ sent: 4 });
  expect((await start('2026-03-04')).status).toBe(200);
});

describe('the log export', () => {
  test('arrives by mail at who asked, with the changes since midnight of the day in Berlin', async () => {
    await change('2026-02-28T22:59:59.999Z', '1.00', '2.00'); // the evening before
    await change('2026-02-28T23:00:00Z', '1.00', '1234.50'); // 1 March, 00:00 in Berlin
    await change('2026-03-09T10:00:00Z', '2.00', null, [2, 1]);
    const answer = await start('2026-03-01');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: 'OK', email: 'petra.hahn@portal.example' });
    expect(await deliver()).toMatchObject({ sent: 1 });

    const caught = only();
    expect(caught.to).toEqual(['petra.hahn@portal.example']);
    expect(caught.mail.subject).toBe('TruePrice Log-Export: Veränderungen ab 01.03.2026');
    expect(caught.mail.text?.trim()).toBe(
      [
        'Guten Tag Petra Hahn,',
        'Sie haben am 10.03.2026 10:00 Uhr in TruePrice einen Export der Preisänderungen aller Apotheken seit dem 01.03.2026 00:00 Uhr angefordert.',
        'Das angehängte ZIP-Archiv enthält 2 Änderungen als Excel-Datei (.xlsx) und als CSV-Datei. Windows öffnet es mit einem Doppelklick.',
        'Diese E-Mail wurde automatisch von TruePrice erstellt. Bitte antworten Sie nicht darauf.',
      ].join('\n\n'),
    );
    const { name, parts, csv, xlsx } = file(caught);
    const base = 'Veraenderungen_2026-03-01_bis_2026-03-10';
    expect([name, ...parts]).toEqual([`${base}.zip`, `${base}.csv`, `${base}.xlsx`]);
    expect(await workbookRows(xlsx)).toEqual([
      HEAD.slice(1).split(';'),
      [
        testPzn(1),
        '=Aspirin; 20 Stück',
        '1',
        '1234,5',
        'Berechneter TruePrice',
        'Eigener Preis',
        'Anna Berger',
        '01.03.2026',
        String(pharmacy.apoId),
        'Apotheke "Am; Markt"',
        'OTC',
      ],
      [
        testPzn(1),
        '=Aspirin; 20 Stück',
        '2',
        '',
        'Eigener Preis',
        'Ausschlussartikel',
        'Anna Berger',
        '09.03.2026 11:00',
        String(pharmacy.apoId),
        'Apotheke "Am; Markt"',
        'OTC',
      ],
    ]);
    expect(csv.split('\r\n')).toEqual([
      HEAD,
      `${testPzn(1)};"'=Aspirin; 20 Stück";1,00;1234,50;Berechneter TruePrice;Eigener Preis;Anna Berger;01.03.2026 00:00;${pharmacy.apoId};"Apotheke ""Am; Markt""";OTC;;`,
      `${testPzn(1)};"'=Aspirin; 20 Stück";2,00;;Eigener Preis;Ausschlussartikel;Anna Berger;09.03.2026 11:00;${pharmacy.apoId};"Apotheke ""Am; Markt""";OTC;;`,
      '',
    ]);
  });

  test('covers everything without a date, and nothing that changed after the request', async () => {
    await change('2020-01-01T00:00:00Z', '1.00', '2.00');
    await start(null);
    portal.clock.set('2026-03-10T09:05:00Z');
    await change('2026-03-10T09:04:00Z', '2.00', '3.00');
    await deliver();
    expect(only().mail.subject).toBe('TruePrice Log-Export: alle Veränderungen');
    expect(file(only()).csv.trimEnd().split('\r\n')).toHaveLength(2);
  });

  test('says so when nothing has changed', async () => {
    await start('2026-03-10');
    await deliver();
    expect(only().mail.text).toContain('In diesem Zeitraum wurde kein Preis geändert');
    expect(file(only()).csv).toBe(`${HEAD}\r\n`);
  });

  test('has each change in it once when it is large', async () => {
    await manyChanges(23_000);
    await start(null);
    await deliver();
    expect(only().mail.text).toContain('ZIP-Archiv enthält 23.000 Änderungen');
    const { name, csv, xlsx } = file(only());
    expect(name).toBe('Veraenderungen_bis_2026-03-10.zip');
    const lines = csv.trimEnd().split('\r\n');
    // the name of the product holds a semicolon
    const users = lines.slice(1).map((line) => line.split(';')[7]);
    const [, ...rows] = await workbookRows(xlsx);
    expect(rows.map((row) => row[6]).join()).toBe(users.join());
    expect(new Set(lines.slice(1).map((line) => line.split(';')[4])).size).toBe(23_000);
    expect(lines).toHaveLength(23_001);
  }, 240_000);

  test('is a link when it is too large for a mail: staff sign in and download what was asked for', async () => {
    await manyChanges(2_300);
    await start(null);
    await deliver({ attachmentBytes: 5_000 });
    const caught = only();
    expect(caught.mail.attachments).toEqual([]);
    expect(caught.mail.text).toContain('bis zum 17.03.2026 10:00 Uhr hier herunterladen');
    const ticket = /http:\/\/localhost:3000\/admin\/export\?link=(\S+)/.exec(caught.mail.text ?? '')?.[1] ?? '';

    const owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
    expect((await owner.post('/api/price/exportLogs/open', { ticket })).status).toBe(403);
    portal.clock.set('2026-03-12T09:00:00Z');
    await change('2026-03-11T00:00:00Z', '1.00', '2.00');
    const opened = await admin.post('/api/price/exportLogs/open', { ticket });
    expect(opened.body).toMatchObject({ status: 'OK', since: null, until: '2026-03-10T09:00:00.000Z' });
    const received = await supertest(portal.app).get(opened.body.url).responseType('blob');
    expect(received.headers['content-disposition']).toBe('attachment; filename=Veraenderungen_bis_2026-03-10.zip');
    expect(
      archive('', received.body as Buffer)
        .csv.trimEnd()
        .split('\r\n'),
    ).toHaveLength(2_301);

    portal.clock.set('2026-03-12T09:05:00.001Z');
    expect((await supertest(portal.app).get(opened.body.url)).status).toBe(404);
    portal.clock.set('2026-03-17T09:00:00.001Z');
    expect((await admin.post('/api/price/exportLogs/open', { ticket })).body.message).toBe(
      'Dieser Link ist nicht mehr gültig. Bitte starten Sie den Export neu.',
    );
  });

  test('cannot be opened with a forged ticket or downloaded with the one of the mail', async () => {
    await manyChanges(2_300);
    await start(null);
    await deliver({ attachmentBytes: 5_000 });
    const ticket = /link=(\S+)/.exec(only().mail.text ?? '')?.[1] ?? '';
    const forged = `${Buffer.from('{"p":"file","s":null,"u":1,"e":9999999999999}').toString('base64url')}.${ticket.split('.')[1]}`;
    for (const bad of [ticket, forged]) {
      expect((await supertest(portal.app).get(`/api/price/exportLogs/file/${bad}`)).status).toBe(404);
    }
  });

  test('goes to the address that the identity provider knows when the token names none, and is refused without one', async () => {
    const xsrf = 'x'.repeat(43);
    const startAs = async (userinfo: object) => {
      const claims = { sub: 'x', realm_access: { roles: ['solvena_sales'] }, userinfo };
      return supertest(portal.app)
        .post('/api/price/exportLogs')
        .set({ Authorization: `Bearer ${await portal.issuer.token(claims)}`, Cookie: `XSRF-TOKEN=${xsrf}` })
        .set('X-XSRF-TOKEN', xsrf)
        .send({ changedSince: null });
    };
    expect((await startAs({ email: 'known@portal.example' })).body.email).toBe('known@portal.example');
    for (const nothing of [{}, { email: 'no address' }]) {
      const answer = await startAs(nothing);
      expect(answer.status).toBe(422);
      expect(answer.body.message).toMatch(/keine E-Mail-Adresse/);
    }
    expect(await messages(portal)).toHaveLength(1);
  });

  test.each([
    ['2026-03-11', '11.03.2026'],
    ['9999-12-31', '31.12.9999'],
    ['2026-03-11T00:00:00+01:00', '11.03.2026'], // midnight in Berlin
    ['2026-03-11T23:00:00Z', '12.03.2026'],
  ])('refuses %s, which is in the future, naming the field', async (changedSince, day) => {
    const { status, body } = await start(changedSince);
    const message = `Export von Veränderungen ab: Der ${day} liegt in der Zukunft. Bitte wählen Sie heute oder einen früheren Tag.`;
    expect([status, body.message, body.issues]).toEqual([422, message, [{ path: 'changedSince', message }]]);
    expect(await messages(portal)).toEqual([]);
  });

  test('takes today as Berlin counts it, also where it is yesterday elsewhere', async () => {
    portal.clock.set('2026-03-10T23:30:00Z'); // the 11th in Berlin
    for (const changedSince of ['2026-03-11', '2026-03-11T12:00:00Z'])
      expect((await start(changedSince)).status).toBe(200);
    expect((await start('2026-03-12')).status).toBe(422);
  });

  test.each([undefined, '', 'gestern', '2026-02-30', 5])('refuses %p as a date', async (changedSince) => {
    expect((await admin.post('/api/price/exportLogs', { changedSince })).status).toBe(422);
  });
});

test('an export is made in a folder that is swept when its process is killed, and removed when it is not', async () => {
  await manyChanges(20_000);
  const folders = async () => (await readdir(workRoot())).filter((name) => name.startsWith('export-'));
  const before = await folders();
  let during: string[] = [];
  const send = createLogExportSender({
    database: portal.deps.database,
    clock: portal.clock,
    settings: { baseUrl: 'http://localhost:3000', mail: { attachmentBytes: 8_000_000, linkSecret: 'l'.repeat(32) } },
    mailer: {
      reach: async () => undefined,
      send: async () => {
        during = (await folders()).filter((name) => !before.includes(name));
      },
    } as unknown as Parameters<typeof createLogExportSender>[0]['mailer'],
  });
  const payload = { to: 'a@b.example', name: 'A', since: null, until: NOW, actor: 'x' };
  await send({ messageId: 'm', payload } as Parameters<typeof send>[0], new AbortController().signal);
  expect(during).toHaveLength(1);
  expect((await folders()).filter((name) => during.includes(name))).toEqual([]);
});

test('an export is not made while the mail server does not answer', async () => {
  const query = jest.fn();
  const away = new DeliveryError('Der Mailserver ist nicht erreichbar.');
  const send = createLogExportSender({
    database: { pool: { query } } as unknown as Parameters<typeof createLogExportSender>[0]['database'],
    clock: portal.clock,
    settings: { baseUrl: 'http://localhost:3000', mail: { attachmentBytes: 8_000_000, linkSecret: 'l'.repeat(32) } },
    mailer: { reach: () => Promise.reject(away), send: () => Promise.reject(new Error('sent')) },
  });
  const payload = { to: 'a@b.example', name: 'A', since: null, until: NOW, actor: 'x' };
  const message = { messageId: 'm', payload } as Parameters<typeof send>[0];
  await expect(send(message, new AbortController().signal)).rejects.toBe(away);
  expect(query).not.toHaveBeenCalled();
});

describe('when the mail server', () => {
  const again = () => portal.clock.set(new Date(portal.clock.now().getTime() + 3_600_000).toISOString());

  test('is down, the mail goes out once it is back', async () => {
    const port = await freePort();
    await start(null);
    expect(await deliver({ smtpUrl: `smtp://localhost:${port}` })).toEqual({ sent: 0, failed: 1, gaveUp: 0 });
    expect((await messages(portal))[0]?.lastError).toMatch(/^Der Mailserver ist nicht erreichbar \(.*ECONNREFUSED/);
    const back = await startMailCatcher({ port });
    again();
    await deliver({ smtpUrl: back.smtpUrl });
    await deliver({ smtpUrl: back.smtpUrl });
    expect(back.mailbox.list()).toHaveLength(1);
    await back.close();
  });

  test('refuses for now, the mail is tried again under the same id; for good, it is given up', async () => {
    let refusal: { code: number; text: string } | undefined = { code: 451, text: 'greylisted' };
    const strict = await startMailCatcher({ port: 0, refuse: () => refusal });
    await start(null);
    await deliver({ smtpUrl: strict.smtpUrl });
    expect(await messages(portal)).toMatchObject([{ status: 'waiting', attempts: 1 }]);
    refusal = undefined;
    again();
    await deliver({ smtpUrl: strict.smtpUrl });
    const messageId = (await messages(portal))[0]?.messageId;
    expect(strict.mailbox.list().map(({ mail: { messageId: id } }) => id)).toEqual([`<${messageId}@portal.example>`]);

    refusal = { code: 550, text: 'no such user' };
    await start(null);
    await deliver({ smtpUrl: strict.smtpUrl });
    expect((await messages(portal))[1]).toMatchObject({
      status: 'dead',
      lastError: expect.stringMatching(/no such user/),
    });
    await strict.close();
  });
});
