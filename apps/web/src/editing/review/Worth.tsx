import { type Review, totalReview } from '@portal/list-view';
import { formatCents } from '@portal/rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import classes from './review.module.css';

/** What the changes on screen are worth together, and how many of them that rests on. */
export function Worth({ review, rows }: { review: Review; rows: ArrayLike<number> }) {
  const { t } = useTranslation('review');
  const { changed, grossProfit, listMargin } = useMemo(() => totalReview(review, Array.from(rows)), [review, rows]);
  if (changed === 0) return null;
  const euros = (cents: number) => `${cents > 0 ? '+' : ''}${formatCents(Math.round(cents))} €`;
  return (
    <p className={classes.worth} title={t('worth.long')}>
      {grossProfit.rows > 0 && <strong>{t('worth.grossProfit', { euros: euros(grossProfit.cents) })}</strong>}
      {grossProfit.rows === 0 && t('worth.unknown')}
      {listMargin.rows > 0 && ` · ${t('worth.listMargin', { euros: euros(listMargin.cents) })}`}
      {` · ${t('worth.rests', { rows: formatCount(grossProfit.rows), changed: formatCount(changed) })}`}
    </p>
  );
}
