import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '@portal/dev/free-ports.ts';
import { intake } from '@portal/operate/intake/intake.ts';
import { csv } from '../intake/support.ts';
import { type ApiInstance, instanceSettings, pause, startInstance } from '../support/api-instance.ts';
import { claimsOf } from '../support/issuer.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { testPzn } from '../support/seed.ts';

const SENDERS = 20;
const PACKAGES = 200;
const PZNS = Array.from({ length: 200 }, (_, index) => testPzn(index));
const MB = 2 ** 20;

let portal: TestPortal;
let instance: ApiInstance;
let signIn: Server;
let temporary: string;
let metrics: string;

beforeEach(async () => {
  portal = await startPortal();
  const { pool } = portal.database;
  await pool.query(`INSERT INTO product (pzn, name, producer) SELECT unnest($1::text[]), 'Produkt', 'Muster'`, [PZNS]);
  await pool.query(
    `INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city, active, contract_status)
     SELECT 500000 + n, 700000 + n, 'token-' || n, 'Apotheke ' || n, 'Markt', '10115', 'Berlin', 1, 1
       FROM generate_series(1, $1) n`,
    [PACKAGES],
  );
  await pool.query(
    `INSERT INTO price_item (apo_id, pzn, product_group, calculated_price, changed_at, changed_version)
     SELECT apo_id, pzn, 'OTC', 9.99, '2026-03-01', 1 FROM pharmacy, unnest($1::text[]) pzn`,
    [PZNS],
  );
  const token = await portal.issuer.token(claimsOf('Pricing Engine', ['pricing_engine']));
  signIn = createServer((_request, response) => response.end(JSON.stringify({ access_token: token })));
  await new Promise<void>((resolve) => signIn.listen(0, '127.0.0.1', resolve));
  temporary = await mkdtemp(join(tmpdir(), 'preisportal-test-places-'));
  const port = String(await freePort());
  metrics = `http://127.0.0.1:${port}/metrics`;
  // A quarter of eight connections are two slots.
  const limited = { TMPDIR: temporary, PORTAL_DATABASE_POOL: '8', PORTAL_METRICS_PORT: port };
  instance = await startInstance(instanceSettings(portal, limited));
});
afterEach(async () => {
  await instance.end('SIGKILL');
  signIn.close();
  await rm(temporary, { recursive: true, force: true });
  await portal.close();
});

const rss = async () => {
  const text = await (await fetch(metrics)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / MB;
};
const onDisk = async () => {
  const files = await readdir(join(temporary, `preisportal-uploads-${userInfo().uid}`)).catch(() => []);
  return files.length;
};

test('200 packages of 20 senders at a portal with two slots: refused ones come again, none is lost, none twice', async () => {
  const files = await Promise.all(
    Array.from({ length: PACKAGES }, async (_, at) => {
      const file = join(temporary, `MDP_OTC_${500_001 + at}_Apotheke_9_3_2026.csv`);
      await writeFile(file, csv(PZNS.map((pzn) => [pzn, '8,49'])));
      return file;
    }),
  );
  const { port } = signIn.address() as AddressInfo;
  const environment = {
    INTAKE_PORTAL: instance.url,
    INTAKE_TOKEN_URL: `http://127.0.0.1:${port}/token`,
    INTAKE_CLIENT_ID: 'pricing-engine',
    INTAKE_CLIENT_SECRET: 'secret',
  };
  const [out, err]: [string[], string[]] = [[], []];
  const output = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
  const before = await rss();
  const [most, uploads] = [[before], [0]];
  let delivering = true;
  const watching = (async () => {
    while (delivering) {
      most.push(await rss());
      uploads.push(await onDisk());
      await pause(50);
    }
  })();
  const senders = Array.from({ length: SENDERS }, (_, sender) =>
    intake(
      files.filter((_file, at) => at % SENDERS === sender),
      environment,
      output,
    ),
  );
  expect(new Set(await Promise.all(senders))).toEqual(new Set([0]));
  delivering = false;
  await watching;

  // What was refused said so in German, with the seconds that the sender then waited.
  expect(err.length).toBeGreaterThan(0);
  expect(err.filter((line) => !/so viele Updates entgegen.* Neuer Versuch in [123] s\.$/.test(line))).toEqual([]);
  const { rows } = await portal.database.pool.query(
    `SELECT count(*)::int AS packages, count(DISTINCT apo_id)::int AS pharmacies, sum(item_count)::int AS rows,
            (SELECT count(*)::int FROM price_update_item) AS stored
       FROM price_update WHERE status = 0`,
  );
  const stored = PACKAGES * PZNS.length;
  expect(rows).toEqual([{ packages: PACKAGES, pharmacies: PACKAGES, rows: stored, stored }]);
  expect(out.filter((line) => line.startsWith('schon bekannt'))).toEqual([]);
  // Two are taken in, six wait on the disk, and the folder of a ninth is just being removed.
  expect(Math.max(...uploads)).toBeLessThanOrEqual(9);
  expect(Math.max(...most) - before).toBeLessThan(200);
}, 60_000);
