import { deviationPercent, effectivePrice, formatCents, PRICE_TYPE, type PriceState } from '@portal/rules';
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import * as cells from '../cells/cells.tsx';
import classes from '../cells/cells.module.css';
import { RoundedFrom } from '../cells/RoundedFrom.tsx';
import type { ConfirmOptions, KindTypes } from '../kind.ts';
import type { Column, RowData } from './column.ts';
import { type ColumnKind, headings } from './headings.ts';

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

/** On a narrow screen the first column says the others too. */
export function outcomeColumns<T extends KindTypes>(
  kind: ColumnKind<T>,
  { model, narrow, t }: ConfirmOptions<T>,
  widths: { readonly change: number; readonly type: number; readonly concern: number },
  typeText: (row: number) => string | undefined = () => undefined,
): { readonly change: Column; readonly percent: Column; readonly type: Column; readonly concern: Column } {
  const { rules } = kind;
  const heading = headings(kind, t);
  const before = (row: number) => {
    const state = rules.was(model, row);
    const none = state.priceType !== PRICE_TYPE.exclusion && effectivePrice(state) === null;
    return none ? cells.quiet(t('confirm.new')) : <span className={classes.old}>{priceText(state)}</span>;
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
    return typeText(row) ?? (was === becomes ? t(`type.${becomes}`) : `${t(`type.${was}`)} → ${t(`type.${becomes}`)}`);
  };
  const concerns = (row: number, { edit, breach }: RowData) => {
    const own = edit ? rules.concerns(model, row, edit).map((concern) => t(`concern.${concern}`)) : [];
    return breach === '' ? own : [...own, breach];
  };
  const second = (row: number, data: RowData) => {
    const found = concerns(row, data);
    if (found.length > 0) return <Concern texts={found} />;
    return data.rounded === undefined ? (
      cells.cutText(data.why || type(row, data))
    ) : (
      <RoundedFrom text={data.rounded} />
    );
  };
  return {
    change: {
      ...heading('change'),
      width: narrow ? NARROW_CHANGE : widths.change,
      startsGroup: true,
      cell: narrow
        ? (row, data) => (
            <span className={classes.two}>
              {change(row, data)}
              <span className={classes.under}>{second(row, data)}</span>
            </span>
          )
        : change,
    },
    percent: {
      ...heading('changePercent'),
      width: 84,
      align: 'end',
      cell: (row, { edit }) =>
        cells.percentCell(deviationPercent(pricedAt(rules.becomes(model, row, edit)), pricedAt(rules.was(model, row)))),
    },
    type: { ...heading('typeChange'), width: widths.type, cell: type },
    concern: {
      ...heading('concern'),
      width: widths.concern,
      cell: (row, data) => concernCell(concerns(row, data), data),
    },
  };
}

function concernCell(concerns: readonly string[], { rounded, why }: RowData): ReactNode {
  const roundedFrom = rounded !== undefined && <RoundedFrom text={rounded} />;
  if (concerns.length === 0) return roundedFrom || (why !== '' && cells.cutText(why));
  return (
    <span className={roundedFrom ? classes.two : undefined}>
      <Concern texts={concerns} />
      {roundedFrom && <span className={classes.under}>{roundedFrom}</span>}
    </span>
  );
}

function Concern({ texts }: { texts: readonly string[] }) {
  const text = texts.join(', ');
  return (
    <span className={classes.concern}>
      <IconAlertTriangle aria-hidden size={16} />
      <span title={text}>{text}</span>
    </span>
  );
}
