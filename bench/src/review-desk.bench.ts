import { foundKinds, honestShare, reviewPlanted } from '@portal/dev/review-desk/desk.ts';
import { ERROR_KINDS } from '@portal/dev/review-desk/errors.ts';
import { RISK_REASONS } from '@portal/rules';
import { median, report } from './measure.ts';

/** Ten kinds of errors among 20,000 rows of a monthly update: are they among the 130 rows that somebody looks at? */
const ROWS = 20_000;
const SEEDS = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89];

const runs = SEEDS.map((seed) => ({ seed, ...reviewPlanted(seed, ROWS) }));
process.stdout.write(
  `${ROWS} rows, ten kinds of errors, ${SEEDS.length} seeds: middle and worst place, how often among the first 130\n`,
);
for (const kind of ERROR_KINDS) {
  const places = runs.map((run) => run.places[kind]);
  const found = runs.filter((run) => foundKinds(run.places).includes(kind)).length;
  report(kind, `${median(places)}  ${Math.max(...places)}  ${found} of ${SEEDS.length}`);
}
const fewest = Math.min(...runs.map((run) => foundKinds(run.places).length));
report('kinds found, fewest of all seeds', `${fewest} of 10`, { text: '≥ 9', holds: fewest >= 9 });

const honest = SEEDS.map((seed) => honestShare(seed, ROWS));
const most = Math.max(...honest.map(({ share }) => share));
report('rows an honest update flags, at most', `${(most * 100).toFixed(2)} %`, { text: '≤ 2 %', holds: most <= 0.02 });
for (const reason of RISK_REASONS) {
  const counts = honest.map(({ review }) => review.counts[reason]);
  const unjudged = honest.map(({ review }) => review.unjudgedCounts[reason]);
  report(`  of these ${reason}`, `${median(counts)}  (${median(unjudged)} unjudged)`);
}
