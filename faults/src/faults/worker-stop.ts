import { pause } from '../../../apps/api/test/support/api-instance.ts';
import { untilAgreed } from '../distributed.ts';
import { until } from '../environment.ts';
import { expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { newSentSaves, saveOn, seedPharmacies, verifySaves } from '../sent-saves.ts';

const PEOPLE = 6;

/** One server after the other of a distributed database is stopped under load and started again; nobody touches the portal. */
export const workerStop: Fault = {
  name: 'worker-stop',
  title: 'A worker of a cluster stopped (fast, immediate) and started under load',
  rounds: 8,
  distributed: true,
  async run(environment, rounds) {
    const { workers = [] } = environment.server;
    const pharmacies = await seedPharmacies(environment, PEOPLE);
    const instance = await environment.start();
    const client = await environment.client(instance);
    const sent = newSentSaves();
    let goesOn = true;
    const saving = pharmacies.map((pharmacy) =>
      saveOn(
        () => client,
        pharmacy,
        sent,
        () => goesOn,
      ),
    );
    const acknowledged = () => sent.saves.filter(({ acknowledged: is }) => is);
    let meanwhile = 0;
    let read = 0;
    try {
      for (let round = 0; round < rounds; round++) {
        const worker = workers[round % workers.length];
        await pause(500 + Math.random() * 500);
        await worker?.stop(round % 4 < 2 ? 'fast' : 'immediate');
        const lost = acknowledged().length;
        for (const { path } of pharmacies) {
          if ((await client.get(`/api/price/${path}/OTC`)).status === 200) read += 1;
        }
        await pause(500 + Math.random() * 1000);
        meanwhile += acknowledged().length - lost;
        await worker?.start();
        const before = acknowledged().length;
        const writers = () =>
          new Set(
            acknowledged()
              .slice(before)
              .map(({ apoId }) => apoId),
          );
        await until('everybody saves again', async () => writers().size === PEOPLE, 60_000);
        expectThat(`the process lives on\n${instance.log()}`, !instance.ended);
      }
    } finally {
      goesOn = false;
      await Promise.all(saving);
    }
    for (const status of sent.statuses.keys())
      expectThat(`an answer ${status}\n${instance.log()}`, status === 200 || status === 503);
    expectThat('others are read while a worker is away', read > 0);
    await untilAgreed(environment.server, environment.database);
    const saves = await verifySaves(environment.database, sent);
    return {
      runs: rounds,
      seen: `${saves.acknowledged} saves acknowledged and there, ${meanwhile} of them while a worker was away, when ${read} of ${rounds * PEOPLE} lists could be read; of those refused ${saves.whole} whole, ${saves.absent} absent; ${sent.statuses.get(503) ?? 0} answers 503, no 500`,
    };
  },
};
