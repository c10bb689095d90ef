import { effectivePrice, formatCents, PRICE_TYPE, type PriceState } from '@portal/rules';
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import * as cells from '../cells/cells.tsx';
import classes from '../cells/cells.module.css';
import { RoundedFrom } from '../cells/RoundedFrom.tsx';
import type { ConfirmOptions, KindTypes } from '../kind.ts';
import type { Column } from './column.ts';
import { type ColumnKind, headings } from './headings.ts';

/** A price as the confirmation shows it; an exclusion has none. */
function priceText(state: PriceState): string {
  const price = effectivePrice(state);
  return state.priceType === PRICE_TYPE.exclusion || price === null ? cells.NO_PRICE : formatCents(price);
}

/** What a confirmation says of every row: the price it had and gets, the type, and what to look at twice. */
export function outcomeColumns<T extends KindTypes>(
  kind: ColumnKind<T>,
  { model, t }: ConfirmOptions<T>,
  widths: { readonly change: number; readonly type: number; readonly concern: number },
  typeText: (row: number) => string | undefined = () => undefined,
): { readonly change: Column; readonly type: Column; readonly concern: Column } {
  const { rules } = kind;
  const heading = headings(kind, t);
  const before = (row: number) => {
    const state = rules.was(model, row);
    const none = state.priceType !== PRICE_TYPE.exclusion && effectivePrice(state) === null;
    return none ? cells.quiet(t('confirm.new')) : <span className={classes.old}>{priceText(state)}</span>;
  };
  return {
    change: {
      ...heading('change'),
      width: widths.change,
      startsGroup: true,
      cell: (row, { edit }) => (
        <span className={classes.change}>
          {before(row)}
          <IconArrowRight aria-label={t('confirm.becomes')} size={14} />
          <span className={classes.new}>{priceText(rules.becomes(model, row, edit))}</span>
        </span>
      ),
    },
    type: {
      ...heading('typeChange'),
      width: widths.type,
      cell: (row, { edit }) => {
        const was = rules.was(model, row).priceType;
        const becomes = rules.becomes(model, row, edit).priceType;
        const change = was === becomes ? t(`type.${becomes}`) : `${t(`type.${was}`)} → ${t(`type.${becomes}`)}`;
        return typeText(row) ?? change;
      },
    },
    concern: {
      ...heading('concern'),
      width: widths.concern,
      cell: (row, { edit, rounded, breach }) => {
        const concerns = edit ? rules.concerns(model, row, edit).map((concern) => t(`concern.${concern}`)) : [];
        return concernCell(breach === '' ? concerns : [...concerns, breach], rounded);
      },
    },
  };
}

function concernCell(concerns: readonly string[], rounded: string | undefined): ReactNode {
  const roundedFrom = rounded !== undefined && <RoundedFrom text={rounded} />;
  if (concerns.length === 0) return roundedFrom || null;
  return (
    <span className={roundedFrom ? classes.two : undefined}>
      <span className={classes.concern}>
        <IconAlertTriangle aria-hidden size={16} />
        <span title={concerns.join(', ')}>{concerns.join(', ')}</span>
      </span>
      {roundedFrom && <span className={classes.under}>{roundedFrom}</span>}
    </span>
  );
}
