import {
  areFewNew,
  type Cents,
  countEndings,
  type DeliveryDoubt,
  endingShares,
  type Expected,
  expectedPrice,
  findDeliveryDoubts,
  GUARDRAILS,
  isNewArticle,
  largestCount,
  LARGEST_DEVIATION,
  largestEffect,
  type NewBasis,
  type UsualRatio,
  newReferences,
  RISK_LIMITS,
  RISK_REASONS,
  type RiskFlag,
  type RiskReason,
  riskMagnitude,
  usualRatio,
  vatPercentOf,
} from '@portal/rules';
import { atOnce, type InPieces } from '../in-pieces.ts';
import type { ReviewColumns, ReviewOptions } from './columns.ts';
import { findFamilies } from './families.ts';
import { breachMask } from './guardrails.ts';
import { affectedRows, effectOf, type Judged, riskRowAt, RULES } from './judge.ts';
import { countEffects, largestLimit } from './largest.ts';
import type { Prepared, Review } from './review.ts';

const A_PIECE = 500;
const LARGEST_BIT = 1 << RISK_REASONS.indexOf('largestEffect');

export function buildReview(columns: ReviewColumns, options: ReviewOptions): Review {
  return atOnce(buildInPieces(columns, options));
}

export function* buildInPieces(columns: ReviewColumns, options: ReviewOptions): InPieces<Review> {
  const count = columns.pzn.length;
  const doubts = findDoubts(columns);
  yield;
  const draft: Draft = {
    columns,
    count,
    doubts,
    prepared: yield* prepare(columns, options, doubts),
    reasons: new Uint16Array(count),
    unjudged: new Uint16Array(count),
    breaches: new Uint8Array(count),
    effect: new Float64Array(count),
    weights: { deviation: new Float32Array(count), magnitude: new Float32Array(count) },
  };
  for (let row = 0; row < count; row++) {
    if (row % A_PIECE === 0) yield;
    judgeRow(draft, row);
  }
  yield;
  return finish(draft, new Set(), new Uint32Array());
}

/**
 * Same result as a new review.
 * @param changes price in force; null: none
 */
export function updateReview(review: Review, changes: Iterable<readonly [row: number, after: Cents | null]>): Review {
  const after = review.columns.after.slice();
  const rows = new Set<number>();
  for (const [row, price] of changes) {
    if (after[row] === price) continue;
    after[row] = price;
    for (const each of affectedRows(review, row)) rows.add(each);
  }
  if (rows.size === 0) return review;
  const { deviation, magnitude } = review.weights;
  const draft: Draft = {
    ...review,
    columns: { ...review.columns, after },
    reasons: review.reasons.slice(),
    unjudged: review.unjudged.slice(),
    breaches: review.breaches.slice(),
    effect: review.effect.slice(),
    weights: { deviation: deviation.slice(), magnitude: magnitude.slice() },
  };
  for (const row of rows) judgeRow(draft, row);
  return finish(draft, rows, review.order);
}

export function flagsOf(review: Review, row: number): RiskFlag[] {
  if (review.columns.inactive?.[row] || review.columns.approved?.[row]) return [];
  const facts = riskRowAt(review, row);
  const verdicts = RULES.map((rule) => rule(facts, row, review));
  if ((review.reasons[row] as number) & LARGEST_BIT) verdicts.push(largestEffect(review.effect[row] as number, 0));
  return verdicts.filter((verdict) => typeof verdict === 'object').toSorted((a, b) => b.deviation - a.deviation);
}

type Draft = Omit<Review, 'order' | 'counts' | 'unjudgedCounts'>;

function judgeRow(draft: Draft, row: number): void {
  // Not approved, and left out of the confirmation.
  if (draft.columns.inactive?.[row]) {
    draft.effect[row] = Number.NaN;
    return;
  }
  const facts = riskRowAt(draft, row);
  const effect = effectOf(facts);
  if (draft.columns.approved?.[row]) {
    draft.effect[row] = effect ?? Number.NaN;
    return;
  }
  let reasons = 0;
  let unjudged = effect === null ? LARGEST_BIT : 0;
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
  draft.breaches[row] = breachMask(facts, draft.prepared.guardrails);
  draft.unjudged[row] = unjudged;
  draft.effect[row] = effect ?? Number.NaN;
  draft.weights.deviation[row] = deviation;
  // unknown sales count as one pack
  const atStake = (stake * 100 * (facts.units ?? 1)) / (100 + facts.vatPercent);
  draft.weights.magnitude[row] = riskMagnitude(Math.max(Math.abs(effect ?? 0), atStake));
}

function finish(draft: Draft, judged: Set<number>, orderBefore: Uint32Array): Review {
  const isNew = judged.size === 0;
  const moved = markLargest(draft);
  const dirty = isNew ? flaggedRows(draft) : [...judged, ...moved.filter((row) => !judged.has(row))];
  return {
    ...draft,
    order: mergeOrder(draft, dirty, orderBefore),
    counts: countBits(draft.reasons),
    unjudgedCounts: countBits(draft.unjudged),
  };
}

function markLargest({ columns, effect, reasons, prepared, count }: Draft): number[] {
  const least = largestLimit(effect, largestCount(countEffects(effect), prepared.context));
  const moved: number[] = [];
  for (let row = 0; row < count; row++) {
    const is = Math.abs(effect[row] as number) > least && !columns.approved?.[row];
    if (is === (((reasons[row] as number) & LARGEST_BIT) !== 0)) continue;
    reasons[row] = (reasons[row] as number) ^ LARGEST_BIT;
    moved.push(row);
  }
  return moved;
}

