import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findDrift, findUnapplied } from '@portal/migrate/migrate.ts';
import pg from 'pg';
import supertest from 'supertest';
import { createApp } from '../../src/app.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { claimsOf } from '../support/issuer.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedOpenUpdate, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { findPrograms, type Programs, runProgram } from './programs.ts';

const programs = findPrograms();
const XSRF = 'x'.repeat(43);
const ITEMS = 2_000;

/** The backup of docs/operations.md: the same commands, the same options. */
(programs ? describe : describe.skip)('a backup (needs pg_dump and pg_restore 18, see docs/operations.md)', () => {
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let admin: Client;
  let folder: string;
  let restoredName: string;
  let restoredOwner: Database;
  let restoredApp: Database;

  beforeAll(async () => {
    portal = await startPortal();
    folder = await mkdtemp(join(tmpdir(), 'preisportal-backup-'));
    pharmacy = await seedPharmacy(portal.database, 1);
    await seedPharmacy(portal.database, 2, { parentApoId: pharmacy.apoId, name: 'Löwen-Apotheke „Süd“; 2\\3' });
    await seedList(
      portal.database,
      pharmacy,
      'OTC',
      Array.from({ length: ITEMS }, (_, n) => ({ pzn: testPzn(n), name: `Größe\t${n}; "Ä"\n`, calculated: `${n}.07` })),
    );
    admin = await portal.as('Petra Hahn', ['solvena_admin']);
    const row = { editedPermanent: false, editedIgnore: false };
    await admin
      .put(`/api/price/${pharmacy.path}`, { products: [{ pzn: testPzn(1), priceEdit: 5.55, ...row }] })
      .expect(200);
    const update = await seedOpenUpdate(portal.database, pharmacy, 'QDP', 'OTC', [testPzn(5_000), testPzn(5_001)]);
    expect(update).toBeGreaterThan(0);
  });
  afterAll(async () => {
    await restoredApp?.close();
    await restoredOwner?.close();
    if (restoredName) await onServer(`DROP DATABASE ${restoredName} WITH (FORCE)`);
    await portal?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('restored into a new database answers every question as before', async () => {
    const before = await answers(portal.deps.database);
    for (const [name, { status }] of Object.entries(before)) expect([name, status]).toEqual([name, 200]);
    await dumpAndRestore(programs as Programs);
    expect(await answers(restoredApp)).toEqual(before);
  });

  test('is whole: nothing of the schema is missing, the rules hold, the history cannot be altered', async () => {
    expect(await findUnapplied(restoredOwner.pool.options.connectionString as string)).toEqual([]);
    expect(await findDrift(restoredOwner.pool.options.connectionString as string)).toBe('');
    expect(await brokenInvariants(restoredOwner)).toEqual(await brokenInvariants(portal.database));
    const tamper = "UPDATE history_entry SET user_name = 'Niemand'";
    await expect(restoredApp.pool.query(tamper)).rejects.toThrow(/permission denied/);
    await expect(restoredOwner.pool.query(tamper)).rejects.toThrow(/append-only|history/i);
  });

  test('goes on: the next save gets the next number', async () => {
    const save = { products: [{ pzn: testPzn(2), priceEdit: 6.66, editedPermanent: false, editedIgnore: false }] };
    const { status } = await call(restoredApp).put(`/api/price/${pharmacy.path}`, save);
    expect(status).toBe(200);
    const latest = 'SELECT max(id)::int AS id, count(*)::int AS entries FROM history_entry';
    const [was, is] = [await portal.database.pool.query(latest), await restoredOwner.pool.query(latest)];
    expect(is.rows[0].entries).toBe(was.rows[0].entries + 1);
    expect(is.rows[0].id).toBeGreaterThan(was.rows[0].id);
  });

  async function dumpAndRestore({ dump, restore }: Programs): Promise<void> {
    const source = portal.database.pool.options.connectionString as string;
    const file = join(folder, 'portal.dump');
    runProgram(dump, ['--format=custom', '--no-owner', `--file=${file}`, `--dbname=${source}`]);
    restoredName = `${new URL(source).pathname.slice(1)}_restored`;
    await onServer(`CREATE DATABASE ${restoredName} TEMPLATE template0`);
    const at = (url: string) => Object.assign(new URL(url), { pathname: `/${restoredName}` }).href;
    runProgram(restore, ['--no-owner', '--exit-on-error', '--jobs=2', `--dbname=${at(source)}`, file]);
    restoredOwner = openDatabase({ url: at(source), pool: 3 }, portal.deps.logger);
    restoredApp = openDatabase({ url: at(portal.databaseUrl), pool: 3 }, portal.deps.logger);
  }

  async function onServer(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: portal.database.pool.options.connectionString as string });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** The api on a database, called as an administrator. */
  function call(database: Database) {
    const agent = supertest(createApp({ ...portal.deps, database }));
    const dressed = async (test: supertest.Test) =>
      test
        .set({ Cookie: `XSRF-TOKEN=${XSRF}`, 'X-XSRF-TOKEN': XSRF })
        .set('Authorization', `Bearer ${await portal.issuer.token(claimsOf('Petra Hahn', ['solvena_admin']))}`);
    return {
      get: (path: string) => dressed(agent.get(path)),
      put: (path: string, body: object) => dressed(agent.put(path).send(body)),
    };
  }

  async function answers(database: Database): Promise<Record<string, { status: number; body: unknown }>> {
    const client = call(database);
    const paths = {
      pharmacies: '/api/solvena/pharmacies',
      dashboard: `/api/pharmacy/dashboard/${pharmacy.path}`,
      history: `/api/pharmacy/history/${pharmacy.apoId}/${pharmacy.token}`,
      list: `/api/price/${pharmacy.path}/OTC`,
      priceHistory: `/api/price/pricehistory/${pharmacy.path}/${testPzn(1)}`,
      overview: '/api/admin/overview',
    };
    const entries: [string, { status: number; body: unknown }][] = [];
    for (const [name, path] of Object.entries(paths)) {
      const { status, body } = await client.get(path);
      entries.push([name, { status, body }]);
    }
    return Object.fromEntries(entries);
  }
});
