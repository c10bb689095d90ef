import { pause } from '../../../apps/api/test/support/api-instance.ts';
import type { Fault } from '../fault.ts';
import { newSentSaves, saveOn, seedPharmacies, verifySaves } from '../sent-saves.ts';

/** The process is killed while five people save. */
export const killSave: Fault = {
  name: 'kill-save',
  title: 'kill -9 during saves',
  rounds: 10,
  async run(environment, rounds) {
    const pharmacies = await seedPharmacies(environment, 5);
    const sent = newSentSaves();
    for (let round = 0; round < rounds; round++) {
      const instance = await environment.start();
      const client = await environment.client(instance);
      const saving = pharmacies.map((pharmacy) =>
        saveOn(
          () => client,
          pharmacy,
          sent,
          () => !instance.ended,
        ),
      );
      await pause(150 + Math.random() * 700);
      await environment.kill(instance);
      await Promise.all(saving);
      await verifySaves(environment.database, sent);
    }
    const { acknowledged, whole, absent } = await verifySaves(environment.database, sent);
    return {
      runs: rounds,
      seen: `${acknowledged} saves acknowledged and there; of those broken off ${whole} whole, ${absent} absent`,
    };
  },
};
