import { breachesOf, flagsOf, type Review } from '@portal/list-view';
import {
  type DueFacts,
  formatCents,
  formatDate,
  formatIsoDay,
  formatPercent,
  type GuardrailBreach,
  isoDay,
  type RiskFlag,
} from '@portal/rules';
import type { TFunction } from 'i18next';
import { formatCount } from '../../lib/format.ts';
import { inContext } from '../../lib/i18n.ts';

export function flagTexts(review: Review, row: number, names: readonly string[], t: TFunction<'review'>): string[] {
  return flagsOf(review, row).map((flag) => flagText(flag, names, t));
}

const BEYOND_FIGURES: ReadonlySet<RiskFlag['reason']> = new Set([
  'swappedPrices',
  'ownPriceStale',
  'staleBase',
  'dueReview',
]);

/** Of reasons that a few words and the figures of an article do not tell. */
export function textsBeyondFigures(review: Review, row: number, t: TFunction<'review'>): string[] {
  const flags = flagsOf(review, row).filter(({ reason }) => BEYOND_FIGURES.has(reason));
  return flags.map((flag) => flagText(flag, review.columns.name, t));
}

/** The same in one line. */
export function flagsText(review: Review, row: number, names: readonly string[], t: TFunction<'review'>): string {
  return flagTexts(review, row, names, t).join(' · ');
}

/** In full, and in a few words each. */
export type Reasons = { readonly why: string; readonly chips: string };

const NONE: Reasons = { why: '', chips: '' };

/** Cached per review. */
export function reasonsOnce(
  review: Review,
  names: readonly string[],
  t: TFunction<'review'>,
): (row: number) => Reasons {
  const known = new Map<number, Reasons>();
  return (row) => {
    if (review.reasons[row] === 0 && review.breaches[row] === 0) return NONE;
    const reasons = known.get(row) ?? {
      why: flagsText(review, row, names, t),
      chips: chipTexts(review, row, t).join('\n'),
    };
    known.set(row, reasons);
    return reasons;
  };
}

/** A loss first, then what is asked again, a guardrail that the person has set, and the rest by weight, what most rows have last. */
export function chipTexts(review: Review, row: number, t: TFunction<'review'>): string[] {
  const flags = flagsOf(review, row);
  const [losses, others] = [flags.filter(isLoss), flags.filter((flag) => !isLoss(flag) && !flag.due)];
  const isShared = ({ reason }: RiskFlag) => review.counts[reason] * 2 > review.order.length;
  return [
    ...losses.map((flag) => chipText(flag, t)),
    ...flags.flatMap(({ due }) => (due ? dueChips(due, t) : [])),
    ...(review.breaches[row] === 0 ? [] : [t('chip.breach')]),
    ...others.toSorted((a, b) => Number(isShared(a)) - Number(isShared(b))).map((flag) => chipText(flag, t)),
  ];
}

const isLoss = ({ reason }: RiskFlag) => reason === 'belowPurchasePrice';

function chipText({ reason, basis, reference, percent }: RiskFlag, t: TFunction<'review'>): string {
  const values = {
    percent: formatCount(Math.round(Math.abs(percent ?? 0))),
    price: reference === null ? '' : `${formatCents(reference)} €`,
  };
  return t(`chip.${reason}`, inContext(basis.startsWith('umfeld') || (percent ?? 0) >= 0 ? basis : 'down', values));
}

/** Rule 12.6. */
export function breachText(review: Review, row: number, t: TFunction<'review'>): string {
  const breaches = breachesOf(review, row);
  return breaches.length === 0 ? '' : t('breach', { limits: breaches.map((each) => limitText(each, t)).join(', ') });
}

function limitText({ name, limit, percent, barely, byUmfeldAvg }: GuardrailBreach, t: TFunction<'review'>): string {
  const sign = name === 'maxChangePercent' || name === 'minAboveAepPercent';
  const text = formatPercent(percent, { sign });
  const shown = barely ? t(`barely.${barely}`, { percent: text }) : text;
  return byUmfeldAvg
    ? t(`guardrailByAverage.${name as UmfeldLimit}`, { percent: shown, limit })
    : t(`guardrail.${name}`, { percent: shown, limit });
}

type UmfeldLimit = 'maxAboveUmfeldPercent' | 'maxBelowUmfeldPercent';

function flagText(flag: RiskFlag, names: readonly string[], t: TFunction<'review'>): string {
  const { reason, basis, reference, percent, neighbour, doubtfulEnd, due } = flag;
  if (due) return dueText(due, t);
  const text = t(`why.${reason}`, {
    basis: t(`basis.${basis}`),
    price: reference === null ? '' : `${formatCents(reference)} €`,
    percent: percent === null ? '' : formatPercent(percent, { sign: reason !== 'unusualEnding' }),
    other: neighbour === null ? '' : (names[neighbour] ?? ''),
  });
  if (doubtfulEnd === undefined) return text;
  const end = reason === 'aboveUmfeld' ? 'umfeldMax' : 'umfeldMin';
  return t('why.withDoubtfulEnd', { text, end: t(`basis.${end}`), price: `${formatCents(doubtfulEnd)} €` });
}

/** 'EK +8 %', 'Umfeld −3 %', 'seit 12 Monaten fest' (rule 19.4); together where it was looked at since. */
function dueChips(due: DueFacts, t: TFunction<'review'>): string[] {
  const { excluded, months, since, moved } = due;
  const head = t(excluded ? 'due.excluded' : 'due.fixed', { span: spanText(months, t) });
  if (moved.length === 0) return [head];
  const figures = moved.map(({ figure, percent }) => `${t(`due.short.${figure}`)} ${wholePercent(percent)}`);
  if (isFirst(due)) return [...figures, head];
  return [t('due.since', { figures: figures.join(', '), day: formatIsoDay(since) }), head];
}

function dueText(due: DueFacts, t: TFunction<'review'>): string {
  const { excluded, fixedSince, since, moved } = due;
  const day = fixedSince === null ? '' : formatDate(new Date(fixedSince * 1000), 'dd.MM.yyyy');
  const head = t(excluded ? 'due.excludedLong' : 'due.fixedLong', { day });
  const figures = moved.map(({ figure, percent, from, to }) =>
    t('due.moved', {
      basis: t(`basis.${figure}`),
      percent: wholePercent(percent),
      from: formatCents(from),
      to: formatCents(to),
    }),
  );
  const looked = isFirst(due) ? [] : [t('due.sinceLong', { day: formatIsoDay(since) })];
  return [head, ...looked, figures.join(', ') || t('due.unmoved')].join('; ');
}

/** Not looked at since it was entered. */
function isFirst({ fixedSince, since }: DueFacts): boolean {
  return fixedSince === null || isoDay(new Date(fixedSince * 1000)) >= since;
}

function spanText(months: number | null, t: TFunction<'review'>): string {
  if (months === null || months < 1) return t('due.recently');
  return months < 24 ? t('due.months', { count: months }) : t('due.years', { count: Math.floor(months / 12) });
}

const wholePercent = (percent: number) => `${percent < 0 ? '−' : '+'}${formatCount(Math.round(Math.abs(percent)))} %`;
