import type { HttpClient } from '../../../apps/api/test/support/http-client.ts';
import { expect } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { newSentSaves, PZNS, saveOn, seedPharmacies, verifySaves } from '../sent-saves.ts';
import { onServer, type Environment, until } from '../environment.ts';

/** Longer than the portal waits for a connection, so that a call that hangs is told from one that is refused. */
const QUICKLY_MS = 20_000;

/** The database takes no more connections, or those of the portal's own that writers may have, or all, are in use. */
export const connections: Fault = {
  name: 'connections',
  title: 'Database connections exhausted',
  rounds: 2,
  async run(environment, rounds) {
    for (let round = 0; round < rounds; round++) {
      if (round === 0) await seedPharmacies(environment, 3);
      await refusedByServer(environment);
      await writersPlacesTaken(environment);
      await allInUse(environment);
    }
    const pharmacies = await environment.database.prisma.pharmacy.findMany();
    const sent = newSentSaves();
    const client = await environment.client(await environment.start());
    for (const { apoId, crmCompanyId, token } of pharmacies) {
      const pharmacy = { apoId, crmCompanyId, token, path: `${crmCompanyId}/${token}` };
      let left = 3;
      await saveOn(
        () => client,
        pharmacy,
        sent,
        () => left-- > 0,
      );
    }
    await verifySaves(environment.database, sent);
    return {
      runs: 3 * rounds,
      seen: '503 within the waiting time, readers served while writers wait, recovered by itself',
    };
  },
};

const quickly = <T>(what: string, work: Promise<T>) =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`no answer: ${what}`)), QUICKLY_MS).unref()),
  ]);

async function refusedByServer(environment: Environment): Promise<void> {
  await onServer(environment.server, `ALTER ROLE ${environment.login} CONNECTION LIMIT 0`);
  const instance = await environment.start({}, { ready: false });
  const client = await environment.client(instance);
  await until('it listens', () =>
    client.get('/api/config').then(
      () => true,
      () => false,
    ),
  );
  expect('no connection', (await quickly('list', client.get('/api/solvena/pharmacies'))).status, 503);
  expect('not ready', (await quickly('ready', client.get('/api/health/ready'))).status, 503);
  await onServer(environment.server, `ALTER ROLE ${environment.login} CONNECTION LIMIT -1`);
  await until('it recovers', async () => (await client.get('/api/solvena/pharmacies')).status === 200);
  await instance.end('SIGTERM');
}

/** What a round of waiting is about: an instance with few connections, and a transaction of somebody else that holds what its calls need. */
type Waiting = {
  client: HttpClient;
  /** Of others, who have shares of their own. */
  people: readonly [HttpClient, HttpClient];
  /** Holds something until it is let go, however the round ends: who waits for it would hold the end of the fault as well. */
  holding: <T>(statements: readonly string[], meanwhile: () => Promise<T>) => Promise<T>;
  waiting: (count: number) => Promise<void>;
};

async function whileWaiting(
  environment: Environment,
  pool: number,
  round: (waiting: Waiting) => Promise<void>,
): Promise<void> {
  const { database } = environment;
  const instance = await environment.start({ PORTAL_DATABASE_POOL: String(pool) });
  const [client, ...people] = [
    await environment.client(instance),
    await environment.client(instance, 'Anna Berger'),
    await environment.client(instance, 'Rolf Rater'),
  ] as const;
  // Who they are is known.
  for (const one of [client, ...people]) expect('signs in', (await one.get('/api/solvena/userData')).status, 200);
  await round({
    client,
    people,
    async holding(statements, meanwhile) {
      const holder = await database.pool.connect();
      try {
        await holder.query('BEGIN');
        for (const text of statements) await holder.query(text);
        return await meanwhile();
      } finally {
        holder.release(true);
      }
    },
    waiting: (count) =>
      until(`${count} wait`, async () => {
        const { rows } = await database.pool.query<{ count: number }>(
          `SELECT count(*)::int FROM pg_stat_activity
            WHERE datname = current_database() AND application_name LIKE 'preisportal-api%' AND wait_event_type = 'Lock'`,
        );
        return rows[0]?.count === count;
      }),
  });
  await instance.end('SIGTERM');
}

/** Two saves that wait for a lock hold the two connections of three that writers may have (ADR 69). */
async function writersPlacesTaken(environment: Environment): Promise<void> {
  const [one, two, other] = await threePharmacies(environment);
  await whileWaiting(environment, 3, async ({ client, people, holding, waiting }) => {
    // The lock of a pharmacy's writers, which is the same on one server and on several (ADR 65).
    const locks = [one, two].map(({ apoId }) => `SELECT pg_advisory_xact_lock(25, ${apoId})`);
    const { saves } = await holding(locks, async () => {
      const both = outcomes([people[0].put(pathOf(one), SAVE), people[1].put(pathOf(two), SAVE)]);
      await waiting(2);
      const third = await quickly('third save', client.put(pathOf(other), SAVE));
      expect('a save without a place', third.status, 503);
      const read = await quickly('list', client.get(`${pathOf(other)}/OTC`));
      expect('a list, meanwhile', read.status, 200);
      return { saves: both };
    });
    expect('those that waited', await saves, [200, 200]);
    expect('afterwards', (await client.put(pathOf(other), SAVE)).status, 200);
  });
}

/** Two lists that wait for a table hold both connections of two. */
async function allInUse(environment: Environment): Promise<void> {
  const [one, two, other] = await threePharmacies(environment);
  await whileWaiting(environment, 2, async ({ client, people, holding, waiting }) => {
    const { lists } = await holding(['LOCK TABLE pharmacy'], async () => {
      const both = outcomes([people[0].get(`${pathOf(one)}/OTC`), people[1].get(`${pathOf(two)}/OTC`)]);
      await waiting(2);
      const third = await quickly('third list', client.get(`${pathOf(other)}/OTC`));
      expect('all connections in use', third.status, 503);
      return { lists: both };
    });
    expect('those that waited', await lists, [200, 200]);
    expect('afterwards', (await client.get(`${pathOf(other)}/OTC`)).status, 200);
  });
}

const SAVE = { products: [{ pzn: PZNS.at(-1), priceEdit: 77.77, editedPermanent: false, editedIgnore: false }] };

type Addressed = { apoId: number; crmCompanyId: number; token: string };
const pathOf = ({ crmCompanyId, token }: Addressed) => `/api/price/${crmCompanyId}/${token}`;

async function threePharmacies({ database }: Environment): Promise<[Addressed, Addressed, Addressed]> {
  const [one, two, other] = await database.prisma.pharmacy.findMany({ orderBy: { apoId: 'asc' } });
  if (!one || !two || !other) throw new Error('three pharmacies');
  return [one, two, other];
}

/** Statuses of calls, also of such that are broken off once nobody waits for them any more. */
const outcomes = (calls: readonly Promise<{ status: number }>[]) =>
  Promise.all(
    calls.map((call) =>
      call.then(
        ({ status }) => status,
        (error: unknown) => String(error),
      ),
    ),
  );
