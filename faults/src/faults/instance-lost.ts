import { type ApiInstance, pause } from '../../../apps/api/test/support/api-instance.ts';
import { startBalancer } from '../../../apps/api/test/support/balancer.ts';
import { expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { newSentSaves, saveOn, seedPharmacies, verifySaves } from '../sent-saves.ts';
import { until } from '../environment.ts';

const PEOPLE = 6;

/** One of three instances behind a balancer is killed; only its own clients notice. */
export const instanceLost: Fault = {
  name: 'instance-lost',
  title: 'kill -9 of one of three instances under load',
  rounds: 4,
  async run(environment, rounds) {
    const pharmacies = await seedPharmacies(environment, PEOPLE);
    const instances: ApiInstance[] = await Promise.all([environment.start(), environment.start(), environment.start()]);
    const balancer = await startBalancer(instances.map(({ url }) => url));
    const sent = newSentSaves();
    let goesOn = true;
    try {
      const client = await environment.client(balancer);
      const saving = pharmacies.map((pharmacy) =>
        saveOn(
          () => client,
          pharmacy,
          sent,
          () => goesOn,
        ),
      );
      for (let round = 0; round < rounds; round++) {
        const lost = instances[round % instances.length] as ApiInstance;
        await pause(300 + Math.random() * 500);
        await lost.end('SIGKILL');
        await pause(500);
        instances[round % instances.length] = await environment.start({}, { port: lost.port });
        await until('it serves again', async () => balancer.inService().length === instances.length);
      }
      goesOn = false;
      await Promise.all(saving);
    } finally {
      goesOn = false;
      await balancer.close();
    }
    const { acknowledged, whole, absent } = await verifySaves(environment.database, sent);
    const failed = sent.saves.length - acknowledged;
    expectThat(`no more failures than requests under way: ${failed}`, failed <= rounds * PEOPLE);
    return {
      runs: rounds,
      seen: `${acknowledged} saves acknowledged and there; ${failed} broken off with the instance, ${whole} whole, ${absent} absent`,
    };
  },
};
