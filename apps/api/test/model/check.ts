import fc from 'fast-check';
import type { Step } from './outcome.ts';
import type { ModelPortal } from './portal.ts';
import { kill, lookAtAll, race, type Run, startRun, take } from './run.ts';
import { endRun, MOMENTS, startWorld } from './start.ts';
import type { World } from './state.ts';
import { anyRow } from './steps/in-a-row.ts';
import { anyRace, anyStep, anyWrite } from './steps/index.ts';

/** Steps of one run at most; then it starts again with new pharmacies. */
const RUN_STEPS = 120;

type Command = fc.AsyncCommand<{ world: World }, Run>;

/** How many steps may still be taken. */
type Budget = { left: number };

/** What a command makes of its steps; takes them off the budget. */
type Deed = { name: string; steps: readonly Step[]; do(run: Run, budget: Budget): Promise<void> };

/** A deed as fast-check's commands are; the model moves on in the run, which the real answers are part of. */
class StepCommand implements Command {
  private readonly deed: Deed;
  private readonly budget: Budget;
  constructor(deed: Deed, budget: Budget) {
    this.deed = deed;
    this.budget = budget;
  }
  check({ world }: { world: World }) {
    return this.budget.left > 0 && this.deed.steps.every((step) => step.applies(world));
  }
  async run(model: { world: World }, run: Run) {
    await this.deed.do(run, this.budget);
    model.world = run.world;
  }
  /** What it was in the end stands in the list that the failure carries: positions mean something in a world only. */
  toString() {
    return this.deed.name;
  }
}

const single: fc.Arbitrary<Deed> = anyStep.map((step) => ({
  name: 'step',
  steps: [step],
  do(run, budget) {
    budget.left -= 1;
    return take(run, step);
  },
}));
const pair: fc.Arbitrary<Deed> = anyRace.map((steps) => ({
  name: 'race',
  steps,
  do(run, budget) {
    budget.left -= 1;
    return race(run, steps);
  },
}));
const broken: fc.Arbitrary<Deed> = fc.tuple(anyWrite, fc.nat(40)).map(([step, afterMs]) => ({
  name: 'kill',
  steps: [step],
  do(run, budget) {
    budget.left -= 1;
    return kill(run, step, afterMs);
  },
}));
/** Whether a later one of them applies shows when those before it are done. */
const inARow: fc.Arbitrary<Deed> = anyRow.map((steps) => ({
  name: 'in a row',
  steps: steps.slice(0, 1),
  async do(run, budget) {
    for (const step of steps) {
      if (budget.left <= 0 || !step.applies(run.world)) continue;
      budget.left -= 1;
      await take(run, step);
    }
  },
}));

/**
 * `kills`: some calls lose their process. `asFound`: a failure is reported as found, without looking for a shorter one.
 */
export type Wanted = { steps: number; seed: number; kills?: boolean; asFound?: boolean };
export type Checked = { steps: number; runs: number };

/**
 * Drives the portal by random steps and compares it with the model after each.
 * @returns how many steps were taken
 * @throws Error with the shortest list of steps found that still disagrees
 */
export async function checkPortal(
  portal: ModelPortal,
  { steps, seed, kills = false, asFound = false }: Wanted,
): Promise<Checked> {
  const budget: Budget = { left: steps };
  let runs = 0;
  const deeds = fc.oneof(
    { weight: 16, arbitrary: single },
    { weight: 2, arbitrary: pair },
    { weight: 3, arbitrary: inARow },
    { weight: kills ? 1 : 0, arbitrary: broken },
  );
  const commands = fc.commands([deeds.map((deed) => new StepCommand(deed, budget))], {
    maxCommands: RUN_STEPS,
    size: 'max',
  });
  const property = fc.asyncProperty(fc.constantFrom(...MOMENTS), commands, async (moment, list) => {
    if (budget.left <= 0) return;
    runs += 1;
    await endRun(portal.database);
    await portal.setClock(Date.parse(moment));
    const world = await startWorld(portal.database, moment);
    const run = startRun(portal, world);
    try {
      await fc.asyncModelRun(() => ({ model: { world }, real: run }), list);
      await lookAtAll(run);
    } catch (error) {
      // Shrinking needs steps of its own.
      budget.left = Number.POSITIVE_INFINITY;
      throw new Error(
        `from ${moment}:\n${run.log.join('\n')}\n\n${error instanceof Error ? error.message : String(error)}`,
        {
          cause: error,
        },
      );
    }
  });
  await fc.assert(property, {
    seed,
    numRuns: Math.max(10, Math.ceil(steps / 10)),
    endOnFailure: asFound,
  });
  return { steps: steps - budget.left, runs };
}
