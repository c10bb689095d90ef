import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createApp } from '../src/app.ts';
import { announceBuild } from '../src/builds/announce-build.ts';
import { BUILD } from '../src/builds/build.ts';
import { startJobs } from '../src/jobs/schedule.ts';
import type { Senders } from '../src/modules/outbox/index.ts';
import { pause } from './support/api-instance.ts';
import { a, b, edit, openStage, type Stage } from './support/save-stage.ts';
import supertest from 'supertest';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

const query = (sql: string, values: unknown[] = []) => stage.portal.database.pool.query(sql, values);
const setFloor = (build: string) =>
  query(`CREATE OR REPLACE FUNCTION build_floor() RETURNS text LANGUAGE sql STABLE AS $$ SELECT '${build}' $$`);
const oldest = async () =>
  (await stage.portal.deps.database.pool.query('SELECT oldest_build() AS build')).rows[0].build as string | null;

/** A process of another build, as its connections tell of it. */
async function connectAs(applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: stage.portal.ownerUrl, application_name: applicationName });
  await client.connect();
  return client;
}

// Rule 13.10.
describe('readiness', () => {
  test('names the build, and the revision where it is known', async () => {
    expect((await stage.portal.anonymous.get('/api/health/ready')).body).toEqual({ status: 'OK', build: BUILD });
    const config = { ...stage.portal.deps.config, revision: 'b04de6b4' };
    const { body } = await supertest(createApp({ ...stage.portal.deps, config })).get('/api/health/ready');
    expect(body).toEqual({ status: 'OK', build: BUILD, revision: 'b04de6b4' });
  });

  test('a build beneath the floor of its database is not ready, says why, and leaves the work of the clock to others', async () => {
    await setFloor('10.0.0');
    await pause(1_000);
    const { status, body } = await stage.portal.anonymous.get('/api/health/ready');
    expect([status, body.message]).toEqual([
      503,
      `TruePrice ${BUILD} ist zu alt für diese Datenbank: Sie ist nur noch für 10.0.0 und neuere Versionen.`,
    ]);
    const due = await stage.portal.database.prisma.priceUpdate.create({
      data: {
        kind: 'MDP',
        apoId: stage.pharmacy.apoId,
        productGroup: 'OTC',
        createdAt: new Date('2026-03-01T00:00:00Z'),
        updatedAt: new Date('2026-03-01T00:00:00Z'),
        autoAction: 'delete',
        autoActionAt: new Date('2026-03-02T00:00:00Z'),
      },
    });
    const turn = async () => {
      const jobs = startJobs({ ...stage.portal.deps, senders: {} as Senders });
      while ((await query(`SELECT FROM job_run WHERE name = 'dueActions'`)).rowCount === 0) await pause(20);
      await jobs.stop();
      await query('DELETE FROM job_run');
      const { status: state } = (await query('SELECT status FROM price_update WHERE id = $1', [due.id])).rows[0];
      return state as number;
    };
    expect(await turn()).toBe(0);
    await setFloor(BUILD);
    expect((await stage.portal.anonymous.get('/api/health/ready')).status).toBe(200);
    expect(await turn()).toBe(-1);
  });
});

test('the number of the build is the newest of CHANGELOG.md, where numbers only rise', () => {
  const text = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');
  const numbers = [...text.matchAll(/^## (\d+)\.(\d+)\.(\d+) /gm)].map((found) => found.slice(1).map(Number));
  expect(numbers[0]?.join('.')).toBe(BUILD);
  const order = ([major, minor, patch]: number[]) => (major ?? 0) * 1e6 + (minor ?? 0) * 1e3 + (patch ?? 0);
  expect(numbers).toEqual(numbers.toSorted((one, other) => order(other) - order(one)));
});

describe('builds at work', () => {
  test('are told by their connections, the one of before the numbers without one; others do not count', async () => {
    expect(await oldest()).toBe(BUILD);
    const clients = await Promise.all(['preisportal-api 0.10.0', 'psql', 'preisportal-api other'].map(connectAs));
    expect(await oldest()).toBe(BUILD);
    const former = await connectAs('preisportal-api');
    expect(await oldest()).toBe('0.1.0');
    for (const client of [...clients, former]) await client.end();
  });

  test('announce themselves, with the clock of the database; rows that are not renewed count no more', async () => {
    const { database, logger } = stage.portal.deps;
    const announced = announceBuild({ database, logger });
    while ((await query('SELECT FROM instance')).rowCount === 0) await pause(10);
    const { rows } = await query(
      `SELECT build, seen_at > clock_timestamp() - interval '10 seconds' AS now FROM instance`,
    );
    expect(rows).toEqual([{ build: BUILD, now: true }]);
    await announced.stop();
    expect((await query('SELECT FROM instance')).rowCount).toBe(0);

    const seen = (ago: string) =>
      query(
        `INSERT INTO instance VALUES ('00000000-0000-0000-0000-000000000001', '0.0.9', clock_timestamp() - $1::interval)
         ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
        [ago],
      );
    await seen('50 seconds');
    expect(await oldest()).toBe('0.0.9');
    await seen('61 seconds');
    expect(await oldest()).toBe(BUILD);
    await seen('2 days');
    await announceBuild({ database, logger }).stop();
    expect((await query('SELECT FROM instance')).rowCount).toBe(0);
  });

  test('the api may not move the floor', async () => {
    await expect(
      stage.portal.deps.database.pool.query(
        `CREATE OR REPLACE FUNCTION build_floor() RETURNS text LANGUAGE sql STABLE AS $$ SELECT '0.1.0' $$`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

// Rules 13.10 and 17.13.
describe('several periods of an article in one save', () => {
  const later = [{ priceEdit: 4, editedPermanent: true, validFrom: '2026-03-13', validTo: '2026-03-14' }];
  const { editedIgnore: _, ...row } = edit(a, 5, { later });
  const off =
    'Mehrere Zeiträume eines Artikels lassen sich erst speichern, wenn die Aktualisierung von TruePrice abgeschlossen ist. Bis dahin bitte nur einen je Artikel.';

  test('are off while an older build lives, and until the floor says that none comes back', async () => {
    const { owner, save } = stage;
    const former = await connectAs('preisportal-api');
    const refused = await save(owner, [row, edit(b, 6)]);
    expect([refused.status, refused.body.message]).toEqual([409, off]);
    expect((await save(owner, [edit(b, 6)])).status).toBe(200);
    await former.end();
    await setFloor('0.1.0');
    expect((await save(owner, [row])).status).toBe(409);
    await setFloor('0.2.0');
    expect((await save(owner, [row])).body).toEqual({ status: 'OK', changed: 1 });
  });

  test('without them a row that does not say whether it excludes is refused', async () => {
    const { later: _later, ...plain } = row;
    expect((await stage.save(stage.owner, [plain])).status).toBe(422);
  });
});