/** Rule 14.23. */
export function scoreOf({ reasons, weights }: Pick<Review, 'reasons' | 'weights'>, row: number): number {
  const largest = (reasons[row] as number) & LARGEST_BIT ? LARGEST_DEVIATION : 0;
  return (weights.magnitude[row] as number) * ((weights.deviation[row] as number) + largest);
}

function flaggedRows({ reasons, count }: Draft): number[] {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (reasons[row] !== 0) rows.push(row);
  return rows;
}

function mergeOrder(draft: Draft, dirty: readonly number[], before: Uint32Array): Uint32Array {
  const { pzn } = draft.columns;
  const compare = (a: number, b: number) =>
    scoreOf(draft, b) - scoreOf(draft, a) || ((pzn[a] as string) < (pzn[b] as string) ? -1 : 1);
  const fresh = dirty.filter((row) => draft.reasons[row] !== 0).sort(compare);
  const left = new Set(dirty);
  const unchanged = before.filter((row) => !left.has(row));
  const order = new Uint32Array(unchanged.length + fresh.length);
  for (let at = 0, k = 0, f = 0; at < order.length; at++) {
    const takesUnchanged =
      f === fresh.length || (k < unchanged.length && compare(unchanged[k] as number, fresh[f] as number) < 0);
    order[at] = (takesUnchanged ? unchanged[k++] : fresh[f++]) as number;
  }
  return order;
}

/** Few different masks occur. */
function countBits(masks: Uint16Array): Record<RiskReason, number> {
  const rowsOf = new Uint32Array(1 << RISK_REASONS.length);
  for (let row = 0; row < masks.length; row++) (rowsOf[masks[row] as number] as number)++;
  const counts = RISK_REASONS.map(() => 0);
  for (let mask = 1; mask < rowsOf.length; mask++) {
    const rows = rowsOf[mask] as number;
    for (let bit = 0; rows > 0 && bit < counts.length; bit++) if ((mask >> bit) & 1) (counts[bit] as number) += rows;
  }
  return Object.fromEntries(RISK_REASONS.map((reason, bit) => [reason, counts[bit]])) as Record<RiskReason, number>;
}

function findDoubts(columns: ReviewColumns): DeliveryDoubt[] {
  const { delivery } = columns;
  return delivery ? findDeliveryDoubts({ ...columns, changedAt: columns.ownPriceSince }, delivery) : [];
}

function* prepare(
  columns: ReviewColumns,
  { limits, guardrails, standing, now, due }: ReviewOptions,
  doubts: readonly DeliveryDoubt[],
): InPieces<Prepared> {
  const { before, calculatedPrice, listEndings } = columns;
  const families = yield* findFamilies(columns);
  yield;
  return {
    context: { limits: { ...RISK_LIMITS, ...limits }, standing, now },
    guardrails: guardrails && GUARDRAILS.some((name) => guardrails[name] !== null) ? guardrails : null,
    families,
    ...(yield* describeOthers(columns, standing)),
    endingShares: endingShares(listEndings ?? countEndings(before), countEndings(calculatedPrice)),
    commonFactor: doubts.find((doubt) => doubt.check === 'commonFactor') ?? null,
    hasStaleBases: doubts.some(({ check }) => check === 'staleBase'),
    due,
  };
}

/** By calculated prices: edits must not move what is usual. */
function* describeOthers(columns: ReviewColumns, standing: boolean): InPieces<Pick<Prepared, 'articles' | 'expected'>> {
  const ratios: Record<NewBasis, number[]> = { umfeldAvg: [], avp: [], aep: [] };
  const rows: number[] = [];
  let added = 0;
  for (let row = 0; row < columns.pzn.length; row++) {
    if (row % A_PIECE === 0) yield;
    const price = columns.calculatedPrice[row] ?? null;
    const before = columns.before[row] ?? null;
    if (price === null) continue;
    const isNew = isNewArticle({ before, priceTypeBefore: columns.priceTypeBefore[row] ?? null });
    if (isNew) added++;
    if (!isNew && !standing) continue;
    rows.push(row);
    for (const [basis, reference] of newReferences(referencesAt(columns, row))) ratios[basis].push(price / reference);
  }
  const usual: Partial<Record<NewBasis, UsualRatio>> = {};
  for (const [basis, each] of Object.entries(ratios) as [NewBasis, number[]][]) {
    yield;
    const ratio = usualRatio(Float64Array.from(each));
    if (ratio) usual[basis] = ratio;
  }
  const articles = { few: areFewNew(added, columns.pzn.length), usual };
  if (articles.few && !standing) return { articles, expected: null };
  const expected = columns.pzn.map((): Expected | null => null);
  for (const row of rows) {
    if (row % A_PIECE === 0) yield;
    expected[row] = expectedPrice(referencesAt(columns, row), articles);
  }
  return { articles, expected };
}

function referencesAt({ umfeldAvg, avp, aep, vatPercent }: ReviewColumns, row: number) {
  return {
    umfeldAvg: umfeldAvg[row] ?? null,
    avp: avp[row] ?? null,
    aep: aep[row] ?? null,
    vatPercent: vatPercentOf(vatPercent[row]),
  };
}
