import {
  comparedPrice,
  currentPrice,
  isAdded,
  type PriceListModel,
  type ReferenceColumn,
  rowAt,
} from '@portal/list-view';
import {
  deviationPercent,
  formatCents,
  formatDate,
  PRICE_TYPE,
  priceListTag,
  type PriceType,
  type RowEdit,
} from '@portal/rules';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import * as shared from '../../editing/cells/cells.tsx';
import classes from './cells.module.css';

export { cutText, money, plain } from '../../editing/cells/cells.tsx';

/** Name over producer and content, with the reason when the row is locked or new. */
export function article(
  model: PriceListModel,
  row: number,
  { blocked, narrow }: { blocked: boolean; narrow: boolean },
  t: TFunction<'priceList'>,
): ReactNode {
  const { pzn, name, producer, content } = model.columns;
  const maker = shared.articleDetail(
    { pzn: pzn[row] as string, producer: producer[row] as string, content: content[row] },
    narrow,
  );
  if (isAdded(model, row)) {
    const note = (
      <span className={classes.added} title={t('row.addedReason')}>
        {t('row.added')}
      </span>
    );
    return shared.article(
      name[row],
      <>
        {note} {maker}
      </>,
    );
  }
  const lock = blocked ? { word: t('row.blocked'), reason: t('row.blockedReason') } : undefined;
  return shared.article(name[row], maker, lock);
}

/** How far the row's price lies from a reference. */
export function difference(
  model: PriceListModel,
  row: number,
  reference: ReferenceColumn,
  edit: RowEdit | undefined,
): ReactNode {
  return shared.percentCell(deviationPercent(comparedPrice(model, row, edit), model.columns[reference][row]));
}

/** The price that reaches the till, with the calculated one below where a person has overridden it. */
export function current(model: PriceListModel, row: number, t: TFunction<'priceList'>): ReactNode {
  const { priceType, calculated } = rowAt(model, row);
  if (priceType === PRICE_TYPE.exclusion) return shared.quiet(shared.NO_PRICE);
  const price = shared.money(currentPrice(model, row));
  if (priceType === PRICE_TYPE.calculated || calculated === null) return shared.strong(price);
  return shared.overridden(
    price,
    t('row.calculatedShort', { price: formatCents(calculated) }),
    t('row.calculated', { price: formatCents(calculated) }),
  );
}

/** A price of a type as the confirmation shows it; an exclusion has none. */
export function priceOfType(type: PriceType, price: number | null): string {
  return type === PRICE_TYPE.exclusion || price === null ? shared.NO_PRICE : formatCents(price);
}

/** A, E or D for exclusion, own and permanent price. */
export function typeTag(type: PriceType, t: TFunction<'priceList'>): ReactNode {
  return shared.typeTag(type, priceListTag(type), t(`type.${type}`));
}

/** The Berlin day of a change, from seconds since 1970. */
export function day(seconds: number | undefined): string {
  return seconds === undefined || Number.isNaN(seconds)
    ? shared.NONE
    : formatDate(new Date(seconds * 1000), 'dd.MM.yyyy');
}
