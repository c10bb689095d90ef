import { type Review, totalReview } from '@portal/list-view';
import { formatWholeDifference } from '@portal/rules';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { Info } from '../../ui/info/Info.tsx';
import type { KindTypes } from '../kind/kind.ts';
import type { GridState, ListView, ReviewState } from '../state/use-list-editor.ts';
import { useMarkedInView } from '../state/use-marked-in-view.ts';
import { DeliveredEffects } from './DeliveredEffects.tsx';
import { describeUnknown } from './describe-lacks.ts';
import classes from './review.module.css';
import type { GuardedReview } from '../judging/use-review.ts';

type OnScreen<T extends KindTypes> = {
  editor: ListView<T> & GridState<T> & ReviewState<T>;
  review: GuardedReview;
};

/** Rule 14.26. */
export function WorthOnScreen<T extends KindTypes>({ editor, review }: OnScreen<T>) {
  const { t } = useTranslation('review');
  const { kind, view } = editor;
  const marked = useMarkedInView(editor);
  if (marked.length === 0) {
    return (
      <Worth
        review={review}
        rows={view.rows}
        part={view.rows.length < editor.model.count ? view.rows.length : undefined}
        ofEdits={kind.confirms === 'save'}
      >
        <DeliveredEffects editor={editor} review={review.unedited} />
      </Worth>
    );
  }
  const label = t('worth.marked', { count: marked.length, number: formatCount(marked.length) });
  return <Worth review={review} rows={marked} label={label} />;
}

type Props = {
  review: Review;
  rows: Iterable<number>;
  /** Which rows these are; without it nothing is said where none of them changes. */
  label?: string;
  /** How many rows these are, where the list has more. */
  part?: number | undefined;
  /** All that changes was entered. */
  ofEdits?: boolean;
  /** What else is told when somebody asks. */
  children?: ReactNode;
};

/** Rule 14.7: one sum; what it rests on, and where it cannot be computed why, stands behind the sign. */
export function Worth({ review, rows, label, part, ofEdits = false, children }: Props) {
  const { t } = useTranslation('review');
  const { t: common } = useTranslation();
  const { changed, grossProfit } = useMemo(() => totalReview(review, rows), [review, rows]);
  if (changed === 0) return label ? <p className={classes.worth}>{`${label} ${t('worth.none')}`}</p> : null;
  const known = grossProfit.rows > 0;
  const euros = formatWholeDifference(grossProfit.cents).replace(' ', '\u00a0');
  const sum = !known
    ? t('worth.open')
    : ofEdits
      ? t('worth.grossProfitOfEdits', { euros, count: changed, number: formatCount(changed) })
      : part === undefined
        ? t('worth.grossProfit', { euros })
        : t('worth.grossProfitOf', { euros, count: part, number: formatCount(part) });
  return (
    <div className={classes.worth} data-worth translate="no">
      {label && <span>{label}</span>}
      <Info label={t('worth.about')} text={<strong>{sum}</strong>}>
        <p>{known ? t('worth.long') : describeUnknown(common, grossProfit.lacks)}</p>
        {known && <p>{t('worth.rests', { rows: formatCount(grossProfit.rows), changed: formatCount(changed) })}</p>}
        {children}
      </Info>
    </div>
  );
}
