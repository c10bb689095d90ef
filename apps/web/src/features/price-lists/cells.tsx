import {
  type Cents,
  comparedPrice,
  currentPrice,
  deviationPercent,
  formatCents,
  formatDate,
  formatPercent,
  type PriceListModel,
  PRICE_TYPE,
  priceListTag,
  type PriceType,
  type ReferenceColumn,
  type RowEdit,
  rowAt,
} from '@portal/rules';
import { IconLock } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import classes from './cells.module.css';

/** Shown where there is no value. Texts stay texts, so that a recycled cell only changes its characters. */
const NONE = '–';
/** Shown in place of the price of an exclusion. */
const NO_PRICE = '---';

/** An amount in euros, or a dash. */
export function money(cents: Cents | null | undefined): string {
  return cents == null ? NONE : formatCents(cents);
}

export function plain(text: string | number | null | undefined): string | number {
  return text == null || text === '' ? NONE : text;
}

/** A text that may be too long for its column. */
export function cutText(text: string | null | undefined): ReactNode {
  return <span className={classes.cut}>{plain(text)}</span>;
}

/** Name over producer and content, with the reason when the row is locked. */
export function article(model: PriceListModel, row: number, blocked: boolean, t: TFunction<'priceList'>): ReactNode {
  const { name, producer, content } = model.columns;
  const maker = content[row] ? `${producer[row]} · ${content[row]}` : producer[row];
  const text = (
    <div className={classes.article}>
      <div className={classes.name} title={name[row]}>
        {name[row]}
      </div>
      <div className={classes.maker}>{maker}</div>
    </div>
  );
  if (!blocked) return text;
  return (
    <div className={classes.locked}>
      {text}
      <span className={classes.blocked}>
        <IconLock aria-hidden size={12} />
        {t('row.blocked')}
      </span>
      <span role="note" className={classes.reason}>
        {t('row.blockedReason')}
      </span>
    </div>
  );
}

/** How far the row's price lies from a reference: sign and colour say above or below. */
export function difference(
  model: PriceListModel,
  row: number,
  reference: ReferenceColumn,
  edit: RowEdit | undefined,
): ReactNode {
  const percent = deviationPercent(comparedPrice(model, row, edit), model.columns[reference][row]);
  if (percent === null) return <span>{NONE}</span>;
  const className = percent > 0 ? classes.above : percent < 0 ? classes.below : classes.quiet;
  return <span className={className}>{formatPercent(percent, { sign: true })}</span>;
}

/** The price that reaches the till, with the calculated one below where a person has overridden it. */
export function current(model: PriceListModel, row: number, t: TFunction<'priceList'>): ReactNode {
  const { priceType, calculated } = rowAt(model, row);
  if (priceType === PRICE_TYPE.exclusion) return <span className={classes.quiet}>{NO_PRICE}</span>;
  const price = money(currentPrice(model, row));
  if (priceType === PRICE_TYPE.calculated || calculated === null)
    return <span className={classes.current}>{price}</span>;
  return (
    <span className={classes.overridden}>
      <span>{price}</span>
      <span className={classes.calculated} title={t('row.calculated', { price: formatCents(calculated) })}>
        {t('row.calculatedShort', { price: formatCents(calculated) })}
      </span>
    </span>
  );
}

/** A price of a type as the confirmation shows it; an exclusion has none. */
export function priceOfType(type: PriceType, price: Cents | null): string {
  return type === PRICE_TYPE.exclusion || price === null ? NO_PRICE : formatCents(price);
}

const TAG_CLASS = { A: classes.tagA, E: classes.tagE, D: classes.tagD };

/** A, E or D for exclusion, own and permanent price. */
export function typeTag(type: PriceType, t: TFunction<'priceList'>): ReactNode {
  const tag = priceListTag(type);
  if (tag === '') return null;
  return (
    <span className={`${classes.tag} ${TAG_CLASS[tag]}`} title={t(`type.${type}`)}>
      {tag}
    </span>
  );
}

/** The Berlin day of a change, from seconds since 1970. */
export function day(seconds: number | undefined): string {
  return seconds === undefined ? NONE : formatDate(new Date(seconds * 1000), 'dd.MM.yyyy');
}
