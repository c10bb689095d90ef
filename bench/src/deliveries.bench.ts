import { measureCost } from './deliveries/cost.ts';
import { STORIES, tellStory } from './deliveries/honest.ts';
import { type Planted, plantAll, type Setting, SETTINGS, SHARES, type Strength } from './deliveries/plant.ts';
import { median, report } from './measure.ts';

/**
 * Faulty and honest deliveries through the reader of package files and every check (rule 20.2): 60 kinds of faults in
 * three strengths for each kind of package, on old and new pharmacies, and 400 honest ones.
 * `BENCH_SEED` gives other pharmacies, `BENCH_STORIES` a part of the honest ones' number.
 */
const SEEDS = 5;
const start = Number(process.env.BENCH_SEED ?? 1);
const part = Number(process.env.BENCH_STORIES ?? 1);
const began = performance.now();

/** Of 60. */
function goalOf({ age, kind }: Setting, strength: Strength): number | null {
  if (strength === 'tenth') return null;
  if (strength === 'half') return 45;
  return kind === 'QDP' || age !== 'year' ? 52 : 58;
}

const sum = (planted: readonly Planted[], of: 'falseRows' | 'green' | 'unmarked') =>
  planted.reduce((total, each) => total + each[of], 0);

function reportStrength(setting: Setting, strength: Strength, planted: readonly Planted[]): void {
  const kinds = Map.groupBy(planted, ({ fault }) => fault);
  const missed = [...kinds].filter(([, each]) => !each.every(({ isCaught }) => isCaught));
  const caught = kinds.size - missed.length;
  const goal = goalOf(setting, strength);
  report(
    `${setting.name}, ${strength}: kinds caught`,
    `${caught} of ${kinds.size}`,
    goal === null
      ? undefined
      : {
          text: `≥ ${goal} of 60`,
          holds: caught >= (goal / 60) * kinds.size,
        },
  );
  const byCount = [...kinds].filter(([, each]) => each.some(({ isByCount }) => isByCount)).map(([fault]) => fault);
  if (byCount.length > 0) process.stdout.write(`    by unusualShare alone in a seed: ${byCount.join(' ')}\n`);
  report(
    '  false prices; green; green and not marked',
    `${sum(planted, 'falseRows')}; ${sum(planted, 'green')}; ${sum(planted, 'unmarked')}`,
  );
  for (const [fault, each] of missed) {
    const by = [...new Set(each.flatMap(({ isCaught, by: said }) => (isCaught ? [] : said)))].join(' ');
    const count = each.filter(({ isCaught }) => isCaught).length;
    const unseen = sum(each, 'unmarked');
    process.stdout.write(
      `    ${fault} ${count}/${each.length}${unseen ? `, ${unseen} unmarked` : ''}${by ? `, only ${by}` : ''}\n`,
    );
  }
}

const all: Planted[] = [];
const checkMs: number[] = [];
for (const setting of SETTINGS) {
  const planted: Planted[] = [];
  for (let seed = start; seed < start + SEEDS; seed++) {
    const { honest, planted: ofSeed } = await plantAll(setting, seed);
    planted.push(...ofSeed);
    checkMs.push(honest.checkMs);
    if (honest.colour !== 'green')
      process.stdout.write(`  ${setting.name}, seed ${seed}: honest twin ${honest.colour} by ${honest.by.join(' ')}\n`);
  }
  for (const strength of Object.keys(SHARES) as Strength[])
    reportStrength(
      setting,
      strength,
      planted.filter((each) => each.strength === strength),
    );
  all.push(...planted);
}
for (const strength of Object.keys(SHARES) as Strength[]) {
  const planted = all.filter((each) => each.strength === strength);
  const green = sum(planted, 'green');
  const share = ((100 * green) / sum(planted, 'falseRows')).toFixed(1);
  report(`false prices in green deliveries, ${strength}`, `${green} (${share} %)`);
  report('  of them not marked for review', String(sum(planted, 'unmarked')));
}

type Counts = { told: number; red: number; yellow: number };
const counts: Record<'ordinary' | 'unusual', Counts> = {
  ordinary: { told: 0, red: 0, yellow: 0 },
  unusual: { told: 0, red: 0, yellow: 0 },
};
for (const [index, story] of STORIES.entries()) {
  const count = counts[story.isOrdinary ? 'ordinary' : 'unusual'];
  const times = Math.ceil(story.times * part);
  const spoken = new Map<string, number>();
  for (let each = 0; each < times; each++) {
    const { colour, by, checkMs: ms } = await tellStory(story, start * 100_003 + index * 1009 + each);
    count.told++;
    if (colour === 'yellow') count.yellow++;
    if (colour === 'red' || colour === 'invalid') count.red++;
    checkMs.push(ms);
    const said = `${colour} by ${by.join(' ')}`;
    if (colour !== 'green') spoken.set(said, (spoken.get(said) ?? 0) + 1);
  }
  for (const [said, often] of spoken) process.stdout.write(`  ${story.name}: ${often} of ${times} ${said}\n`);
}
const { ordinary, unusual } = counts;
const red = ordinary.red + unusual.red;
report('honest deliveries that are red', `${red} of ${ordinary.told + unusual.told}`, { text: '0', holds: red === 0 });
report('ordinary ones that are yellow', `${ordinary.yellow} of ${ordinary.told}`, {
  text: '≤ 2 %',
  holds: ordinary.yellow <= 0.02 * ordinary.told,
});
report('unusual ones that are yellow', `${unusual.yellow} of ${unusual.told}`, {
  text: '≤ 15 %',
  holds: unusual.yellow <= 0.15 * unusual.told,
});
report('every check of one delivery, ms', median(checkMs).toFixed(1));
for (const { kind, rows, checkMs: ms, callMs } of await measureCost()) {
  report(`${kind} of ${rows} rows: its checks, the call`, `${ms.toFixed(0)}, ${callMs.toFixed(0)} ms`);
}
const minutes = (performance.now() - began) / 60_000;
report('the whole bench, minutes', minutes.toFixed(1), { text: '≤ 20', holds: minutes <= 20 });
