import fc from 'fast-check';
import { dayOf, startOfDay } from '../berlin.ts';
import { copyOf, type Outcome, type Request, type Step } from '../outcome.ts';
import { describePerson } from '../people.ts';
import { forget, runJobs } from '../rules/clock.ts';
import { nextDayOfMonth } from '../berlin.ts';
import { GROUPS, type World } from '../state.ts';
import { type Caller, personFor, staffMostly } from './picks.ts';

const HOUR = 3_600_000;
const TEN_MINUTES = 600_000;
/** Where the clock is moved to: some hours on, or to the edge of something that the calendar decides. */
export type Move = {
  to: 'hours' | 'days' | 'due' | 'dayOfMonth' | 'review';
  number: number;
  side: 'before' | 'at' | 'after';
};

const SIDE = { before: -TEN_MINUTES, at: 0, after: 1_000 } as const;
const EDGES = [22, 23, 26, 5] as const;

function target(world: World, { to, number, side }: Move): number {
  const today = dayOf(world.now);
  const moment = (() => {
    switch (to) {
      case 'hours':
        return world.now + (1 + (number % 30)) * HOUR;
      case 'days':
        return startOfDay(today + 1 + (number % 6)) + SIDE[side];
      case 'dayOfMonth':
        return startOfDay(nextDayOfMonth(today, EDGES[number % EDGES.length] as number, 1)) + SIDE[side];
      case 'review': {
        const lists = world.pharmacies.flatMap((pharmacy) => GROUPS.map((group) => pharmacy.lists[group].items));
        const days = lists.flatMap((items) => Object.values(items).flatMap(({ review }) => review ?? []));
        const ahead = days.filter((day) => day > today).sort((a, b) => a - b);
        return startOfDay(ahead[number % Math.max(1, ahead.length)] ?? today + 1) + SIDE[side];
      }
      case 'due': {
        const due = world.packages.flatMap((one) => (one.status === 'open' && one.due ? [one.due.at] : []));
        return (due[number % Math.max(1, due.length)] ?? startOfDay(today + 1)) + SIDE[side];
      }
    }
  })();
  // The clock never goes back, and always moves by more than a run takes.
  return Math.max(moment, world.now + HOUR);
}

/** Time passes, and then the jobs of the clock run, or not yet. */
export class Later implements Step {
  readonly data: { move: Move; caller: Caller };
  constructor(data: { move: Move; caller: Caller }) {
    this.data = data;
  }
  private later(world: World): World {
    return { ...copyOf(world), now: target(world, this.data.move) };
  }
  applies = () => true;
  clock = (world: World) => target(world, this.data.move);
  describe(world: World) {
    const moment = new Date(target(world, this.data.move)).toISOString();
    return `it becomes ${moment}, ${describePerson(personFor(world, this.data.caller, 0))} runs the jobs`;
  }
  request(world: World): Request {
    return { as: personFor(world, this.data.caller, 0), method: 'POST', path: '/api/dev/run-jobs' };
  }
  rule(world: World): Outcome {
    return runJobs(this.later(world), personFor(world, this.data.caller, 0));
  }
}

/** Time passes, and nothing else; the call that shows it is one that everybody may make. */
export class Wait implements Step {
  readonly move: Move;
  constructor(move: Move) {
    this.move = move;
  }
  applies = () => true;
  clock = (world: World) => target(world, this.move);
  describe = (world: World) => `it becomes ${new Date(target(world, this.move)).toISOString()}`;
  request = (): Request => ({ as: { who: 'nobody' }, method: 'GET', path: '/api/config' });
  rule = (world: World): Outcome => ({ status: 200, next: { ...copyOf(world), now: target(world, this.move) } });
}

const anyMove: fc.Arbitrary<Move> = fc.record({
  to: fc.constantFrom<Move['to']>('hours', 'days', 'due', 'due', 'dayOfMonth', 'review'),
  number: fc.nat(60),
  side: fc.constantFrom<Move['side']>('before', 'at', 'after'),
});
/** The jobs run, at the moment it is. */
export class RunJobs implements Step {
  applies = () => true;
  describe = () => 'sales runs the jobs';
  request = (): Request => ({ as: { who: 'sales' }, method: 'POST', path: '/api/dev/run-jobs' });
  rule = (world: World): Outcome => runJobs(world, { who: 'sales' });
}

/** A process starts, and forgets what nobody needs any more. */
export class Forget extends RunJobs {
  override rule = (world: World): Outcome => forget(world);
}

export const runJobsNow: fc.Arbitrary<Step> = fc.constant(null).map(() => new RunJobs());
export const later: fc.Arbitrary<Step> = fc
  .record({ move: anyMove, caller: staffMostly })
  .map((data) => new Later(data));
export const wait: fc.Arbitrary<Step> = anyMove.map((move) => new Wait(move));
