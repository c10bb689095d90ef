import { emptyTrial, judge, plus } from './judge.ts';
import type { Scenario } from './scenario.ts';
import type { Article, Site } from './site.ts';
import type { Prices, Till } from './till.ts';

type Export = {
  readonly kind: string;
  readonly cause: RegExp;
  /** A first inventory is not doubted for these, but they are counted (rule 9.46). */
  readonly notCompared?: number;
  /** Null where the till has no price. */
  readonly of: (site: Site, till: Till) => readonly (readonly [pzn: string, cents: number | null])[];
};

/** Every article, its price replaced. */
const each =
  (cents: (article: Article, now: number, site: Site) => number | null): Export['of'] =>
  (site, till) =>
    site.articles.map((article) => [article.pzn, cents(article, till.prices.get(article.pzn) ?? article.cents, site)]);
const ofGroup =
  (group: string, cents: (article: Article, now: number) => number | undefined): Export['of'] =>
  (site, till) =>
    site.articles.flatMap((article) => {
      const now = till.prices.get(article.pzn) ?? article.cents;
      const other = article.group === group ? cents(article, now) : now;
      return other === undefined ? [] : [[article.pzn, other] as const];
    });
const spread = (site: Site, now: number, percent: number) =>
  Math.max(1, Math.round(now * (1 + (percent / 100) * (2 * site.random.next() - 1))));

const OTHER = /nie gab.*andere[nr]? Apotheke/i;

/** What a pharmacy might take for the export of its prices (rule 9.45). */
const EXPORTS: readonly Export[] = [
  { kind: 'in cents', cause: /100-mal.*Komma/i, of: each((_, now) => now * 100) },
  { kind: 'in cents, of one group', cause: /100-mal.*Komma/i, of: ofGroup('FREIWAHL', (_, now) => now * 100) },
  { kind: 'in tenths', cause: /Komma/i, of: each((_, now) => Math.round(now / 10)) },
  { kind: 'net of 19 %', cause: /ohne MwSt/, of: each((_, now) => Math.round(now / 1.19)) },
  { kind: 'net of 7 %', cause: /ohne MwSt/, of: each((_, now) => Math.round(now / 1.07)) },
  { kind: 'net, of one group', cause: /ohne MwSt/, of: ofGroup('OTC', (_, now) => Math.round(now / 1.19)) },
  {
    kind: 'net, with some rows of the till',
    cause: /ohne MwSt/,
    of: (site, till) =>
      site.articles.map(({ pzn, cents }, n) => {
        const now = till.prices.get(pzn) ?? cents;
        return [pzn, n % 14 === 0 ? now + 50 : Math.round(now / 1.19)];
      }),
  },
  { kind: 'of purchase prices', cause: /Einkaufspreise/, of: each(({ aep }) => aep) },
  { kind: 'of purchase prices of one group', cause: /Einkaufspreise/, of: ofGroup('HILFSMITTEL', ({ aep }) => aep) },
  {
    kind: 'of retail prices (AVP)',
    cause: /nie gab/,
    of: each((_, now, site) => Math.round((now * site.random.int(105, 160)) / 100)),
  },
  { kind: 'of near purchase prices', cause: /Einkaufspreise/, of: each(({ aep }, _, site) => spread(site, aep, 0.3)) },
  {
    kind: 'of another pharmacy, of one group',
    cause: OTHER,
    of: ofGroup('FREIWAHL', (_, now) => now + 31 + (now % 100)),
  },
  { kind: 'of quantities, of one group', cause: /Mengen/i, of: ofGroup('FREIWAHL', (_, now) => (now % 7) * 100) },
  { kind: 'of quantities', cause: /Mengen/i, of: each((_, __, site) => site.random.int(0, 12) * 100) },
  {
    kind: 'of one group',
    cause: /Freiwahl fehlt ganz/,
    notCompared: 80,
    of: (site, till) =>
      [...till.prices].filter(([pzn]) => site.articles.some((each) => each.pzn === pzn && each.group === 'OTC')),
  },
  {
    kind: 'without one group',
    cause: /Freiwahl fehlt ganz/,
    notCompared: 50,
    of: ofGroup('FREIWAHL', () => undefined),
  },
  {
    kind: 'of the first half',
    cause: /fehlen/i,
    of: (site, till) => [...till.prices].slice(0, Math.floor(site.articles.length * 0.4)),
  },
  {
    kind: 'half without prices',
    cause: /ohne Preis|keinen Preis/i,
    of: (_, till) => [...till.prices].map(([pzn, cents], n) => [pzn, n % 5 < 3 ? null : cents]),
  },
  { kind: 'of another pharmacy', cause: OTHER, of: each((_, now, site) => spread(site, now, 20)) },
  { kind: 'of another pharmacy with near prices', cause: OTHER, of: each((_, now, site) => spread(site, now, 5)) },
  {
    kind: 'of another pharmacy with other articles',
    cause: /Liste|andere[nr]? Apotheke/i,
    of: (site) => site.others.map((pzn) => [pzn, site.random.int(199, 4999)]),
  },
  {
    kind: 'shifted by a row',
    cause: OTHER,
    of: (_, till) => {
      const rows = [...till.prices];
      return rows.map(([pzn], n) => [pzn, rows[(n + 1) % rows.length]![1]]);
    },
  },
];
const split = (rows: ReturnType<Export['of']>) => ({
  priced: new Map(rows.filter((row): row is [string, number] => row[1] !== null)) as Prices,
  without: rows.filter(([, cents]) => cents === null).map(([pzn]) => pzn),
});
const linesOf = (rows: ReturnType<Export['of']>) =>
  rows.map(([pzn, cents]) => `${pzn};${cents === null ? '' : (cents / 100).toFixed(2).replace('.', ',')}`);

