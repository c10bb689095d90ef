import type { Review } from '@portal/list-view';
import {
  breakEvenUnits,
  type Cents,
  deviationPercent,
  effectivePrice,
  formatCents,
  formatPercent,
  listMargin,
  marginPercent,
  type RowEdit,
  vatPercentOf,
} from '@portal/rules';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import * as cells from '../cells/cells.tsx';
import { Tick } from '../cells/Tick.tsx';
import type { Column, RowData } from '../kind/column.ts';
import type { Kind, KindTypes } from '../kind/kind.ts';
import { aroundText } from './around-text.ts';
import { chips, tallChips } from '../parts/chips.tsx';
import { soldAt } from '../parts/sold-at.ts';
import classes from './review.module.css';

/** From here on a change is coloured, so that outliers stand out. */
const STANDS_OUT_PERCENT = 20;

/** Pixels. */
const WHY_WIDTH = 248;
const CELL_PADDING = 16;

/** Of reasons, in a row of 56 pixels. */
const TALL_LINES = 3;

/** The columns beside the article, the price and the inputs (rule 14.26). */
export type ReviewColumns = {
  readonly reviewed: Column;
  /** What the price is: how far it moves, or what it earns. */
  readonly judged: readonly Column[];
  readonly why: Column;
  /** In the chooser. */
  readonly more: readonly Column[];
};

type ColumnName = 'reviewed' | 'why' | 'moved' | 'effect' | 'breakEven' | 'around' | 'margin' | 'distances';

