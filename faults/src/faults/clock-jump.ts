import { expect, expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { onceEach, open, seedDue } from './kill-job.ts';

const PHARMACIES = 12;
const DUE = new Date('2027-03-15T23:00:00Z');
const BEFORE = '2027-03-14T12:00:00Z';
const AFTER = '2027-04-24T12:00:00Z';

/** The clocks of two instances jump apart, forwards and back, while both wake their jobs. */
export const clockJump: Fault = {
  name: 'clock-jump',
  title: 'Clock jumps forwards and back, two instances apart',
  rounds: 4,
  async run(environment, rounds) {
    await seedDue(environment, PHARMACIES, DUE);
    const instances = await Promise.all([
      environment.start({ PORTAL_TEST_CLOCK: '1' }),
      environment.start({ PORTAL_TEST_CLOCK: '1' }),
    ]);
    const [a, b] = await Promise.all(instances.map((instance) => environment.client(instance)));
    if (!a || !b) throw new Error('two instances');
    const jump = async (client: typeof a, now: string) => {
      expect('the clock is set', (await client.post('/api/dev/clock', { now })).status, 200);
    };
    const run = async (client: typeof a) => (await client.post('/api/dev/run-jobs')).body as { approved: number };
    const total = 2 * PHARMACIES;

    await Promise.all([jump(a, BEFORE), jump(b, BEFORE)]);
    await Promise.all([run(a), run(b)]);
    expect('packages open before their moment', await open(environment), total);
    await jump(a, AFTER);
    const [first, behind] = await Promise.all([run(a), run(b)]);
    expect(
      'approved by the one that is ahead, and by the one behind',
      [first.approved, behind.approved],
      [PHARMACIES, 0],
    );
    for (let round = 0; round < rounds; round++) {
      await Promise.all([jump(a, round % 2 ? AFTER : BEFORE), jump(b, round % 2 ? BEFORE : AFTER)]);
      const again = await Promise.all([run(a), run(b)]);
      expect(
        'approved again',
        again.map(({ approved }) => approved),
        [0, 0],
      );
    }
    expectThat('nothing is open', (await open(environment)) === 0);
    await onceEach(environment);
    return { runs: rounds + 2, seen: `${total} packages acted on exactly once, none before its moment` };
  },
};
