import { expect } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { newSentSaves, PZNS, saveOn, seedPharmacies, verifySaves } from '../sent-saves.ts';
import { onServer, type Environment, until } from '../environment.ts';

/** Longer than the portal waits for a connection, so that a call that hangs is told from one that is refused. */
const QUICKLY_MS = 20_000;

/** The database takes no more connections, or all of the portal's own are in use. */
export const connections: Fault = {
  name: 'connections',
  title: 'Database connections exhausted',
  rounds: 2,
  async run(environment, rounds) {
    for (let round = 0; round < rounds; round++) {
      if (round === 0) await seedPharmacies(environment, 3);
      await refusedByServer(environment);
      await ownInUse(environment);
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
    return { runs: 2 * rounds, seen: '503 within the waiting time, recovered by itself' };
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

/** Two saves that wait for a lock hold both connections of a small pool. */
async function ownInUse(environment: Environment): Promise<void> {
  const instance = await environment.start({ PORTAL_DATABASE_POOL: '2' });
  const client = await environment.client(instance);
  const [one, two, other] = await environment.database.prisma.pharmacy.findMany({ orderBy: { apoId: 'asc' } });
  if (!one || !two || !other) throw new Error('three pharmacies');
  const holder = await environment.database.pool.connect();
  await holder.query('BEGIN');
  // The lock of a pharmacy's writers, which is the same on one server and on several (docs/adr/0065-a-country-on-several-machines.md).
  for (const { apoId } of [one, two]) {
    await holder.query('SELECT pg_advisory_xact_lock(25, $1)', [apoId]);
  }
  const row = { pzn: PZNS.at(-1), priceEdit: 77.77, editedPermanent: false, editedIgnore: false };
  const saves = [one, two].map(({ crmCompanyId, token }) =>
    client.put(`/api/price/${crmCompanyId}/${token}`, { products: [row] }),
  );
  await until('both wait', async () => {
    const { rows } = await environment.database.pool.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'preisportal-api' AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.count === 2;
  });
  const refused = await quickly('list', client.get(`/api/price/${other.crmCompanyId}/${other.token}/OTC`));
  expect('all connections in use', refused.status, 503);
  await holder.query('COMMIT');
  holder.release();
  expect(
    'those that waited',
    (await Promise.all(saves)).map(({ status }) => status),
    [200, 200],
  );
  expect('afterwards', (await client.get(`/api/price/${other.crmCompanyId}/${other.token}/OTC`)).status, 200);
  await instance.end('SIGTERM');
}
