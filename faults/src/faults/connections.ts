import { expect } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { newLedger, PZNS, saveOn, seedPharmacies, verifyLedger } from '../ledger.ts';
import { onServer, type Stage, until } from '../stage.ts';

/** Longer than the portal waits for a connection, so that a call that hangs is told from one that is refused. */
const QUICKLY_MS = 20_000;

/** The database takes no more connections, or all of the portal's own are in use. */
export const connections: Fault = {
  name: 'connections',
  title: 'Database connections exhausted',
  rounds: 2,
  async run(stage, rounds) {
    for (let round = 0; round < rounds; round++) {
      if (round === 0) await seedPharmacies(stage, 3);
      await refusedByServer(stage);
      await ownInUse(stage);
    }
    const pharmacies = await stage.database.prisma.pharmacy.findMany();
    const ledger = newLedger();
    const client = await stage.client(await stage.start());
    for (const { apoId, crmCompanyId, token } of pharmacies) {
      const pharmacy = { apoId, crmCompanyId, token, path: `${crmCompanyId}/${token}` };
      let left = 3;
      await saveOn(
        () => client,
        pharmacy,
        ledger,
        () => left-- > 0,
      );
    }
    await verifyLedger(stage.database, ledger);
    return { runs: 2 * rounds, seen: '503 within the waiting time, recovered by itself' };
  },
};

const quickly = <T>(what: string, work: Promise<T>) =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`no answer: ${what}`)), QUICKLY_MS).unref()),
  ]);

async function refusedByServer(stage: Stage): Promise<void> {
  await onServer(stage.server, `ALTER ROLE ${stage.login} CONNECTION LIMIT 0`);
  const instance = await stage.start({}, { ready: false });
  const client = await stage.client(instance);
  await until('it listens', () =>
    client.get('/api/config').then(
      () => true,
      () => false,
    ),
  );
  expect('no connection', (await quickly('list', client.get('/api/solvena/pharmacies'))).status, 503);
  expect('not ready', (await quickly('ready', client.get('/api/health/ready'))).status, 503);
  await onServer(stage.server, `ALTER ROLE ${stage.login} CONNECTION LIMIT -1`);
  await until('it recovers', async () => (await client.get('/api/solvena/pharmacies')).status === 200);
  await instance.end('SIGTERM');
}

/** Two saves that wait for a lock hold both connections of a small pool. */
async function ownInUse(stage: Stage): Promise<void> {
  const instance = await stage.start({ PORTAL_DATABASE_POOL: '2' });
  const client = await stage.client(instance);
  const [one, two, other] = await stage.database.prisma.pharmacy.findMany({ orderBy: { apoId: 'asc' } });
  if (!one || !two || !other) throw new Error('three pharmacies');
  const holder = await stage.database.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM list_version WHERE apo_id = ANY($1) FOR UPDATE', [[one.apoId, two.apoId]]);
  const row = { pzn: PZNS.at(-1), priceEdit: 77.77, editedPermanent: false, editedIgnore: false };
  const saves = [one, two].map(({ crmCompanyId, token }) =>
    client.put(`/api/price/${crmCompanyId}/${token}`, { products: [row] }),
  );
  await until('both wait', async () => {
    const { rows } = await stage.database.pool.query<{ count: number }>(
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