/** A till sends it: it waits, everything else goes on, and the right one ends the wait. */
const sent = (each: Export): Scenario => ({
  kind: `an inventory ${each.kind}`,
  async run(site) {
    const till = site.addTill('A');
    await till.load();
    await till.sendInventory();
    await site.approve(0.2);
    await till.load();
    await till.sendInventory();
    const { priced, without } = split(each.of(site, till));
    await till.sendInventory(priced, till.cursor(), without);
    const waiting = await judge(site, { doubts: [{ till: till.account, cause: each.cause }] });
    await till.sendInventory();
    return plus(waiting, await judge(site, {}));
  },
});

/** The first that a till sends. */
const first = (each: Export): Scenario => ({
  kind: `a first inventory ${each.kind}`,
  async run(site) {
    const till = site.addTill('A');
    await till.load();
    const { priced, without } = split(each.of(site, till));
    await till.sendInventory(priced, till.cursor(), without);
    if (each.notCompared === undefined) return judge(site, { doubts: [{ till: till.account, cause: each.cause }] });
    const { notCompared } = await site.readTill(till.account);
    const found = notCompared === each.notCompared ? { right: 1 } : { wrong: 1, said: [`${notCompared} not compared`] };
    return plus({ ...emptyTrial(), ...found }, await judge(site, {}));
  },
});

/** A person brings it: nothing is stored. */
const brought = (each: Export): Scenario => ({
  kind: `a Kassenabgleich ${each.kind}`,
  async run(site) {
    const till = site.addTill('A');
    await till.load();
    await site.compare(till.prices);
    const before = (await site.dashboard()).tillCheck?.takenAt;
    const rows = each.of(site, till);
    const { doubts, message, is } = await site.compare(new Map(), { lines: linesOf(rows) });
    const said = [...doubts, ...(message ? [message] : [])];
    const trial = emptyTrial();
    if (said.length === 0) trial.unnamed++;
    else if (said.some((sentence) => each.cause.test(sentence))) trial.right++;
    else trial.wrong++;
    if (trial.right === 0) trial.said.push(`${is} ${said.join(' | ')}, awaited ${each.cause}`);
    if ((await site.dashboard()).tillCheck?.takenAt !== before) {
      trial.alarms++;
      trial.said.push('it has replaced the former one');
    }
    return plus(trial, await judge(site, {}));
  },
});

export const WRONG_EXPORTS: readonly Scenario[] = [
  ...EXPORTS.map(sent),
  ...EXPORTS.map(first),
  ...EXPORTS.map(brought),
];
