import { csv } from '../../../apps/api/test/intake/support.ts';
import { pause } from '../../../apps/api/test/support/api-instance.ts';
import { listedPrices, newTill, pull, sorted } from '../../../apps/api/test/till-sync/support.ts';
import { type Answer, httpClient } from '../../../apps/api/test/support/http-client.ts';
import { startTaskReceiver } from '../../../apps/api/test/support/task-receiver.ts';
import { claimsOf } from '../../../apps/api/test/support/issuer.ts';
import type { SeededPharmacy } from '../../../apps/api/test/support/seed.ts';
import { type Environment, until } from '../environment.ts';
import { expect, expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { type Pair, startPair } from '../pair.ts';
import { newSentSaves, PZNS, saveOn, seedPharmacies, verifySaves } from '../sent-saves.ts';

/** What people and machines wait without a write, from the loss of the primary on. */
const LONGEST_MS = 30_000;
/** What a supervisor takes to be sure that the primary is lost. */
const NOTICED_MS = 5_000;

const SAVING = 4;
type Loss = Parameters<Pair['lose']>[0];

const failover = (how: Loss, title: string): Fault => ({
  name: `failover-${how}`,
  title,
  rounds: 1,
  server: startPair,
  async run(environment) {
    const pair = environment.server as Pair;
    const tasks = await startTaskReceiver(0);
    try {
      return await loseThePrimary(environment, pair, how, tasks.url, () => tasks.received);
    } finally {
      await tasks.close();
    }
  },
});

export const failoverKilled = failover('killed', 'Primary killed under load, replica promoted');
export const failoverFrozen = failover('frozen', 'Primary frozen under load, replica promoted, primary goes on later');
export const failoverSwallowed = failover('swallowed', 'Packets to the primary swallowed, replica promoted');

async function loseThePrimary(
  environment: Environment,
  pair: Pair,
  how: Loss,
  tasksUrl: string,
  received: () => readonly string[],
) {
  const pharmacies = await seedPharmacies(environment, SAVING + 1);
  const saving = pharmacies.slice(0, SAVING);
  const receiving = pharmacies[SAVING] as SeededPharmacy;
  const instance = await environment.start({ PORTAL_TASKS_URL: tasksUrl });
  const client = await environment.client(instance);
  const sent = newSentSaves();
  const acknowledged = () => sent.statuses.get(200) ?? 0;
  const others = { approved: [] as number[], delivered: 0, statuses: new Set<number>() };
  let goesOn = true;
  const work = [
    ...saving.map((pharmacy) =>
      saveOn(
        () => client,
        pharmacy,
        sent,
        () => goesOn,
      ),
    ),
    deliverAndApprove(),
  ];

  /** Delivers a package, approves it, and so on; each call is sent until it is acknowledged. */
  async function deliverAndApprove() {
    for (let round = 1; goesOn; round++) {
      const file = {
        name: `delivery-${round}.csv`,
        content: csv(PZNS.map((pzn) => [pzn, `4,${10 + (round % 90)}`] as const)),
      };
      const delivered = await sendOn(() => client.upload(`/api/intake/mdp/${receiving.crmCompanyId}/OTC`, file));
      if (delivered?.status !== 200) return;
      others.delivered += 1;
      const { id } = delivered.body as { id: number };
      const path = `/api/price/approve/mdp/${receiving.path}/${id}/OTC`;
      const approved = await sendOn(() => client.put(path, { products: [] }));
      // 409: the approval before it was done, and only its answer was lost.
      if (approved?.status === 200) others.approved.push(id);
    }
  }
  async function sendOn(send: () => Promise<Answer>): Promise<Answer | undefined> {
    for (; goesOn; await pause(50)) {
      const answer = await send().catch(() => undefined);
      if (!answer) continue;
      others.statuses.add(answer.status);
      if (answer.status !== 503) return answer;
    }
    return undefined;
  }

  try {
    return await lose();
  } finally {
    goesOn = false;
    await Promise.allSettled(work);
  }

  async function lose() {
    await until('people are at work', async () => acknowledged() > 20 && others.approved.length > 0);
    const before = acknowledged();
    await pair.lose(how);
    const lostAt = performance.now();
    await pause(NOTICED_MS);
    await pair.promote();
    const promotedAt = acknowledged();
    await until('saves succeed again', async () => acknowledged() > promotedAt, LONGEST_MS);
    const withoutWrites = performance.now() - lostAt;
    await until('everything succeeds again', async () => acknowledged() > before + 40);
    const old = how === 'killed' ? undefined : await oldOnesWrites(pair, environment);
    goesOn = false;
    await Promise.all(work);

    expectThat(`${withoutWrites} ms without writes`, withoutWrites <= LONGEST_MS);
    expectThat(`the process lives on\n${instance.log()}`, !instance.ended);
    const answers = new Set([...sent.statuses.keys(), ...others.statuses]);
    for (const status of answers) expectThat(`an answer ${status}`, status === 200 || status === 409 || status === 503);
    await until('the test follows too', () =>
      environment.database.pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    );
    const saves = await verifySaves(environment.database, sent);
    await verifyOthers();
    await verifyTill();
    // What was being sent in that moment is free again after five minutes; they pass here.
    await environment.database.pool.query(
      `UPDATE outbox SET leased_until = now() - interval '1 second' WHERE lease IS NOT NULL`,
    );
    await until(
      'the outbox is delivered',
      async () => (await environment.database.prisma.outbox.count({ where: { status: 'waiting' } })) === 0,
      60_000,
    );
    const messages = await environment.database.prisma.outbox.findMany({ select: { messageId: true } });
    for (const { messageId } of messages) expectThat(`message ${messageId} arrived`, received().includes(messageId));
    return {
      runs: 1,
      seen:
        `${saves.acknowledged} saves, ${others.approved.length} approvals and ${others.delivered} deliveries acknowledged and there; ` +
        `of the other saves ${saves.whole} whole, ${saves.absent} absent; ` +
        `${(withoutWrites / 1000).toFixed(1)} s without writes, ${NOTICED_MS / 1000} of them until the replica was promoted; ` +
        `till and ${messages.length} messages complete${old === undefined ? '' : `; the old primary acknowledged ${old} writes afterwards`}`,
    };
  }
  async function verifyOthers() {
    const { prisma } = environment.database;
    const approved = await prisma.priceUpdate.count({ where: { id: { in: others.approved }, status: 1 } });
    expect('approvals that were acknowledged', approved, others.approved.length);
    const { rows } = await environment.database.pool.query<{ count: number }>(
      'SELECT count(*)::int FROM price_update WHERE apo_id = $1',
      [receiving.apoId],
    );
    expectThat('deliveries that were acknowledged', (rows[0]?.count ?? 0) >= others.delivered);
  }
  async function verifyTill() {
    const { crmCompanyId, apoId } = receiving;
    const token = await environment.issuer.token(claimsOf('till-sync', [`till_sync_${crmCompanyId}`]));
    const till = newTill();
    await pull(till, httpClient(instance.url, token) as never, crmCompanyId);
    expect('prices of the till', sorted(till.prices), sorted(await listedPrices(environment.database, apoId)));
  }
}

/**
 * The old primary goes on as if nothing had been. Whoever writes there, past the portal, never gets an answer to the COMMIT: its
 * replica is gone. And the portal goes on with the new one.
 * @returns writes that it acknowledged
 */
async function oldOnesWrites(pair: Pair, environment: Environment): Promise<number> {
  pair.comeBack();
  await pair.on('old', 'SET statement_timeout = 1000; SELECT 1');
  const write = pair.on('old', 'CREATE TABLE written_to_the_old_primary ()').then(
    () => 1,
    () => 0,
  );
  const outcome = await Promise.race([write, pause(5_000).then(() => 0)]);
  const { rows } = await pair.on(
    'old',
    `SELECT FROM pg_stat_activity WHERE application_name LIKE 'preisportal-api%' AND state <> 'idle'
        AND backend_start > now() - interval '4 seconds'`,
  );
  expect('connections of the portal to the old primary', rows.length, 0);
  expectThat('the portal follows', (await environment.database.pool.query('SELECT 1')).rowCount === 1);
  expect('writes acknowledged by the old primary', outcome, 0);
  return outcome;
}
