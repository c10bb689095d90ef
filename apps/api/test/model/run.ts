import { answerDifferences } from './compare.ts';
import { Eyes } from './eyes.ts';
import { noteMoves } from './moves.ts';
import { learnNumbers } from './numbers.ts';
import type { Answer, Step } from './outcome.ts';
import type { ModelPortal } from './portal.ts';
import type { World } from './state.ts';
import { RunJobs } from './steps/clock.ts';

/** What goes with a run besides the model's world: what was seen so far, and the steps taken. */
export type Run = {
  portal: ModelPortal;
  world: World;
  eyes: Eyes;
  log: string[];
};

export const startRun = (portal: ModelPortal, world: World): Run => ({
  portal,
  world,
  eyes: new Eyes(portal, world),
  log: [],
});

/** A step's answer or what everything looks like afterwards is not what the rules say. */
class Disagreement extends Error {}

type Act = { step: Step; answer: Answer | null };

/** Does one thing and looks at what it has changed. @throws Disagreement */
export async function take(run: Run, step: Step): Promise<void> {
  const before = begin(run, (world) => step.describe(world));
  await moveClock(run, before, step.clock?.(before));
  await settle(run, before, [[{ step, answer: await run.portal.call(before, step.request(before)) }]]);
}

/** Does two things at once; any order of the two that explains both answers and what is seen afterwards is right. */
export async function race(run: Run, steps: readonly [Step, Step]): Promise<void> {
  const before = begin(run, (world) => `at once: ${steps.map((step) => step.describe(world)).join(' | ')}`);
  await moveClock(run, before);
  const answers = await Promise.all(steps.map((step) => run.portal.call(before, step.request(before))));
  const acts = steps.map((step, n): Act => ({ step: step.tied?.(before) ?? step, answer: answers[n] ?? null }));
  await settle(run, before, [acts, acts.toReversed()]);
}

/** Does one thing whose process is killed meanwhile: what was answered is done, all else is done whole or not at all. */
export async function kill(run: Run, step: Step, afterMs: number): Promise<void> {
  const before = begin(run, (world) => `${step.describe(world)}, killed after ${afterMs} ms`);
  if (!run.portal.callAndKill) throw new Error('this portal is no process that could be killed');
  const answer = await run.portal.callAndKill(before, step.request(before), afterMs);
  await settle(run, before, answer ? [[{ step, answer }]] : [[{ step, answer }], []]);
}

/** Moments tell what came first, in ms: a clock that stands still by itself is moved, one that goes on is ahead of this. */
const STEP_TAKES = { standing: 1_000, going: 1 };

async function moveClock({ portal }: Run, { now }: World, moment?: number): Promise<void> {
  if (moment !== undefined || !portal.jobsRunAlone) await portal.setClock(moment ?? now);
}

function begin(run: Run, describe: (world: World) => string): World {
  const now = run.world.now + STEP_TAKES[run.portal.jobsRunAlone ? 'going' : 'standing'];
  const before = { ...run.world, step: run.world.step + 1, now };
  run.log.push(`${before.step}. ${describe(before)}`);
  return before;
}

/** Where the rules lead when these things happen one after the other. */
function follow(before: World, acts: readonly Act[]): { world: World; problems: string[] } {
  let world = before;
  const problems: string[] = [];
  for (const [n, { step, answer }] of acts.entries()) {
    const now = { ...world, step: before.step + n };
    const { next, ...outcome } = step.rule(now);
    if (answer) problems.push(...answerDifferences(outcome, answer));
    if (problems.length === 0) {
      if (answer) outcome.learn?.(answer, next);
      if (answer) problems.push(...(outcome.verify?.(next) ?? []));
      noteMoves(now, next);
    }
    world = next === now ? now : next;
  }
  return { world, problems };
}

/** Goes on with the first way of events that everything visible agrees with. */
async function settle(run: Run, before: World, ways: readonly (readonly Act[])[]): Promise<void> {
  const jobs: Act = { step: new RunJobs(), answer: null };
  const all = run.portal.jobsRunAlone
    ? [
        ...ways,
        ...ways.flatMap((way) => [
          [jobs, ...way],
          [...way, jobs],
        ]),
      ]
    : ways;
  const led = all.map((way) => follow(before, way));
  const fitting = led.filter(({ problems }) => problems.length === 0);
  for (const { world } of fitting) await learnNumbers(run.portal.database, world);
  // Jobs that run by themselves may come between two pages; what is read anew shows them on both.
  for (let attempt = run.portal.jobsRunAlone ? 1 : ATTEMPTS; attempt <= ATTEMPTS; attempt++) {
    const look = await run.eyes.open(fitting.map(({ world }) => world));
    for (const one of fitting) {
      one.problems = look(one.world);
      if (one.problems.length > 0) continue;
      run.world = one.world;
      return;
    }
  }
  throw new Disagreement([...new Set(led.map(({ problems }) => problems.join('\n')))].join('\n  or\n'));
}

const ATTEMPTS = 3;

/** Looks at every page of every pharmacy, whatever has changed. @throws Disagreement */
export async function lookAtAll(run: Run): Promise<void> {
  const look = await run.eyes.open([run.world], 'all');
  const problems = look(run.world);
  if (problems.length > 0) throw new Disagreement(`at the end: ${problems.join('\n')}`);
}
