import { createRandom } from '@portal/dev/demo/random.ts';
import { arrive, noPast, type Outcome, type Past } from './deliveries/arrive.ts';
import { textOf } from './deliveries/delivery.ts';
import { type Fault, FAULTS } from './deliveries/faults.ts';
import { measureCost } from './deliveries/cost.ts';
import { approve, createHonest, type Story } from './deliveries/honest.ts';
import { createPharmacy, type Pharmacy } from './deliveries/market.ts';
import { median, report } from './measure.ts';

/**
 * Faulty and honest deliveries through the reader of package files and every check (rule 20.2): 30 kinds of faults × 10
 * seeds, 300 honest ones. Each pharmacy has a past of six approved deliveries of the kind.
 */
const SEEDS = 10;
const FORMER = 6;
const HONEST: Record<Story, number> = {
  month: 80,
  producers: 50,
  law: 30,
  season: 50,
  recalculation: 20,
  repeat: 20,
  threePercent: 30,
  first: 20,
};
/** What an earlier delivery of the same kind was. */
const USUALLY: Record<Story, Story> = {
  month: 'month',
  producers: 'month',
  law: 'month',
  season: 'season',
  recalculation: 'recalculation',
  repeat: 'repeat',
  threePercent: 'recalculation',
  first: 'first',
};

async function withPast(pharmacy: Pharmacy, story: Story): Promise<Past> {
  const past = noPast();
  if (story === 'first') return past;
  for (let number = 0; number < FORMER; number++) {
    const honest = createHonest(pharmacy, USUALLY[story]);
    const outcome = await arrive(pharmacy, honest.table.kind, Buffer.from(textOf(honest.table)), past);
    if (!outcome.figures) throw new Error(`an honest delivery of the past is invalid: ${outcome.by.join(' ')}`);
    past.former.unshift(outcome.figures);
    past.changes.unshift(honest.said.filter(({ article, price }) => article.price !== price).length);
    past.last = { pzns: outcome.pzns };
    approve(pharmacy, honest);
  }
  return past;
}

async function plant(fault: Fault, seed: number): Promise<Outcome> {
  const random = createRandom(seed * 7919 + FAULTS.indexOf(fault));
  const pharmacy = {
    ...createPharmacy(random, fault.vatShare === undefined ? {} : { vatShare: fault.vatShare }),
    style: 'whole' as const,
  };
  const story = fault.stories[seed % fault.stories.length] as Story;
  const past = await withPast(pharmacy, story);
  const { table } = createHonest(pharmacy, story);
  const content = fault.plant(table, random) ?? Buffer.from(textOf(table));
  return arrive(pharmacy, table.kind, content, past);
}

let caught = 0;
let allRed = true;
for (const fault of FAULTS) {
  const outcomes: Outcome[] = [];
  for (let seed = 0; seed < SEEDS; seed++) outcomes.push(await plant(fault, seed));
  const count = (...colours: Outcome['colour'][]) => outcomes.filter(({ colour }) => colours.includes(colour)).length;
  const refused = count('red', 'invalid');
  const isCaught = refused + count('yellow') === SEEDS;
  if (isCaught) caught++;
  if (fault.isRed && refused < SEEDS) allRed = false;
  const by = [...new Set(outcomes.flatMap((outcome) => outcome.by))].join(' ').slice(0, 90);
  report(fault.name, `${refused} red ${count('yellow')} yellow`);
  if (!isCaught || (fault.isRed && refused < SEEDS)) process.stdout.write('  ^ NOT AS WANTED ');
  process.stdout.write(`  by ${by}\n`);
}
report('kinds with no seed green', `${caught} of ${FAULTS.length}`, {
  text: '≥ 29 of 30',
  holds: caught >= FAULTS.length - 1 && FAULTS.length >= 30,
});
report('factors and shifts always red', allRed ? 'yes' : 'no', { text: 'yes', holds: allRed });

const honestOutcomes: (Outcome & { story: Story })[] = [];
for (const [story, count] of Object.entries(HONEST) as [Story, number][]) {
  for (let seed = 0; seed < count; seed++) {
    const pharmacy = createPharmacy(createRandom(seed * 104_729 + story.length * 31 + 5));
    const past = await withPast(pharmacy, story);
    const { table } = createHonest(pharmacy, story);
    honestOutcomes.push({ story, ...(await arrive(pharmacy, table.kind, Buffer.from(textOf(table)), past)) });
  }
}
const wrong = (colour: Outcome['colour']) => honestOutcomes.filter((outcome) => outcome.colour === colour);
for (const { story, colour, by } of honestOutcomes.filter(({ colour }) => colour !== 'green'))
  process.stdout.write(`  ${story}: ${colour} by ${by.join(' ')}\n`);
const [red, yellow] = [wrong('red').length + wrong('invalid').length, wrong('yellow').length];
report('honest deliveries that are red', `${red} of ${honestOutcomes.length}`, { text: '0', holds: red === 0 });
report('honest deliveries that are yellow', `${yellow} of ${honestOutcomes.length}`, {
  text: '≤ 2 %',
  holds: yellow <= 0.02 * honestOutcomes.length,
});
report('every check of one delivery, ms', median(honestOutcomes.map(({ checkMs }) => checkMs)).toFixed(1));
for (const { kind, rows, checkMs, callMs } of await measureCost()) {
  report(`${kind} of ${rows} rows: its checks, the call`, `${checkMs.toFixed(0)}, ${callMs.toFixed(0)} ms`);
}
