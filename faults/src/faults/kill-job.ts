import { pause } from '../../../apps/api/test/support/api-instance.ts';
import { seedUpdate } from '../../../apps/api/test/price-updates/support.ts';
import { brokenInvariants } from '../../../apps/api/test/support/invariants.ts';
import { expect } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { PZNS, seedPharmacies } from '../sent-saves.ts';
import { type Environment, until } from '../environment.ts';

const PHARMACIES = 25;

/** The process is killed again and again while the clock's job is at work; each start goes on where the last one ended. */
export const killJob: Fault = {
  name: 'kill-job',
  title: "kill -9 during the clock's job",
  rounds: 8,
  async run(environment, rounds) {
    await seedDue(environment, PHARMACIES);
    let killed = 0;
    let halfWay = 0;
    for (; killed < rounds && (await open(environment)) > 0; killed++) {
      const before = await open(environment);
      const instance = await environment.start({}, { ready: false });
      // The job begins by itself with the process.
      await until('the job has begun', async () => (await open(environment)) < before || instance.ended);
      await pause(Math.random() * 60);
      await environment.kill(instance);
      expect('broken invariants', await brokenInvariants(environment.database), []);
      if ((await open(environment)) > 0) halfWay += 1;
    }
    await environment.start();
    await until('all packages are done', async () => (await open(environment)) === 0, 60_000);
    await onceEach(environment);
    return { runs: killed, seen: `${halfWay} times half-way; ${2 * PHARMACIES} packages acted on exactly once` };
  },
};

/** Packages whose moment has come: an MDP to approve and a QDP to delete for each pharmacy. */
export async function seedDue(
  environment: Environment,
  pharmacies: number,
  at = new Date(Date.now() - 60_000),
): Promise<void> {
  for (const pharmacy of await seedPharmacies(environment, pharmacies)) {
    const rows = PZNS.map((pzn) => ({ pzn }));
    await seedUpdate(environment.database, pharmacy, 'MDP', rows, { autoActionAt: at, autoAction: 'approve' });
    await seedUpdate(environment.database, pharmacy, 'QDP', rows, { autoActionAt: at, autoAction: 'delete' });
  }
}

export const open = (environment: Environment) =>
  environment.database.prisma.priceUpdate.count({ where: { status: 0 } });

/** Each package has one entry in the history and one message to the customer centre, each approved row one price change. */
export async function onceEach({ database: { pool } }: Environment): Promise<void> {
  const { rows } = await pool.query<{ id: number; entries: number; changes: number; wanted: number }>(
    `SELECT u.id::int,
            (SELECT count(*)::int FROM history_entry h
              WHERE h.apo_id = u.apo_id AND u.id IN (h.mdp_import_id, h.qdp_import_id)) AS entries,
            (SELECT count(*)::int FROM price_change c JOIN history_entry h ON h.apo_id = c.apo_id AND h.id = c.history_id
              WHERE c.apo_id = u.apo_id AND u.id IN (h.mdp_import_id, h.qdp_import_id)) AS changes,
            CASE u.kind WHEN 'MDP' THEN u.item_count ELSE 0 END AS wanted
       FROM price_update u`,
  );
  // Messages are kept apart from a pharmacy's rows: on a cluster both are not in one statement.
  const messages = await pool.query<{ id: number; count: number }>(
    `SELECT (payload #>> '{task,importId}')::int AS id, count(*)::int FROM outbox GROUP BY 1`,
  );
  const sent = new Map(messages.rows.map(({ id, count }) => [id, count]));
  for (const { id, entries, changes, wanted } of rows) {
    expect('entries, messages and price changes', [entries, sent.get(id) ?? 0, changes], [1, 1, wanted]);
  }
}
