import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { csv } from '../../../apps/api/test/intake/support.ts';
import { brokenInvariants } from '../../../apps/api/test/support/invariants.ts';
import { testPzn } from '../../../apps/api/test/support/seed.ts';
import { expect } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { adjust, killDuring, measure, type Outcome } from '../kill.ts';
import { seedPharmacies } from '../sent-saves.ts';
import { type Environment, until } from '../environment.ts';

const ROWS = 8000;

/** The process is killed while a package arrives; the engine delivers it again, and it is one package in the end. */
export const killIntake: Fault = {
  name: 'kill-intake',
  title: 'kill -9 during the intake of 8,000 rows',
  rounds: 12,
  async run(environment, rounds) {
    const pzns = Array.from({ length: ROWS }, (_, index) => testPzn(index));
    const [pharmacy] = await seedPharmacies(environment, 1, pzns);
    const path = `/api/intake/mdp/${pharmacy?.crmCompanyId}/OTC`;
    const file = (round: number) => ({
      name: `delivery-${round}.csv`,
      content: csv(pzns.map((pzn) => [pzn, `4,${String(10 + round)}`] as const)),
    });
    let instance = await environment.start();
    const client = await environment.client(instance);
    const aim = { ms: 0.6 * (await measure(() => client.upload(path, file(0)))) };
    const { prisma } = environment.database;
    const seen = { acknowledged: 0, whole: 0, absent: 0 };
    for (let round = 1; round <= rounds; round++) {
      const before = await prisma.priceUpdate.count();
      const caller = await environment.client(instance);
      const status = await killDuring(environment, instance, aim, () => caller.upload(path, file(round)));
      if (status !== undefined) expect('answer', status, 200);
      const stored = (await prisma.priceUpdate.count()) - before;
      if (status === 200) expect('packages of an acknowledged delivery', stored, 1);
      expect('broken invariants', await brokenInvariants(environment.database), []);
      instance = await environment.start();
      const again = await (await environment.client(instance)).upload(path, file(round));
      expect('the second delivery', [again.status, (again.body as { known: boolean }).known], [200, stored === 1]);
      expect('packages after both', (await prisma.priceUpdate.count()) - before, 1);
      const outcome: Outcome = status === 200 ? 'acknowledged' : stored === 1 ? 'whole' : 'absent';
      seen[outcome] += 1;
      adjust(aim, outcome);
    }
    const abandoned = await age(environment);
    await environment.start();
    await until('abandoned uploads are removed', async () => (await uploads(environment)).length === 0);
    return {
      runs: rounds,
      seen: `${seen.acknowledged} acknowledged, ${seen.whole} whole, ${seen.absent} absent; each one package after the second delivery; ${abandoned} abandoned files removed at a later start`,
    };
  },
};

/** Uploads that lie in the temporary folder of the processes. */
export async function uploads(environment: Environment): Promise<string[]> {
  const roots = (await readdir(environment.temporary)).filter((name) => name.startsWith('preisportal-uploads'));
  const found: string[] = [];
  for (const root of roots) {
    const names = (await unlessGone(readdir(join(environment.temporary, root)))) ?? [];
    found.push(...names.map((name) => join(root, name)));
  }
  return found;
}

/** Makes what was left behind as old as it must be before anybody may remove it. */
async function age(environment: Environment): Promise<number> {
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  let aged = 0;
  for (const name of await uploads(environment)) {
    const path = join(environment.temporary, name);
    if (await unlessGone(utimes(path, longAgo, longAgo).then(() => true))) aged += 1;
  }
  return aged;
}

/** Servers are at work beside this: what they remove between two looks at it is simply not there any more. */
async function unlessGone<T>(looked: Promise<T>): Promise<T | undefined> {
  try {
    return await looked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
