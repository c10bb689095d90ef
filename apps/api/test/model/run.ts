import { answerDifferences, differences } from './compare.ts';
import { noteMoves } from './moves.ts';
import { observe } from './observe.ts';
import type { Answer, Step } from './outcome.ts';
import type { ModelPortal } from './portal.ts';
import { IS_SAVE } from '../../src/modules/history-writing/index.ts';
import { type Group, GROUPS, pharmacyOf, type World } from './state.ts';
import { RunJobs } from './steps/clock.ts';
import { visible } from './visible.ts';

/** What goes with a run besides the model's world: the versions seen so far, and how many steps were taken. */
export type Run = {
  portal: ModelPortal;
  world: World;
  versions: Map<string, Shown>;
  log: string[];
};

/** A list as it was last shown: its version (the highest so far), its rows, and whether they were another pharmacy's. */
type Shown = { version: number; rows: string; mirror: boolean };

/** A step's answer or what everything looks like afterwards is not what the rules say. */
class Disagreement extends Error {}

type Act = { step: Step; answer: Answer | null };

/** Does one thing and looks at everything. @throws Disagreement */
export async function take(run: Run, step: Step): Promise<void> {
  const before = begin(run, (world) => step.describe(world));
  const moment = step.clock?.(before);
  if (moment !== undefined) await run.portal.setClock(moment);
  await settle(run, before, [[{ step, answer: await run.portal.call(before, step.request(before)) }]]);
}

/** Does two things at once; any order of the two that explains both answers and what is seen afterwards is right. */
export async function race(run: Run, steps: readonly [Step, Step]): Promise<void> {
  const before = begin(run, (world) => `at once: ${steps.map((step) => step.describe(world)).join(' | ')}`);
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

function begin(run: Run, describe: (world: World) => string): World {
  const before = { ...run.world, step: run.world.step + 1 };
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
  const problems: string[] = [];
  for (const way of all) {
    const led = follow(before, way);
    if (led.problems.length === 0) {
      await findNumbers(run, led.world);
      await findRuleNumbers(run, led.world);
      await findPeriodNumbers(run, led.world);
      led.problems.push(...(await disagreements(run, led.world)));
    }
    if (led.problems.length === 0) {
      run.world = led.world;
      return;
    }
    problems.push(led.problems.join('\n'));
  }
  throw new Disagreement([...new Set(problems)].join('\n  or\n'));
}

/** The number of a package whose answer was lost. */
async function findNumbers({ portal: { database } }: Run, world: World): Promise<void> {
  for (const one of world.packages.filter(({ id }) => id === 0)) {
    const { apoId } = pharmacyOf(world, one.pharmacy);
    const where = { apoId, kind: one.kind, productGroup: one.group };
    one.id = (await database.prisma.priceUpdate.aggregate({ where, _max: { id: true } }))._max.id ?? 0;
  }
}

/** The same of saves, and of what runs and comes, by which it is ended. */
async function findPeriodNumbers({ portal: { database } }: Run, world: World): Promise<void> {
  for (const pharmacy of world.pharmacies) {
    const { apoId, saves, lists } = pharmacy;
    if (saves.some(({ id }) => id === 0)) {
      const { rows } = await database.pool.query<{ id: string; group: Group }>(
        `SELECT e.id, e.product_type AS "group" FROM history_entry e WHERE e.apo_id = $1 AND ${IS_SAVE} ORDER BY e.id`,
        [apoId],
      );
      for (const group of GROUPS) {
        const ids = rows.filter((row) => row.group === group).map(({ id }) => Number(id));
        for (const [n, save] of saves.filter((one) => one.group === group).entries()) save.id = ids[n] ?? 0;
      }
    }
    const open = GROUPS.some(
      (group) =>
        lists[group].coming.some(({ ended }) => ended === null) ||
        Object.values(lists[group].items).some(({ period }) => period),
    );
    if (!open) continue;
    const { rows } = await database.pool.query<{ id: string; key: string }>(
      `SELECT id, concat(pzn, ' ', CASE state WHEN 'running' THEN 'runs' ELSE (begins_on - date '1970-01-01')::text END) AS key
         FROM price_period WHERE apo_id = $1 AND state <> 'ended'`,
      [apoId],
    );
    pharmacy.periodIds = Object.fromEntries(rows.map(({ id, key }) => [key, Number(id)]));
  }
}

/** The same of a rule. */
async function findRuleNumbers({ portal: { database } }: Run, world: World): Promise<void> {
  for (const { apoId, rules } of world.pharmacies) {
    for (const rule of rules.filter(({ id }) => id === 0)) {
      const found = await database.prisma.standingRule.findFirst({ where: { apoId, name: rule.name } });
      rule.id = found?.id ?? 0;
    }
  }
}

/** Looks at every pharmacy. */
async function disagreements(run: Run, world: World): Promise<string[]> {
  const all = await Promise.all(world.pharmacies.map((_, index) => observe(run.portal, world, index)));
  const found = all.flatMap(({ seen }, index) => differences(visible(world, index), seen, `pharmacy ${index}`));
  if (found.length > 0) return found;
  return all.flatMap(({ seen, versions }, index) =>
    Object.entries(versions).flatMap(([group, version]) =>
      noteVersion(run, `${index} ${group}`, {
        version,
        rows: JSON.stringify(seen.lists[group as Group]?.rows),
        mirror: world.pharmacies[index]?.parent !== null,
      }),
    ),
  );
}

/**
 * The version of a list never falls, and rises whenever its rows are others. A mirror shows its main pharmacy's; after parting
 * the versions are above all that were shown before.
 */
function noteVersion(run: Run, key: string, now: Shown): string[] {
  const before = run.versions.get(key);
  run.versions.set(key, { ...now, version: Math.max(now.version, before?.version ?? 0) });
  if (!before || now.mirror) return [];
  const mustRise = before.mirror || now.rows !== before.rows;
  return mustRise ? above(key, before, now) : now.version >= before.version ? [] : above(key, before, now);
}

const above = (key: string, before: Shown, now: Shown): string[] =>
  now.version > before.version ? [] : [`list ${key}: version ${before.version} was followed by ${now.version}`];
