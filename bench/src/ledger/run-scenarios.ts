import { createRandom } from '@portal/dev/demo/random.ts';
import { report } from '../measure.ts';
import type { Portal } from './calls.ts';
import { emptyTrial, plus, type Trial } from './judge.ts';
import type { Scenario } from './scenario.ts';
import { createSite } from './site.ts';

type Options = { readonly title: string; readonly first: number; readonly times: number };

const WIDTH = 76;

/** Each kind at pharmacies of its own, numbered from `first` on. `PORTAL_LEDGER_KINDS` chooses kinds by a part of their names. */
export async function runScenarios(portal: Portal, scenarios: readonly Scenario[], { title, first, times }: Options) {
  const chosen = scenarios.filter(({ kind }) => kind.includes(process.env['PORTAL_LEDGER_KINDS'] ?? ''));
  process.stdout.write(`\n${title.padEnd(WIDTH)} planted   named   wrong unnamed  alarms\n`);
  let total = emptyTrial();
  let apoId = first;
  for (const { kind, run } of chosen) {
    let sum = emptyTrial();
    for (let n = 0; n < times; n++) {
      const trial = await run(await createSite(portal, apoId, createRandom(apoId)));
      for (const line of trial.said.slice(0, 3)) process.stdout.write(`  ${apoId}: ${line}\n`);
      sum = plus(sum, trial);
      apoId++;
    }
    process.stdout.write(`${kind.padEnd(WIDTH)}${countsOf(sum)}\n`);
    total = plus(total, sum);
  }
  const planted = total.right + total.wrong + total.unnamed;
  process.stdout.write(`${'together'.padEnd(WIDTH)}${countsOf(total)}\n`);
  if (planted > 0)
    report('named with place and cause', `${total.right} of ${planted}`, {
      text: 'all',
      holds: total.right === planted,
    });
  report('alarms on what is clean', `${total.alarms}`, { text: 'none', holds: total.alarms === 0 });
}

const countsOf = ({ right, wrong, unnamed, alarms }: Trial) =>
  [right + wrong + unnamed, right, wrong, unnamed, alarms].map((count) => `${count}`.padStart(8)).join('');
