import {
  deviationPercent,
  effectivePrice,
  formatCents,
  PRICE_TYPE,
  type PriceState,
  type RowEdit,
} from '@portal/rules';
import { IconArrowRight } from '@tabler/icons-react';
import * as cells from '../cells/cells.tsx';
import classes from '../cells/cells.module.css';
import { RoundedFrom } from '../cells/RoundedFrom.tsx';
import type { ConfirmOptions, KindTypes } from '../kind/kind.ts';
import { chips } from '../parts/chips.tsx';
import { soldAt } from '../parts/sold-at.ts';
import type { Column, RowData } from '../kind/column.ts';
import { type ColumnKind, headings } from '../kind/headings.ts';

/** A price as the confirmation shows it; an exclusion has none. */
function priceText(state: PriceState): string {
  const price = pricedAt(state);
  return price === null ? cells.NO_PRICE : formatCents(price);
}

/** Cents; null for an exclusion. */
function pricedAt(state: PriceState) {
  return state.priceType === PRICE_TYPE.exclusion ? null : effectivePrice(state);
}

/** Pixels; fills the narrowest phone with the article. */
const NARROW_CHANGE = 186;
/** Of a cell. */
const PADDING = 16;

/** Pixels: with the article all columns of most lists end within a window of 1280. */
export const CONFIRM_WIDTHS = { change: 146, type: 164, concern: 274 };
const BESIDE_OUTCOME: Readonly<Record<string, number>> = { aep: 72, avp: 72, calculatedPrice: 92 };
export const confirmWidth = (column: Column): Column => ({
  ...column,
  width: BESIDE_OUTCOME[column.id] ?? column.width,
});

/** On a narrow screen the first column says the others too. */
export function outcomeColumns<T extends KindTypes>(
  kind: ColumnKind<T>,
  { model, narrow, t }: ConfirmOptions<T>,
  widths: { readonly change: number; readonly type: number; readonly concern: number },
  typeText: (row: number, edit: RowEdit | undefined) => string | undefined = () => undefined,
): { readonly change: Column; readonly percent: Column; readonly type: Column; readonly concern: Column } {
  const { rules } = kind;
  const heading = headings(kind, t);
  const isNew = (state: PriceState) => state.priceType !== PRICE_TYPE.exclusion && effectivePrice(state) === null;
  const before = (row: number) => {
    const state = rules.was(model, row);
    const price = isNew(state) ? soldAt(model, row, state.priceType) : pricedAt(state);
    if (isNew(state) && price === null) return cells.quiet(t('confirm.new'));
    return <span className={classes.old}>{price === null ? cells.NO_PRICE : formatCents(price)}</span>;
  };
  const change = (row: number, { edit }: RowData) => (
    <span className={classes.change}>
      {before(row)}
      <IconArrowRight aria-label={t('confirm.becomes')} size={14} />
      <span className={classes.new}>{priceText(rules.becomes(model, row, edit))}</span>
    </span>
  );
  const type = (row: number, { edit }: RowData) => {
    const was = rules.was(model, row).priceType;
    const becomes = rules.becomes(model, row, edit).priceType;
    return (
      typeText(row, edit) ?? (was === becomes ? t(`type.${becomes}`) : `${t(`type.${was}`)} → ${t(`type.${becomes}`)}`)
    );
  };
  /** As in the review: what was entered counts first. */
  const reasons = (row: number, { edit, breach, why, chips: known }: RowData, width: number) => {
    const concerns = edit ? rules.concerns(model, row, edit) : [];
    // A loss is among what is known.
    const own = concerns
      .filter((concern) => known === '' || concern !== 'belowPurchasePrice')
      .map((concern) => t(`concern.${concern}`));
    const texts = [...own, ...(known === '' ? [breach].filter(Boolean) : known.split('\n'))];
    const title = [...own, breach, why].filter(Boolean).join(' · ');
    return texts.length > 0 && chips(texts, width, title, (count) => t('confirm.more', { number: count }));
  };
  const roundedFrom = ({ rounded }: RowData) => rounded !== undefined && <RoundedFrom text={rounded} />;
  return {
    change: {
      ...heading('change'),
      width: narrow ? NARROW_CHANGE : widths.change,
      startsGroup: true,
      cell: narrow
        ? (row, data) => (
            <span className={classes.two}>
              {change(row, data)}
              <span className={`${classes.under} ${classes.reasons}`}>
                {reasons(row, data, NARROW_CHANGE - PADDING) || roundedFrom(data) || cells.clampedText(type(row, data))}
              </span>
            </span>
          )
        : change,
    },
    percent: {
      ...heading('changePercent'),
      width: 84,
      align: 'end',
      cell: (row, { edit }) => {
        const was = rules.was(model, row);
        if (isNew(was)) return cells.quiet(t('confirm.new'));
        return cells.percentCell(deviationPercent(pricedAt(rules.becomes(model, row, edit)), pricedAt(was)));
      },
    },
    type: {
      ...heading('typeChange'),
      width: widths.type,
      cell: (row, data) => <span className={classes.lines}>{cells.clampedText(type(row, data))}</span>,
    },
    concern: {
      ...heading('concern'),
      width: widths.concern,
      cell: (row, data) => {
        const from = roundedFrom(data);
        const found = reasons(row, data, from ? 0 : widths.concern - PADDING);
        if (!found || !from) return found || from;
        return (
          <span className={classes.two}>
            {found}
            <span className={classes.under}>{from}</span>
          </span>
        );
      },
    },
  };
}