export function reviewColumns<T extends KindTypes>(
  kind: Kind<T>,
  model: T['model'],
  columns: Review['columns'],
  t: TFunction<'review'>,
  options: {
    /** Which rows can be ticked; those that are due also where the list is locked (rule 19.5). */
    readonly marks: 'all' | 'due' | 'none';
    readonly onMark: (row: number, reviewed: boolean) => void;
    /** Lifts a fixed price that is due (rule 19.5). */
    readonly release?:
      | {
          readonly label: (row: number) => string | null;
          readonly run: (row: number) => void;
          readonly takeBack: (row: number) => void;
        }
      | undefined;
    /** Both answers stand side by side, in pixels; undefined: the second one below the reasons. */
    readonly answersWidth?: number | undefined;
    /** Pixels that the person has given the reasons. */
    readonly whyWidth: number | undefined;
    /** A phone's rows, whose card has the answers. */
    readonly tall: boolean;
    /** Only what is asked again is shown. */
    readonly asksDue: boolean;
  },
): ReviewColumns {
  const { marks, onMark, release, answersWidth, whyWidth = WHY_WIDTH, tall, asksDue } = options;
  const { before, aep, avp, units, vatPercent } = columns;
  const becomes = (row: number, edit: RowEdit | undefined) => effectivePrice(kind.rules.becomes(model, row, edit));
  const column = (id: ColumnName, width: number, cell: Column['cell'], more: Partial<Column> = {}): Column => ({
    id: `review-${id}`,
    label: t(`column.${id}`),
    longLabel: t(`columnLong.${id}`),
    width,
    cell,
    align: 'end',
    ...more,
  });
  const distance = (price: Cents | null, reference: Cents | null | undefined) => {
    const percent = deviationPercent(price, reference);
    return percent === null ? cells.NONE : signedPercent(percent);
  };
  const canMark = (due: boolean) => marks === 'all' || (marks === 'due' && due);
  const labelOf = cells.withPzn((pzn) => t('mark.of', { pzn }));
  const doneText = t(asksDue ? 'due.saved' : 'mark.done');
  const done = <span className={classes.done}>{doneText}</span>;
  const unsaved = (
    <span className={classes.unsaved} title={t('due.unsavedTitle')}>
      {t('due.unsaved')}
    </span>
  );
  const stays = <span className={classes.stays}>{t('due.stays')}</span>;
  const staysOf = cells.withPzn((pzn) => t('due.staysOf', { pzn }));
  const releaseOf = (row: number, { due, answerUnsaved, edit, setApart }: RowData) => {
    const isReleased = answerUnsaved && edit?.ownPrice === null && !edit.exclusion;
    const label = (due || isReleased) && release && !setApart ? release.label(row) : null;
    if (label === null) return null;
    return (
      <button
        type="button"
        tabIndex={-1}
        className={classes.release}
        aria-pressed={isReleased}
        title={t('due.unsavedTitle')}
        onClick={() => (isReleased ? release?.takeBack(row) : release?.run(row))}
      >
        {label}
      </button>
    );
  };
  return {
    reviewed: column(
      'reviewed',
      answersWidth ?? 88,
      (row, data) => {
        const { reviewed: mine, reviewedBy, due } = data;
        // The whole cell ticks: a click beside the box would mark the row.
        const tick = (
          <label
            className={classes.reviewed}
            title={due ? t('due.staysTitle') : reviewedBy === '' ? undefined : t('mark.by', { names: reviewedBy })}
          >
            <Tick
              label={(due ? staysOf : labelOf)(model.columns.pzn[row] as string)}
              checked={mine && !due}
              partly={!due && !mine && reviewedBy !== ''}
              disabled={!canMark(due)}
              onChange={(on) => onMark(row, on)}
            />
            {due ? stays : (mine || reviewedBy !== '') && done}
          </label>
        );
        // The same box before and after the answer: it keeps the focus.
        if (answersWidth === undefined) return tick;
        return (
          <span className={classes.answers}>
            {data.answerUnsaved ? unsaved : tick}
            {releaseOf(row, data)}
          </span>
        );
      },
      {
        align: 'start',
        interactive: true,
        ...(answersWidth === undefined ? {} : { label: t('due.answer') }),
        editable: (_row, { due }) => canMark(due),
      },
    ),
    judged:
      kind.confirms === 'approve'
        ? [column('moved', 84, (row, { edit }) => moved(before[row] ?? null, becomes(row, edit), t))]
        : [
            column('margin', 84, (row, { edit }) =>
              margin(becomes(row, edit), aep[row] ?? null, vatPercentOf(vatPercent[row])),
            ),
            column('distances', 92, (row, { edit }) => {
              const price = becomes(row, edit);
              return cells.overridden(distance(price, avp[row]), distance(price, columns.umfeldAvg[row]), '');
            }),
          ],
    why: column(
      'why',
      whyWidth,
      (row, data) => {
        const title = [data.breach, data.why].filter(Boolean).join(' · ');
        const texts = data.chips === '' ? [] : data.chips.split('\n');
        const room = whyWidth - CELL_PADDING;
        const isDone = !data.due && (data.reviewed || data.reviewedBy !== '');
        const said = data.answerUnsaved ? { text: t('due.unsaved'), node: unsaved } : { text: doneText, node: done };
        const says = tall && (data.answerUnsaved || isDone);
        if (texts.length === 0 && !says) return cells.quiet(t('fine'));
        if (tall) return tallChips(texts, room, title, TALL_LINES, says ? said : undefined);
        const answer = answersWidth === undefined ? releaseOf(row, data) : null;
        const reasons = chips(
          texts,
          room,
          title,
          (count) => t('more', { number: count }),
          answer === null ? undefined : 1,
        );
        if (answer === null) return reasons;
        return (
          <span className={classes.answer}>
            {reasons}
            {answer}
          </span>
        );
      },
      { align: 'start', startsGroup: true },
    ),
    more: [
      ...(kind.confirms === 'approve'
        ? [
            column('effect', 96, (_row, { effect }) => signed(effect)),
            column('breakEven', 84, (row, { edit }) => {
              const was = before[row] ?? null;
              const is = becomes(row, edit);
              if (was === is) return null;
              const vat = vatPercentOf(vatPercent[row]);
              return cells.count(breakEvenUnits(was, is, aep[row] ?? null, units[row] ?? null, vat));
            }),
          ]
        : []),
      column('around', 140, (row) => {
        const { text, isDoubtful } = aroundText(columns, row, t);
        return isDoubtful ? <span title={t('doubtful.long')}>{text}</span> : (text ?? cells.NONE);
      }),
    ],
  };
}

