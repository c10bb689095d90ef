import type { Review } from '@portal/list-view';
import {
  breakEvenUnits,
  type Cents,
  deviationPercent,
  effectivePrice,
  formatCents,
  formatPercent,
  type RowEdit,
  vatPercentOf,
} from '@portal/rules';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import * as cells from '../cells/cells.tsx';
import { Tick } from '../cells/Tick.tsx';
import type { Column } from '../columns/column.ts';
import type { Kind, KindTypes } from '../kind.ts';
import { aroundText } from './around-text.ts';
import classes from './review.module.css';

/** From here on a change is coloured, so that outliers stand out. */
const STANDS_OUT_PERCENT = 20;

/** Rule 14.26. */
export function reviewColumns<T extends KindTypes>(
  kind: Kind<T>,
  model: T['model'],
  columns: Review['columns'],
  t: TFunction<'review'>,
  onMark: ((row: number, reviewed: boolean) => void) | undefined,
): Column[] {
  const { before, aep, units, vatPercent } = columns;
  const becomes = (row: number, edit: RowEdit | undefined) => effectivePrice(kind.rules.becomes(model, row, edit));
  const column = (
    id: 'reviewed' | 'why' | 'moved' | 'sold' | 'effect' | 'breakEven' | 'around',
    width: number,
    cell: Column['cell'],
  ): Column => ({
    id: `review-${id}`,
    label: t(`column.${id}`),
    longLabel: t(`columnLong.${id}`),
    width,
    cell,
    ...(id === 'why' ? {} : { align: id === 'reviewed' ? 'center' : 'end' }),
    startsGroup: id === 'why',
    interactive: id === 'reviewed',
  });
  const reviewed = column('reviewed', 74, (row, { why, reviewed: mine, reviewedBy }) => {
    if (why === '') return null;
    const label = t('mark.of', { pzn: model.columns.pzn[row] });
    return (
      <span title={reviewedBy === '' ? undefined : t('mark.by', { names: reviewedBy })}>
        <Tick
          label={label}
          checked={mine}
          partly={!mine && reviewedBy !== ''}
          disabled={!onMark}
          onChange={(on) => onMark?.(row, on)}
        />
      </span>
    );
  });
  return [
    { ...reviewed, editable: (_row, { why }) => why !== '' && onMark !== undefined },
    column('why', 260, (_row, { why, breach }) => {
      const text = [breach, why].filter(Boolean).join(' · ');
      return (
        <span className={classes.why} title={text}>
          {text}
        </span>
      );
    }),
    column('moved', 104, (row, { edit }) => moved(before[row] ?? null, becomes(row, edit), t)),
    column('sold', 68, (row) => cells.count(units[row])),
    column('effect', 96, (_row, { effect }) => signed(effect)),
    column('breakEven', 84, (row, { edit }) => {
      const was = before[row] ?? null;
      const is = becomes(row, edit);
      if (was === is) return null;
      return cells.count(breakEvenUnits(was, is, aep[row] ?? null, units[row] ?? null, vatPercentOf(vatPercent[row])));
    }),
    column('around', 140, (row) => {
      const { text, isDoubtful } = aroundText(columns, row, t);
      return isDoubtful ? <span title={t('doubtful.long')}>{text}</span> : (text ?? cells.NONE);
    }),
  ];
}

function moved(was: Cents | null, is: Cents | null, t: TFunction<'review'>): ReactNode {
  if (was === is) return cells.quiet('=');
  if (was === null) return cells.quiet(t('moved.new'));
  if (is === null) return cells.quiet(t('moved.gone'));
  const percent = deviationPercent(is, was) ?? 0;
  const euros = `${is > was ? '+' : ''}${formatCents(is - was)}`;
  const className = Math.abs(percent) < STANDS_OUT_PERCENT ? undefined : percent > 0 ? classes.up : classes.down;
  return cells.overridden(
    <span className={className}>{formatPercent(percent, { sign: true })}</span>,
    euros,
    t('moved.from', { price: formatCents(was) }),
  );
}

function signed(effect: number | undefined): ReactNode {
  if (effect === undefined || Number.isNaN(effect)) return cells.NONE;
  return effect === 0 ? cells.quiet('0,00') : `${effect > 0 ? '+' : ''}${formatCents(Math.round(effect))}`;
}
