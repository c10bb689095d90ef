import {
  areFewNew,
  ASSUMED_VAT_PERCENT,
  type Cents,
  countEndings,
  endingShares,
  isNewArticle,
  largestCount,
  largestEffect,
  type NewArticles,
  type NewBasis,
  newReference,
  RISK_LIMITS,
  RISK_REASONS,
  type RiskFlag,
  type RiskReason,
  riskScore,
  usualRatio,
} from '@portal/rules';
import type { ReviewColumns, ReviewOptions } from './columns.ts';
import { findFamilies } from './families.ts';
import { affectedRows, effectOf, type Judged, riskRowAt, RULES } from './judge.ts';
import { countEffects, largestLimit } from './largest.ts';
import type { Prepared, Review } from './review.ts';

const LARGEST = RISK_REASONS.indexOf('largestEffect');

/** Judges all rows: why each deserves a look, what its change is worth, and which to look at first. */
export function buildReview(columns: ReviewColumns, options: ReviewOptions): Review {
  const count = columns.pzn.length;
  const draft: Draft = {
    columns,
    count,
    prepared: prepare(columns, options),
    reasons: new Uint16Array(count),
    unjudged: new Uint16Array(count),
    effect: new Float64Array(count),
    weights: { deviation: new Float64Array(count), worth: new Float64Array(count), score: new Float64Array(count) },
  };
  return judgeRows(draft, allRows(count), new Uint32Array());
}

/**
 * The review after prices have changed: the rows of `changes`, those they are compared with and the largest effects are
 * judged again. Gives the same as building the whole review again.
 * @param changes rows with the price that will be in force, null for none
 */
export function updateReview(review: Review, changes: Iterable<readonly [row: number, after: Cents | null]>): Review {
  const after = [...review.columns.after];
  const rows = new Set<number>();
  for (const [row, price] of changes) {
    if (after[row] === price) continue;
    after[row] = price;
    for (const each of affectedRows(review, row, review.count)) rows.add(each);
  }
  if (rows.size === 0) return review;
  const { deviation, worth, score } = review.weights;
  const draft: Draft = {
    ...review,
    columns: { ...review.columns, after },
    reasons: review.reasons.slice(),
    unjudged: review.unjudged.slice(),
    effect: review.effect.slice(),
    weights: { deviation: deviation.slice(), worth: worth.slice(), score: score.slice() },
  };
  return judgeRows(draft, rows, review.order);
}

/** Why a row deserves a look, the weightiest reason first, each with the numbers it rests on. */
export function flagsOf(review: Review, row: number): RiskFlag[] {
  const facts = riskRowAt(review, row);
  const verdicts = RULES.map((rule) => rule(facts, row, review));
  if (((review.reasons[row] as number) >> LARGEST) & 1) verdicts.push(largestEffect(review.effect[row] as number, -1));
  return verdicts.filter((verdict) => typeof verdict === 'object').toSorted((a, b) => b.deviation - a.deviation);
}

type Draft = Omit<Review, 'order' | 'counts' | 'unjudgedCounts'>;

function judgeRows(draft: Draft, rows: Iterable<number>, orderBefore: Uint32Array): Review {
  const dirty = new Set(rows);
  for (const row of dirty) judgeRow(draft, row);
  markLargest(draft, dirty);
  return {
    ...draft,
    order: mergeOrder(draft, dirty, orderBefore),
    counts: countBits(draft.reasons),
    unjudgedCounts: countBits(draft.unjudged),
  };
}

function judgeRow(draft: Draft, row: number): void {
  const facts = riskRowAt(draft, row);
  const effect = effectOf(facts);
  let reasons = 0;
  let unjudged = effect === null ? 1 << LARGEST : 0;
  let deviation = 0;
  let stake = 0;
  for (let rule = 0; rule < RULES.length; rule++) {
    const verdict = (RULES[rule] as (typeof RULES)[number])(facts, row, draft as Judged);
    if (verdict === 'fine') continue;
    if (verdict === 'unknown') {
      unjudged |= 1 << rule;
      continue;
    }
    reasons |= 1 << rule;
    deviation += verdict.deviation;
    stake = Math.max(stake, verdict.stake);
  }
  draft.reasons[row] = reasons;
  draft.unjudged[row] = unjudged;
  draft.effect[row] = effect ?? Number.NaN;
  draft.weights.deviation[row] = deviation;
  // where sales are unknown a row is ranked as if one pack were sold
  const atStake = (stake * 100 * (facts.units ?? 1)) / (100 + facts.vatPercent);
  draft.weights.worth[row] = Math.max(Math.abs(effect ?? 0), atStake);
}

