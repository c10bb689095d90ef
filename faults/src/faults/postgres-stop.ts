import { pause } from '../../../apps/api/test/support/api-instance.ts';
import { expect, expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { newLedger, saveOn, seedPharmacies, verifyLedger } from '../ledger.ts';
import { until } from '../stage.ts';

/** PostgreSQL is stopped under load, in order and as by a crash, and started again; nobody touches the portal. */
export const postgresStop: Fault = {
  name: 'postgres-stop',
  title: 'PostgreSQL stopped (fast, immediate) and started under load',
  rounds: 8,
  async run(stage, rounds) {
    const pharmacies = await seedPharmacies(stage, 6);
    const instances = [await stage.start(), await stage.start()];
    const clients = await Promise.all(instances.map(stage.client));
    const ledger = newLedger();
    const reads = new Map<number, number>();
    let goesOn = true;
    const client = (index: number) => clients[index % clients.length] as (typeof clients)[number];
    const saving = pharmacies.map((pharmacy, index) =>
      saveOn(
        () => client(index),
        pharmacy,
        ledger,
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
      await stage.server.stop(round % 2 === 0 ? 'fast' : 'immediate');
      await pause(300 + Math.random() * 500);
      await stage.server.start();
      const before = ledger.statuses.get(200) ?? 0;
      await until('saves succeed again', async () => (ledger.statuses.get(200) ?? 0) > before + pharmacies.length);
      for (const instance of instances) expectThat(`the process lives on\n${instance.log()}`, !instance.ended);
    }
    goesOn = false;
    await Promise.all([...saving, ...reading]);
    const statuses = [...new Set([...ledger.statuses.keys(), ...reads.keys()])].sort();
    expect('answers', statuses, [200, 503]);
    const { acknowledged, whole, absent } = await verifyLedger(stage.database, ledger);
    const refused = (ledger.statuses.get(503) ?? 0) + (reads.get(503) ?? 0);
    return {
      runs: rounds,
      seen: `${acknowledged} saves acknowledged and there; of those refused ${whole} whole, ${absent} absent; ${refused} answers 503, no 500`,
    };
  },
};