/** 'alt → neu' in place of the new price of a package. */
export function changeColumn<T extends KindTypes>(
  kind: Kind<T>,
  model: T['model'],
  { before, priceTypeBefore }: Review['columns'],
  column: Column,
  t: TFunction<'review'>,
): Column {
  return {
    ...column,
    label: t('column.change'),
    longLabel: t('columnLong.change'),
    width: 128,
    cell: (row, { edit }) => {
      const state = kind.rules.becomes(model, row, edit);
      const was = before[row] ?? null;
      // Not on the list yet, and at the till already.
      const sold = soldAt(model, row, priceTypeBefore[row]);
      const is = effectivePrice(state);
      // 'neu' stands beside it.
      if (was === null && sold === null) return cells.strong(is === null ? cells.NONE : formatCents(is));
      return (
        <>
          {cells.quiet(formatCents(was ?? sold ?? 0))}
          {' → '}
          {cells.strong(is === null ? t('moved.gone') : formatCents(is))}
        </>
      );
    },
  };
}

/** 'Rhein Pharma · 20 St · 369 × · 01234567'; a long producer is cut, what tells packs apart is not. */
export function articleDetail(
  { pzn, producer, content, units }: Review['columns'],
  t: TFunction<'review'>,
): (row: number) => ReactNode {
  return (row) => {
    const sold = units[row] ?? null;
    const rest = [content[row], sold !== null && t('pack.units', { number: formatCount(sold) }), pzn[row]];
    const text = rest.filter(Boolean).join(' · ');
    if (!producer[row]) return text;
    return (
      <span className={classes.detail}>
        <span title={producer[row]}>{producer[row]}</span>
        <span>{` · ${text}`}</span>
      </span>
    );
  };
}

function moved(was: Cents | null, is: Cents | null, t: TFunction<'review'>): ReactNode {
  if (was === is) return cells.quiet('=');
  if (was === null) return cells.quiet(t('moved.new'));
  if (is === null) return cells.quiet(t('moved.gone'));
  const percent = deviationPercent(is, was) ?? 0;
  const className = Math.abs(percent) < STANDS_OUT_PERCENT ? undefined : percent > 0 ? classes.up : classes.down;
  return cells.overridden(
    <span className={className}>{signedPercent(percent)}</span>,
    signedEuros(is - was),
    t('moved.from', { price: formatCents(was) }),
  );
}

/** Percent: what its cell has room for. */
const MARGIN_BOUND = -999;

function margin(price: Cents | null, aep: Cents | null, vatPercent: number): ReactNode {
  if (price === null || !aep) return cells.NONE;
  const cents = listMargin(price, aep, vatPercent);
  const euros = formatCents(cents);
  const percent = marginPercent(price, aep, vatPercent);
  return cells.overridden(
    cents < 0 ? <span className={classes.loss}>{euros}</span> : euros,
    percent < MARGIN_BOUND ? `<\u00a0${formatPercent(MARGIN_BOUND)}` : formatPercent(percent),
    formatPercent(percent),
  );
}

function signed(effect: number | undefined): ReactNode {
  if (effect === undefined || Number.isNaN(effect)) return cells.NONE;
  return effect === 0 ? cells.quiet('0,00') : signedEuros(Math.round(effect));
}

const signedPercent = (percent: number) => formatPercent(percent, { sign: true });
const signedEuros = (cents: Cents) => `${cents > 0 ? '+' : ''}${formatCents(cents)}`;
