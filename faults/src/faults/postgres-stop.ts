import { pause } from '../../../apps/api/test/support/api-instance.ts';
import { untilAgreed } from '../distributed.ts';
import { expect, expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { newSentSaves, saveOn, seedPharmacies, verifySaves } from '../sent-saves.ts';
import { until } from '../environment.ts';

/** PostgreSQL is stopped under load, in order and as by a crash, and started again; nobody touches the portal. */
export const postgresStop: Fault = {
  name: 'postgres-stop',
  title: 'PostgreSQL stopped (fast, immediate) and started under load',
  rounds: 8,
  async run(environment, rounds) {
    const pharmacies = await seedPharmacies(environment, 6);
    const instances = [await environment.start(), await environment.start()];
    const clients = await Promise.all(instances.map((instance) => environment.client(instance)));
    const sent = newSentSaves();
    const reads = new Map<number, number>();
    let goesOn = true;
    const client = (index: number) => clients[index % clients.length] as (typeof clients)[number];
    const saving = pharmacies.map((pharmacy, index) =>
      saveOn(
        () => client(index),
        pharmacy,
        sent,
        () => goesOn,
      ),
    );
    const read = async (index: number) => {
      while (goesOn) {
        for (const path of [
          `/api/price/${pharmacies[index]?.path}/OTC`,
          '/api/solvena/pharmacies',
          '/api/health/ready',
        ]) {
          const { status } = await client(index).get(path);
          reads.set(status, (reads.get(status) ?? 0) + 1);
        }
        await pause(20);
      }
    };
    const reading = [read(0), read(1)];
    for (let round = 0; round < rounds; round++) {
      await pause(500 + Math.random() * 500);
      await environment.server.stop(round % 2 === 0 ? 'fast' : 'immediate');
      await pause(300 + Math.random() * 500);
      await environment.server.start();
      const before = sent.statuses.get(200) ?? 0;
      await until('saves succeed again', async () => (sent.statuses.get(200) ?? 0) > before + pharmacies.length);
      for (const instance of instances) expectThat(`the process lives on\n${instance.log()}`, !instance.ended);
    }
    goesOn = false;
    await Promise.all([...saving, ...reading]);
    const statuses = [...new Set([...sent.statuses.keys(), ...reads.keys()])].sort();
    expect('answers', statuses, [200, 503]);
    await untilAgreed(environment.server, environment.database);
    const { acknowledged, whole, absent } = await verifySaves(environment.database, sent);
    const refused = (sent.statuses.get(503) ?? 0) + (reads.get(503) ?? 0);
    return {
      runs: rounds,
      seen: `${acknowledged} saves acknowledged and there; of those refused ${whole} whole, ${absent} absent; ${refused} answers 503, no 500`,
    };
  },
};
