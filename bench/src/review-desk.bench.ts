import { createDemoUpdate } from '@portal/dev/review-desk/demo-market.ts';
import {
  foundKinds,
  honestShare,
  reviewFirstCalculation,
  reviewPlanted,
  reviewQuarterly,
} from '@portal/dev/review-desk/desk.ts';
import { ERROR_KINDS } from '@portal/dev/review-desk/errors.ts';
import { RISK_REASONS } from '@portal/rules';
import { median, report } from './measure.ts';

/** Ten kinds of errors among 20,000 rows of a monthly update: are they among the 130 rows that somebody looks at? */
const ROWS = 20_000;
const SEEDS = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89];
type Run = ReturnType<typeof reviewPlanted>;

const runs = SEEDS.map((seed) => reviewPlanted(seed, ROWS));
printPlaces(
  `${ROWS} rows, ${SEEDS.length} seeds: middle and worst place of each kind, how often among the first 130`,
  runs,
);
const fewest = Math.min(...runs.map((run) => foundKinds(run.places).length));
report('kinds found, fewest of all seeds', `${fewest} of 10`, { text: '≥ 9', holds: fewest >= 9 });

const honest = SEEDS.map((seed) => honestShare(seed, ROWS));
const most = Math.max(...honest.map(({ share }) => share));
report('rows an honest update flags, at most', percent(most), { text: '≤ 2 %', holds: most <= 0.02 });
for (const reason of RISK_REASONS) {
  const counts = honest.map(({ review }) => review.counts[reason]);
  const unjudged = honest.map(({ review }) => review.unjudgedCounts[reason]);
  report(`  of these ${reason}`, `${median(counts)}  (${median(unjudged)} unjudged)`);
}

// What needs a former price cannot be told of a new article: a lost own price, a small change.
printNew('the same in a first calculation, where all is new', reviewFirstCalculation, ROWS);
printNew('in a quarterly update, where 70 % are new', reviewQuarterly, ROWS);
printNew('in a first calculation of 2,000 rows', reviewFirstCalculation, 2000);

const strange = SEEDS.map((seed) => reviewPlanted(seed, ROWS, createDemoUpdate));
printPlaces('an update of the demo data, which another generator made', strange);
const kinds = strange.map((run) => foundKinds(run.places).length);
report('kinds found, fewest and middle', `${Math.min(...kinds)}  ${median(kinds)} of 10`);
const shares = SEEDS.map((seed) => honestShare(seed, ROWS, createDemoUpdate).share);
report('rows flagged without errors, middle', percent(median(shares)));

function printNew(title: string, review: typeof reviewFirstCalculation, rows: number): void {
  const each = SEEDS.map((seed) => review(seed, rows));
  printPlaces(title, each);
  const flagged = median(each.map((run) => run.review.order.length)) / rows;
  report('rows with a reason, middle', percent(flagged), { text: '≤ 2 %', holds: flagged <= 0.02 });
}

function printPlaces(title: string, each: readonly Run[]): void {
  process.stdout.write(`${title}\n`);
  for (const kind of ERROR_KINDS) {
    const places = each.map((run) => run.places[kind]);
    const found = each.filter((run) => foundKinds(run.places).includes(kind)).length;
    report(kind, `${place(median(places))}  ${place(Math.max(...places))}  ${found} of ${each.length}`);
  }
}

function place(at: number): string {
  return Number.isFinite(at) ? String(at) : '–';
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
