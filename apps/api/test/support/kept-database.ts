import { lookAtStructure } from '@portal/dev/reset-database.ts';
import { acquireTestDatabase, type TestDatabase } from '@portal/dev/test-database.ts';
import { pino } from 'pino';
import { createVerifier, type Verifier } from '../../src/auth/verifier.ts';
import type { Config } from '../../src/config.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { AUDIENCE, claimsOf, startIssuer, type TestIssuer } from './issuer.ts';

export const logger = pino({ level: process.env.PORTAL_TEST_LOG ?? 'silent' });

/** What the tests of a file go on with, one after the other: a database of their own, its connections and an issuer. */
export type Base = {
  readonly own: TestDatabase;
  /** The owner's connections. */
  readonly database: Database;
  readonly issuer: TestIssuer;
  readonly structure: string;
  /** What the api reaches the database and the issuer by, with the settings for which it was made. */
  app?: { readonly database: Database; readonly verifier: Verifier; readonly settings: string };
};

const free: Base[] = [];
/** Outside of jest, and once all tests of the file are over, nothing is kept. */
let isKeeping = false;
const { afterAll } = globalThis as { afterAll?: (run: () => Promise<void>) => void };
if (afterAll) {
  isKeeping = true;
  afterAll(async () => {
    isKeeping = false;
    for (const base of free.splice(0)) await dispose(base);
  });
}

export async function openBase(): Promise<Base> {
  const waiting = free.pop();
  if (waiting) return waiting;
  const [own, issuer] = await Promise.all([acquireTestDatabase(), startIssuer()]);
  const database = openDatabase({ url: own.url, pool: 12 }, logger);
  return { own, database, issuer, structure: await lookAtStructure(database.pool) };
}

/**
 * The api's ways to its database and the issuer: those of the test before, unless it asked for other settings. Both are open: on a
 * busy machine a first connection may take longer than the api waits.
 */
export async function connectApi(
  base: Base,
  { database: access, identity }: Config,
): Promise<NonNullable<Base['app']>> {
  const settings = JSON.stringify([access, identity]);
  if (base.app?.settings === settings && !base.app.database.pool.ended) return base.app;
  await base.app?.database.close();
  const app = { database: openDatabase(access, logger), verifier: createVerifier(identity), settings };
  await untilDone(() => app.database.pool.query('SELECT 1'));
  if (new URL(identity.url).href === new URL(base.issuer.url).href && identity.audience === AUDIENCE) {
    const token = await base.issuer.token(claimsOf('Test', []));
    await untilDone(() => app.verifier.verify(token));
  }
  base.app = app;
  return app;
}

const ATTEMPTS = 10;

/** Tries again what has given up waiting. */
async function untilDone(run: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await run();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
}

/** Keeps it without its rows for the next test; gives it back where somebody has changed more than rows. */
export async function giveBack(base: Base): Promise<void> {
  if (isKeeping && (await base.own.clear(base.database.pool, base.structure))) free.push(base);
  else await dispose(base);
}

async function dispose({ own, database, issuer, app }: Base): Promise<void> {
  await app?.database.close();
  await database.close();
  await issuer.close();
  await own.drop();
}
