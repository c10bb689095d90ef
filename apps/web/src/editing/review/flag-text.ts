import { flagsOf, type Review } from '@portal/list-view';
import { formatCents, formatPercent, type RiskFlag } from '@portal/rules';
import type { TFunction } from 'i18next';

/** Why a row deserves a look, the weightiest reason first, one sentence each with the numbers it rests on. */
export function flagsText(review: Review, row: number, names: readonly string[], t: TFunction<'review'>): string {
  return flagsOf(review, row)
    .map((flag) => flagText(flag, names, t))
    .join(' · ');
}

function flagText(flag: RiskFlag, names: readonly string[], t: TFunction<'review'>): string {
  const { reason, basis, reference, percent, neighbour } = flag;
  return t(`why.${reason}`, {
    basis: t(`basis.${basis}`),
    price: reference === null ? '' : formatCents(reference),
    percent: percent === null ? '' : formatPercent(percent, { sign: reason !== 'unusualEnding' }),
    other: neighbour === null ? '' : (names[neighbour] ?? ''),
  });
}
