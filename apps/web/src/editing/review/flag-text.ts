import { breachesOf, flagsOf, type Review } from '@portal/list-view';
import { formatCents, formatPercent, type GuardrailBreach, type RiskFlag } from '@portal/rules';
import type { TFunction } from 'i18next';

export function flagTexts(review: Review, row: number, names: readonly string[], t: TFunction<'review'>): string[] {
  return flagsOf(review, row).map((flag) => flagText(flag, names, t));
}

/** The same in one line. */
export function flagsText(review: Review, row: number, names: readonly string[], t: TFunction<'review'>): string {
  return flagTexts(review, row, names, t).join(' · ');
}

/** Cached per review. */
export function flagsTextOnce(
  review: Review,
  names: readonly string[],
  t: TFunction<'review'>,
): (row: number) => string {
  const known = new Map<number, string>();
  return (row) => {
    if (review.reasons[row] === 0) return '';
    const text = known.get(row) ?? flagsText(review, row, names, t);
    known.set(row, text);
    return text;
  };
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
  const { reason, basis, reference, percent, neighbour, doubtfulEnd } = flag;
  const text = t(`why.${reason}`, {
    basis: t(`basis.${basis}`),
    price: reference === null ? '' : formatCents(reference),
    percent: percent === null ? '' : formatPercent(percent, { sign: reason !== 'unusualEnding' }),
    other: neighbour === null ? '' : (names[neighbour] ?? ''),
  });
  if (doubtfulEnd === undefined) return text;
  const end = reason === 'aboveUmfeld' ? 'umfeldMax' : 'umfeldMin';
  return t('why.withDoubtfulEnd', { text, end: t(`basis.${end}`), price: formatCents(doubtfulEnd) });
}