/** Marks the largest effects, scores what was judged, and adds rows that became or ceased to be among them to `dirty`. */
function markLargest({ effect, reasons, weights, prepared, count }: Draft, dirty: Set<number>): void {
  const least = largestLimit(effect, largestCount(countEffects(effect), prepared.context));
  const bit = 1 << LARGEST;
  for (let row = 0; row < count; row++) {
    const is = Math.abs(effect[row] as number) > least;
    if (is !== (((reasons[row] as number) & bit) !== 0)) {
      reasons[row] = (reasons[row] as number) ^ bit;
      dirty.add(row);
    }
  }
  for (const row of dirty) {
    const verdict = (reasons[row] as number) & bit ? largestEffect(effect[row] as number, least) : 'fine';
    const own = typeof verdict === 'object' ? verdict.deviation : 0;
    weights.score[row] = riskScore(weights.worth[row] as number, (weights.deviation[row] as number) + own);
  }
}

/** The former order with the rows that were judged again in their new places. */
function mergeOrder({ reasons, weights, columns }: Draft, dirty: Set<number>, before: Uint32Array): Uint32Array {
  const { score } = weights;
  const compare = (a: number, b: number) =>
    (score[b] as number) - (score[a] as number) || ((columns.pzn[a] as string) < (columns.pzn[b] as string) ? -1 : 1);
  const fresh = Uint32Array.from([...dirty].filter((row) => reasons[row] !== 0)).sort(compare);
  const kept = before.filter((row) => !dirty.has(row));
  const order = new Uint32Array(kept.length + fresh.length);
  for (let at = 0, k = 0, f = 0; at < order.length; at++) {
    const takesKept = f === fresh.length || (k < kept.length && compare(kept[k] as number, fresh[f] as number) < 0);
    order[at] = (takesKept ? kept[k++] : fresh[f++]) as number;
  }
  return order;
}

function countBits(masks: Uint16Array): Record<RiskReason, number> {
  const counts = new Uint32Array(RISK_REASONS.length);
  for (const mask of masks) {
    for (let rest = mask; rest !== 0; rest &= rest - 1) (counts[31 - Math.clz32(rest & -rest)] as number)++;
  }
  return Object.fromEntries(RISK_REASONS.map((reason, bit) => [reason, counts[bit]])) as Record<RiskReason, number>;
}

function prepare(columns: ReviewColumns, { limits, standing, now }: ReviewOptions): Prepared {
  const { before, calculatedPrice, listEndings } = columns;
  return {
    context: { limits: { ...RISK_LIMITS, ...limits }, standing, now },
    families: findFamilies(columns),
    articles: describeNewArticles(columns),
    endingShares: endingShares(listEndings ?? countEndings(before), countEndings(calculatedPrice)),
  };
}

/** By calculated prices, so that an edit does not move what is usual. */
function describeNewArticles(columns: ReviewColumns): NewArticles {
  const ratios: Record<NewBasis, number[]> = { umfeldAvg: [], avp: [], aep: [] };
  let count = 0;
  for (let row = 0; row < columns.pzn.length; row++) {
    const price = columns.calculatedPrice[row] ?? null;
    const before = columns.before[row] ?? null;
    if (price === null || !isNewArticle({ before, priceTypeBefore: columns.priceTypeBefore[row] ?? null })) continue;
    count++;
    const reference = newReference({
      umfeldAvg: columns.umfeldAvg[row] ?? null,
      avp: columns.avp[row] ?? null,
      aep: columns.aep[row] ?? null,
      vatPercent: columns.vatPercent?.[row] ?? ASSUMED_VAT_PERCENT,
    });
    if (reference) ratios[reference[0]].push(price / reference[1]);
  }
  const usual = Object.fromEntries(
    Object.entries(ratios).map(([basis, each]) => [basis, usualRatio(Float64Array.from(each))]),
  );
  return { few: areFewNew(count, columns.pzn.length), usual };
}

function* allRows(count: number): Iterable<number> {
  for (let row = 0; row < count; row++) yield row;
}
