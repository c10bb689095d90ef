import { pause } from '../../../apps/api/test/support/api-instance.ts';
import type { Fault } from '../fault.ts';
import { newLedger, saveOn, seedPharmacies, verifyLedger } from '../ledger.ts';

/** The process is killed while five people save. */
export const killSave: Fault = {
  name: 'kill-save',
  title: 'kill -9 during saves',
  rounds: 10,
  async run(stage, rounds) {
    const pharmacies = await seedPharmacies(stage, 5);
    const ledger = newLedger();
    for (let round = 0; round < rounds; round++) {
      const instance = await stage.start();
      const client = await stage.client(instance);
      const saving = pharmacies.map((pharmacy) =>
        saveOn(
          () => client,
          pharmacy,
          ledger,
          () => !instance.ended,
        ),
      );
      await pause(150 + Math.random() * 700);
      await stage.kill(instance);
      await Promise.all(saving);
      await verifyLedger(stage.database, ledger);
    }
    const { acknowledged, whole, absent } = await verifyLedger(stage.database, ledger);
    return {
      runs: rounds,
      seen: `${acknowledged} saves acknowledged and there; of those broken off ${whole} whole, ${absent} absent`,
    };
  },
};
