import { type Review, totalReview } from '@portal/list-view';
import { useMemo } from 'react';
import { formatDifference } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import type { KindTypes } from '../kind.ts';
import type { GridState, ListView } from '../use-list-editor.ts';
import { useMarkedInView } from '../use-marked-in-view.ts';
import { describeLacks } from './describe-lacks.ts';
import classes from './review.module.css';

/** Rule 14.26. */
export function WorthOnScreen<T extends KindTypes>({
  editor,
  review,
}: {
  editor: ListView<T> & GridState<T>;
  review: Review;
}) {
  const { t } = useTranslation('review');
  const { view } = editor;
  const marked = useMarkedInView(editor);
  if (marked.length === 0) return <Worth review={review} rows={view.rows} />;
  const label = t('worth.marked', { count: marked.length, number: formatCount(marked.length) });
  return <Worth review={review} rows={marked} label={label} />;
}

/** As much room as it will mostly take. */
export function PlaceOfWorth() {
  const { t } = useTranslation('review');
  const parts = [
    t('worth.grossProfit', { euros: '+0.000,00' }),
    t('worth.listMargin', { euros: '+0.000,00' }),
    t('worth.rests', { rows: '0.000', changed: '0.000' }),
  ];
  return (
    <p className={`${classes.worth} ${classes.place}`} aria-hidden>
      {parts.join(' · ')}
    </p>
  );
}

type Props = {
  review: Review;
  rows: Iterable<number>;
  /** Which rows these are; without it nothing is said where none of them changes. */
  label?: string;
};

/** Rule 14.7. */
export function Worth({ review, rows, label }: Props) {
  const { t } = useTranslation('review');
  const { t: common } = useTranslation();
  const { changed, grossProfit, listMargin } = useMemo(() => totalReview(review, rows), [review, rows]);
  if (changed === 0) return label ? <p className={classes.worth}>{`${label} ${t('worth.none')}`}</p> : null;
  return (
    <p className={classes.worth} title={t('worth.long')} translate="no">
      {label && `${label} `}
      {grossProfit.rows > 0 && (
        <strong>{t('worth.grossProfit', { euros: formatDifference(grossProfit.cents) })}</strong>
      )}
      {grossProfit.rows === 0 && t('worth.unknown', { lacks: describeLacks(common, grossProfit.lacks) })}
      {listMargin.rows > 0 && ` · ${t('worth.listMargin', { euros: formatDifference(listMargin.cents) })}`}
      {` · ${t('worth.rests', { rows: formatCount(grossProfit.rows), changed: formatCount(changed) })}`}
    </p>
  );
}
