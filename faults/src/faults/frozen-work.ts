import { serverUrls } from '@portal/api/db/servers.ts';
import { freePort } from '@portal/dev/free-ports.ts';
import { csv } from '../../../apps/api/test/intake/support.ts';
import { pause } from '../../../apps/api/test/support/api-instance.ts';
import { brokenInvariants } from '../../../apps/api/test/support/invariants.ts';
import { type SeededPharmacy, testPzn } from '../../../apps/api/test/support/seed.ts';
import { type Environment, until } from '../environment.ts';
import { expect, expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { type Pair, startPair } from '../pair.ts';
import { measure } from '../kill.ts';
import { seedPharmacies } from '../sent-saves.ts';
import { onceEach, open, seedDue } from './kill-job.ts';
import { uploads } from './kill-intake.ts';

const ROWS = 8000;
const DUE = 25;
/** Longer than the portal takes to ask a silent server and to give it up (ADR 69). */
const FROZEN_MS = 14_000;
const UNREACHABLE = 'TruePrice ist gerade nicht erreichbar.';

/** What is lost in the middle of long work: the database freezes, or packets to it are swallowed; both come back. */
export const frozenWork: Fault = {
  name: 'frozen-work',
  title: 'The only database frozen, and out of reach, in the middle of an intake and an import; it comes back',
  rounds: 4,
  server: startPair,
  async run(environment, rounds) {
    const pair = await alone(environment);
    const pzns = Array.from({ length: ROWS }, (_, index) => testPzn(index));
    const [pharmacy] = (await seedPharmacies(environment, 1, pzns)) as [SeededPharmacy];
    const metricsPort = String(await freePort());
    const instance = await environment.start({ ...onlyServer(environment), PORTAL_METRICS_PORT: metricsPort });
    const client = await environment.client(instance);
    const deliver = (round: number) =>
      client.upload(`/api/intake/mdp/${pharmacy.crmCompanyId}/OTC`, {
        name: `delivery-${round}.csv`,
        content: csv(pzns.map((pzn) => [pzn, `4,${10 + round}`] as const)),
      });
    const readIn = () =>
      client.upload(
        '/api/price/import',
        { name: 'Preise.csv', content: `PZN;Preis\r\n${pzns.map((pzn) => `${pzn};3,99`).join('\r\n')}\r\n` },
        { type: 'priceimport', pzncolumn: 'PZN', pricecolumn: 'Preis' },
      );
    const usual = await measure(() => deliver(0));
    expect('an import while all is well', (await readIn()).status, 200);
    const stored = () => environment.database.prisma.priceUpdate.count();
    let [refused, done] = [0, 0];
    for (let round = 1; round <= rounds; round++) {
      const before = await stored();
      const how = round % 2 === 1 ? 'frozen' : 'swallowed';
      const calls = [deliver(round), readIn()];
      await pause(Math.random() * usual);
      await pair.lose(how);
      await pause(FROZEN_MS);
      const answers = await Promise.all(calls);
      pair.comeBack();
      for (const { status, body, headers } of answers) {
        if (status === 200) done += 1;
        else {
          refused += 1;
          expect('answer', status, 503);
          const { message } = body as { message: string };
          expectThat(`the sentence '${message}'`, message.startsWith(UNREACHABLE));
          expectThat('Retry-After', Number(headers.get('retry-after')) > 0);
        }
      }
      // An upload goes after the answer.
      await until('no upload stays', async () => (await uploads(environment)).length === 0);
      await until('the database has ended what was broken off', () => isIdle(environment));
      expect('broken invariants', await brokenInvariants(environment.database), []);
      const kept = (await stored()) - before;
      if (answers[0]?.status === 200) expect('packages of an acknowledged delivery', kept, 1);
      const again = await deliver(round);
      expect('the same delivery again', [again.status, (again.body as { known: boolean }).known], [200, kept === 1]);
      expect('the same import again', (await readIn()).status, 200);
      await until('no upload stays', async () => (await uploads(environment)).length === 0);
    }
    await until('all connections are free', () => areFree(metricsPort));
    return {
      runs: rounds,
      seen: `${done} deliveries and imports acknowledged, ${refused} refused with 503 and done when they came again; no file left, all connections free`,
    };
  },
};

/** The same in the middle of the clock's job: the process goes on with it by itself, and nothing is done twice. */
export const frozenJob: Fault = {
  name: 'frozen-job',
  title: "The only database frozen, and out of reach, in the middle of the clock's job; it comes back",
  rounds: 2,
  server: startPair,
  async run(environment, rounds) {
    const pair = await alone(environment);
    await seedDue(environment, DUE * rounds);
    let longest = 0;
    for (let round = 1; round <= rounds; round++) {
      const before = await open(environment);
      const instance = await environment.start(onlyServer(environment), { ready: false });
      await until('the job has begun', async () => (await open(environment)) < before);
      await pair.lose(round % 2 === 1 ? 'frozen' : 'swallowed');
      await pause(FROZEN_MS);
      pair.comeBack();
      const back = performance.now();
      const left = await open(environment);
      // The next turn of the job begins three minutes after the last at the latest.
      await until('the job is at work again', async () => (await open(environment)) < left || left === 0, 200_000);
      longest = Math.max(longest, performance.now() - back);
      expectThat(`the process lives on\n${instance.log()}`, !instance.ended);
      expect('broken invariants', await brokenInvariants(environment.database), []);
      if (round < rounds) await instance.end('SIGTERM');
    }
    await until('all packages are done', async () => (await open(environment)) === 0, 200_000);
    await onceEach(environment);
    return {
      runs: rounds,
      seen: `${2 * DUE * rounds} packages acted on exactly once; at work again ${Math.round(longest / 1000)} s after the database at the latest, by itself`,
    };
  },
};

/** The primary of a pair as the only server: no commit waits for a replica. */
async function alone(environment: Environment): Promise<Pair> {
  const pair = environment.server as Pair;
  await pair.on('old', `ALTER SYSTEM SET synchronous_standby_names = ''`);
  await pair.on('old', 'SELECT pg_reload_conf()');
  return pair;
}

const onlyServer = ({ appUrl }: Environment) => ({ DATABASE_URL: serverUrls(appUrl)[0] as string });

/** Of the api's sessions none is at work or amid a transaction; staged rows are gone with theirs. */
async function isIdle({ database, login }: Environment): Promise<boolean> {
  const { rows } = await database.pool.query<{ busy: number; staged: number }>(
    `SELECT (SELECT count(*)::int FROM pg_stat_activity
              WHERE datname = current_database() AND usename = $1 AND state <> 'idle') AS busy,
            (SELECT count(*)::int FROM pg_class WHERE relpersistence = 't' AND relname = 'intake_row') AS staged`,
    [login],
  );
  return rows[0]?.busy === 0 && rows[0].staged === 0;
}

async function areFree(metricsPort: string): Promise<boolean> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  // The question for the metrics itself takes none while they are counted.
  return text.includes('portal_database_connections{state="used"} 0') && text.includes('portal_database_waiting 0');
}
