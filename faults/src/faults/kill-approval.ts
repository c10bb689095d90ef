import { seedUpdate } from '../../../apps/api/test/price-updates/support.ts';
import { brokenInvariants } from '../../../apps/api/test/support/invariants.ts';
import { testPzn } from '../../../apps/api/test/support/seed.ts';
import { expect } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { adjust, killDuring, measure, type Outcome } from '../kill.ts';
import { seedPharmacies } from '../sent-saves.ts';

const ROWS = 3000;

/** The process is killed while it approves; afterwards the package is open as before, or approved with all it does. */
export const killApproval: Fault = {
  name: 'kill-approval',
  title: 'kill -9 during an approval of 3,000 rows',
  rounds: 12,
  async run(environment, rounds) {
    const pzns = Array.from({ length: ROWS }, (_, index) => testPzn(index));
    const [pharmacy] = (await seedPharmacies(environment, 1, pzns)) as [
      Awaited<ReturnType<typeof seedPharmacies>>[number],
    ];
    const { prisma } = environment.database;
    const deliver = (price: string) =>
      seedUpdate(
        environment.database,
        pharmacy,
        'MDP',
        pzns.map((pzn) => ({ pzn, truePrice: price })),
      );
    const path = (id: number) => `/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`;
    let instance = await environment.start();
    const first = await deliver('5.00');
    const client = await environment.client(instance);
    const aim = { ms: 0.6 * (await measure(() => client.put(path(first), { products: [] }))) };
    const seen = { acknowledged: 0, whole: 0, absent: 0 };
    for (let round = 1; round <= rounds; round++) {
      const id = await deliver((5 + round / 100).toFixed(2));
      const caller = await environment.client(instance);
      const status = await killDuring(environment, instance, aim, () => caller.put(path(id), { products: [] }));
      instance = await environment.start();
      const { status: stands } = await prisma.priceUpdate.findFirstOrThrow({ where: { id } });
      const changes = await prisma.priceChange.count({ where: { newPrice: (5 + round / 100).toFixed(2) } });
      if (status !== undefined) expect('answer', status, 200);
      if (status === 200) expect('status of an acknowledged approval', stands, 1);
      expect('price changes', changes, stands === 1 ? ROWS : 0);
      expect('broken invariants', await brokenInvariants(environment.database), []);
      const outcome: Outcome = status === 200 ? 'acknowledged' : stands === 1 ? 'whole' : 'absent';
      seen[outcome] += 1;
      adjust(aim, outcome);
      if (stands === 1) continue;
      // What was broken off is simply done again.
      const again = await (await environment.client(instance)).put(path(id), { products: [] });
      expect('the second attempt', again.status, 200);
    }
    return {
      runs: rounds,
      seen: `${seen.acknowledged} acknowledged, ${seen.whole} whole, ${seen.absent} absent and approved afterwards`,
    };
  },
};
