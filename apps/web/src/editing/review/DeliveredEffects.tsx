import { UnstyledButton } from '@mantine/core';
import {
  DELIVERED_EFFECTS,
  type Delivered,
  type DeliveredEffect,
  deliveredEffects,
  type Review,
  worstFirst,
} from '@portal/list-view';
import { deviationPercent, formatCents, formatPercent } from '@portal/rules';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { GridState, ListView, ReviewState } from '../state/use-list-editor.ts';
import { flagsText } from '../judging/flag-text.ts';
import classes from './review.module.css';
import { Toggle } from './Toggle.tsx';

/** As many rows of an effect are named. */
const NAMED = 50;

type Props<T extends KindTypes> = {
  editor: ListView<T> & GridState<T> & ReviewState<T>;
  /** Without edits. */
  review: Review;
};

/** Worst first (rule 14.42). */
export function DeliveredEffects<T extends KindTypes>({ editor, review }: Props<T>) {
  const { t } = useTranslation('review');
  const { model } = editor;
  const undecided = 'approved' in model && !model.approved;
  const delivered = useMemo(() => (undecided ? deliveredEffects(review) : undefined), [undecided, review]);
  if (!delivered || delivered.changed.length === 0) return null;
  return (
    <section aria-labelledby="delivered">
      <h3 id="delivered" className={classes.deliveredTitle}>
        {t('delivered.title')}
      </h3>
      <Rows editor={editor} review={review} delivered={delivered} />
    </section>
  );
}

function countText({ rows }: Delivered, effect: DeliveredEffect, t: TFunction<'review'>): string {
  const count = rows[effect].length;
  return t(`delivered.${effect}`, { count, number: formatCount(count) });
}

function Rows<T extends KindTypes>({ editor, review, delivered }: Props<T> & { delivered: Delivered }) {
  const { t } = useTranslation('review');
  const [effect, setEffect] = useState<DeliveredEffect | 'all'>('all');
  const rows = effect === 'all' ? delivered.changed : delivered.rows[effect];
  const worst = useMemo(() => worstFirst(review, rows, NAMED), [review, rows]);
  const { before, after } = review.columns;
  const { name: names } = editor.model.columns;
  const euros = (cents: number | null | undefined) => (cents == null ? t('delivered.none') : `${formatCents(cents)} €`);
  const textOf = (row: number) => {
    const percent = deviationPercent(after[row], before[row]);
    const change = `${names[row]}: ${euros(before[row])} → ${euros(after[row])}`;
    return percent === null ? change : `${change} (${formatPercent(percent, { sign: true })})`;
  };
  const { withPurchasePrice, changed } = delivered;
  return (
    <div className={classes.deliveredRows}>
      <div className={classes.effects}>
        <Toggle
          label={t('delivered.all', { number: formatCount(changed.length) })}
          on={effect === 'all'}
          onChange={() => setEffect('all')}
        />
        {DELIVERED_EFFECTS.filter((each) => delivered.rows[each].length > 0).map((each) => (
          <Toggle
            key={each}
            label={countText(delivered, each, t)}
            on={effect === each}
            onChange={(on) => setEffect(on ? each : 'all')}
          />
        ))}
      </div>
      {withPurchasePrice > 0 && withPurchasePrice < changed.length && (
        <p>{t('delivered.purchase', { number: formatCount(withPurchasePrice), of: formatCount(changed.length) })}</p>
      )}
      <ol>
        {worst.map((row) => (
          <li key={row}>
            <UnstyledButton className={classes.deliveredRow} data-closes onClick={() => editor.goTo(row)}>
              {textOf(row)}
            </UnstyledButton>{' '}
            <span className={classes.deliveredWhy}>{flagsText(review, row, names, t)}</span>
          </li>
        ))}
      </ol>
      {rows.length > worst.length && <p>{t('delivered.more', { number: formatCount(rows.length - worst.length) })}</p>}
    </div>
  );
}
