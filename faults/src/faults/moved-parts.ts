import { commandIn } from '@portal/dev/pages.ts';
import { pause } from '../../../apps/api/test/support/api-instance.ts';
import { type Cluster, untilAgreed } from '../distributed.ts';
import { until } from '../environment.ts';
import { expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { newSentSaves, saveOn, seedPharmacies, verifySaves } from '../sent-saves.ts';

const PEOPLE = 6;

/** A worker is added and takes over its share of the parts while people save. */
export const movedParts: Fault = {
  name: 'moved-parts',
  title: 'A worker added to a cluster, parts moved to it under load',
  rounds: 1,
  distributed: true,
  async run(environment) {
    const cluster = environment.server as Cluster;
    const { pool } = environment.database;
    const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
    const pharmacies = await seedPharmacies(environment, PEOPLE);
    const instance = await environment.start();
    const client = await environment.client(instance);
    const sent = newSentSaves();
    let goesOn = true;
    const longest = new Map<number, number>();
    const saving = pharmacies.map((pharmacy) => {
      let last = performance.now();
      const next = () => {
        longest.set(pharmacy.apoId, Math.max(longest.get(pharmacy.apoId) ?? 0, performance.now() - last));
        last = performance.now();
        return goesOn;
      };
      return saveOn(() => client, pharmacy, sent, next);
    });
    const before = await partsOf();
    let seconds = 0;
    try {
      await until('people are at work', async () => (sent.statuses.get(200) ?? 0) > PEOPLE);
      await cluster.addWorker(rows[0]?.name ?? '');
      const begun = performance.now();
      await pool.query(commandIn('docs/operations.md', 'SELECT citus_rebalance_start()'));
      await until('all parts are where they belong', async () => (await state()) !== 'running', 240_000);
      seconds = (performance.now() - begun) / 1000;
      await pause(500);
    } finally {
      goesOn = false;
      await Promise.all(saving);
    }
    expectThat(`the parts have moved: ${await state()}`, (await state()) === 'finished');
    for (const status of sent.statuses.keys()) {
      expectThat(`an answer ${status}\n${instance.log()}`, status === 200 || status === 503);
    }
    await untilAgreed(cluster, environment.database);
    const saves = await verifySaves(environment.database, sent);
    return {
      runs: 1,
      seen: `${before} servers with parts before, ${await partsOf()} afterwards, in ${seconds.toFixed(1)} s; ${saves.acknowledged} saves acknowledged and there; of those refused ${saves.whole} whole, ${saves.absent} absent; ${sent.statuses.get(503) ?? 0} answers 503, no 500; longest wait for a save ${(Math.max(...longest.values()) / 1000).toFixed(1)} s`,
    };

    async function state(): Promise<string> {
      const { rows: jobs } = await pool.query<{ state: string }>(
        `SELECT CASE WHEN state IN ('scheduled', 'running', 'failing') THEN 'running' ELSE state::text END AS state
           FROM pg_dist_background_job ORDER BY job_id DESC LIMIT 1`,
      );
      return jobs[0]?.state ?? 'none';
    }
    async function partsOf(): Promise<number> {
      const { rows: servers } = await pool.query<{ count: number }>(
        `SELECT count(DISTINCT nodeport)::int FROM citus_shards WHERE table_name = 'price_item'::regclass`,
      );
      return servers[0]?.count ?? 0;
    }
  },
};
