import { pause } from '../../../apps/api/test/support/api-instance.ts';
import type { SeededPharmacy } from '../../../apps/api/test/support/seed.ts';
import { type Environment, until } from '../environment.ts';
import { expect, expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { type Pair, startPair } from '../pair.ts';
import { newSentSaves, saveOn, seedPharmacies, verifySaves } from '../sent-saves.ts';

/** More than an instance has connections: others read all the same. */
const SAVING = 16;
const FROZEN_MS = 12_000;
/** So long what was on its way to the replica may still be acknowledged. */
const ON_ITS_WAY_MS = 1_000;

/** Nothing is called saved that the replica does not have, also when the primary is lost before the replica goes on. */
export const replicaFrozen: Fault = {
  name: 'replica-frozen',
  title: 'Replica frozen under load, goes on; frozen again, primary killed, replica promoted',
  rounds: 1,
  server: startPair,
  async run(environment: Environment) {
    const pair = environment.server as Pair;
    const pharmacies = await seedPharmacies(environment, SAVING + 1);
    const read = pharmacies[SAVING] as SeededPharmacy;
    const instance = await environment.start();
    const client = await environment.client(instance);
    const sent = newSentSaves();
    const acknowledged = () => sent.statuses.get(200) ?? 0;
    let goesOn = true;
    const people = await Promise.all(
      pharmacies.map(({ crmCompanyId }) => environment.client(instance, `Inhaber ${crmCompanyId}`)),
    );
    const work = pharmacies.slice(0, SAVING).map((pharmacy, at) =>
      saveOn(
        () => people[at] as (typeof people)[number],
        pharmacy,
        sent,
        () => goesOn,
      ),
    );
    try {
      await until('people are at work', async () => acknowledged() > 20);
      await pair.freezeReplica();
      await pause(ON_ITS_WAY_MS);
      const frozenAt = acknowledged();
      await pause(FROZEN_MS);
      expect('saves acknowledged without the replica', acknowledged() - frozenAt, 0);
      for (let page = 1; page <= 20; page++) {
        const { status } = await client.get(`/api/pharmacy/dashboard/${read.path}`);
        expect(`page ${page} that is read meanwhile`, status, 200);
      }
      const refused = sent.statuses.get(503) ?? 0;
      expectThat(`writers without a place are told so: ${refused}`, refused > 0);
      pair.comeBack();
      const back = performance.now();
      await until('saves succeed again', async () => acknowledged() > frozenAt);
      const again = performance.now() - back;
      await until('everything goes on', async () => acknowledged() > frozenAt + 40);

      await pair.freezeReplica();
      await pause(ON_ITS_WAY_MS);
      await pair.lose('killed');
      pair.comeBack();
      await pair.promote();
      const promotedAt = acknowledged();
      await until('saves succeed on the replica', async () => acknowledged() > promotedAt + 40);
      goesOn = false;
      await Promise.all(work);
      for (const answer of sent.statuses.keys())
        expectThat(`an answer ${answer}`, answer === 200 || answer === 409 || answer === 503);
      const saves = await verifySaves(environment.database, sent);
      return {
        runs: 1,
        seen:
          `${saves.acknowledged} saves acknowledged and there; of the others ${saves.whole} whole, ${saves.absent} absent; none acknowledged ` +
          `in ${FROZEN_MS / 1000} s without the replica, again ${(again / 1000).toFixed(1)} s after it; meanwhile 20 pages of 20 were read`,
      };
    } finally {
      goesOn = false;
      pair.comeBack();
      await Promise.allSettled(work);
    }
  },
};
