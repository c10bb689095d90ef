import {
  effectivePriceAt,
  differenceAt,
  type ExpertColumnToggle,
  isAdded,
  isDifferenceKey,
  rowAt,
} from '@portal/list-view';
import {
  isoDay,
  type Cents,
  effectivePrice,
  formatCents,
  formatDate,
  formatDay,
  holdsOf,
  judgeUmfeld,
  originalEdit,
  PRICE_TYPE,
  priceListTag,
  referenceOf,
  type RowEdit,
  shownColumns,
  type ShownColumnName,
  toggleOf,
} from '@portal/rules';
import * as cells from '../cells/cells.tsx';
import classes from '../cells/cells.module.css';
import type { Column } from '../kind/column.ts';
import type { ColumnKind } from '../kind/headings.ts';
import { inputColumns } from '../columns/input-columns.tsx';
import { daysText, laterText } from '../days/days-text.ts';
import { CONFIRM_WIDTHS, confirmWidth, outcomeColumns } from '../columns/outcome-columns.tsx';
import { NARROW_ARTICLE, productColumns } from '../columns/product-columns.tsx';
import type { ColumnOptions, ConfirmOptions } from '../kind/kind.ts';
import type { PriceListTypes } from '../kind/types.ts';

type PriceListKind = ColumnKind<PriceListTypes>;

/** The columns of the price list in the order of rule 4.1. */
export function priceListColumns(kind: PriceListKind, options: ColumnOptions<PriceListTypes>): Column[] {
  const { model, shown, editing, narrow, onOpen, t } = options;
  const { columns } = model;
  const of = productColumns(kind, options);
  const article = of.article(narrow ? NARROW_ARTICLE : options.detail ? REVIEWED_ARTICLE : 300, (row, edit) =>
    narrow && (editing || options.priced) ? priceDetail(kind, options, row, edit) : articleDetail(options, row),
  );
  const infoButton = cells.infoButton(t);
  const info = of.column('info', 36, (row) => onOpen && infoButton(columns.pzn[row] as string, () => onOpen(row)), {
    label: '',
    align: 'center',
    pinned: narrow ? undefined : 'left',
  });
  const inputs = editing
    ? inputColumns(
        kind,
        options,
        { id: 'ownPrice', width: narrow ? 96 : 104, tickWidth: narrow ? 72 : 86 },
        (row, { setApart }) => {
          // a product that is not on the list yet can only become an exclusion
          return setApart || isAdded(model, row);
        },
      )
    : [];
  const price = [
    of.column('effectivePrice', narrow ? 80 : 96, (row, { edit }) => current(options, row, edit), {
      align: 'end',
      startsGroup: true,
    }),
    of.type((row) => columns.priceType[row] ?? PRICE_TYPE.calculated, priceListTag, {
      text: (row, edit) => countDays(edit, t) ?? daysOf(options, row, edit).replaceAll(/(?<=ab|bis) /gu, '\u00a0'),
      title: (row, edit) => daysOf(options, row, edit),
      width: editing || options.reminders?.size || columns.validTo.some((day) => day !== null) ? DAYS_WIDTH : 0,
    }),
  ];
  const others = shownColumns('priceList').flatMap((id): Column[] => {
    const toggle = toggleOf(id) as ExpertColumnToggle | undefined;
    if (id === 'pzn' || id === 'name' || id === 'producer' || (toggle && !shown[toggle])) return [];
    if (id === 'effectivePrice') return narrow ? [] : [...price, ...inputs];
    return [columnOf(of, id, options)];
  });
  // On a narrow screen what is worked on stands next to the article.
  return [...(narrow ? [article, ...inputs, ...price, of.pzn, info] : [of.pzn, info, article]), ...others];
}

/** Pixels, at least: beside reasons and inputs in a window of 1280. */
const REVIEWED_ARTICLE = 232;
/** Pixels: 'bis 15.12.2027' below the tag. */
const DAYS_WIDTH = 92;

/** What was entered, else what runs or is to come (rules 17.1 and 19.6). */
function daysOf(
  { model, reminders, t }: ColumnOptions<PriceListTypes>,
  row: number,
  edit: RowEdit | undefined,
): string {
  const { validTo } = originalEdit(rowAt(model, row));
  if (edit?.beneath) return t('days.afterwards');
  const remindOn = reminders?.get(model.columns.pzn[row] as string) ?? null;
  return daysText(edit ?? { validTo: validTo ?? null, remindOn }, t) || (edit && validTo ? t('days.ends') : '');
}

/** Undefined for days that fit. */
function countDays(edit: RowEdit | undefined, t: ColumnOptions<PriceListTypes>['t']): string | undefined {
  const { later = [], validFrom, validTo } = edit ?? {};
  const count = later.length + (validFrom || validTo ? 1 : 0);
  return later.length > 0 && count > 1 ? t('days.several', { number: count }) : undefined;
}

type OwnColumn = Exclude<ShownColumnName<'priceList'>, 'pzn' | 'name' | 'producer' | 'effectivePrice'>;

function columnOf(
  of: ReturnType<typeof productColumns<PriceListTypes>>,
  id: OwnColumn,
  options: ConfirmOptions<PriceListTypes>,
): Column {
  const { columns } = options.model;
  switch (id) {
    case 'priceMin':
    case 'priceMax':
      return of.column(id, 80, (row) => umfeldEnd(options, id, row), { align: 'end', startsGroup: true });
    case 'date':
      return of.column(id, 104, (row) => day(columns.date[row]), { align: 'end', startsGroup: true });
  }
  if (isDifferenceKey(id)) {
    const reference = referenceOf(id);
    return of.difference(id, (row, edit) => differenceAt(options.model, row, reference, edit));
  }
  return holdsOf(id) === 'price'
    ? of.money(id, columns[id] as readonly (Cents | null)[], { startsGroup: true })
    : of.plain(id);
}

/** Rule 4.10. */
export function priceListConfirmColumns(kind: PriceListKind, options: ConfirmOptions<PriceListTypes>): Column[] {
  const { model, narrow, t } = options;
  const { columns } = model;
  const of = productColumns(kind, options);
  const article = of.article(narrow ? 166 : 260, (row) => articleDetail(options, row));
  const typeText = (row: number, edit: RowEdit | undefined) => {
    if (isAdded(model, row)) return t('row.added');
    if (edit?.validFrom) return `${daysText(edit, t)}: ${cells.money(edit.ownPrice)}`;
    const until = originalEdit(rowAt(model, row)).validTo;
    if (edit?.beneath)
      return t('days.beneath', { price: edit.ownPrice === null ? t('type.0') : cells.money(edit.ownPrice) });
    if (edit?.validTo || edit?.remindOn) return `${t(`type.${PRICE_TYPE.permanent}`)} ${daysText(edit, t)}`;
    if (!until || !edit) return undefined;
    const isCleared = edit.ownPrice === null && !edit.exclusion;
    return t(isCleared ? 'days.clearedLong' : 'days.endsLong', { day: formatDay(until, isoDay(new Date())) });
  };
  const widths = { ...CONFIRM_WIDTHS, type: 184 };
  const outcome = outcomeColumns(kind, options, widths, (row, edit) => {
    if (!edit?.later) return typeText(row, edit);
    const { later, ...first } = edit;
    const type = typeText(row, first) ?? t(`type.${kind.rules.becomes(model, row, first).priceType}`);
    return [type, ...later.map((each) => laterText(each, t))].join('; ');
  });
  return [
    ...(narrow ? [article, outcome.change, of.pzn] : [of.pzn, article]),
    confirmWidth(of.money('aep', columns.aep)),
    confirmWidth(of.money('avp', columns.avp)),
    confirmWidth(of.money('calculatedPrice', columns.calculatedPrice)),
    ...(narrow ? [outcome.percent] : [outcome.change, outcome.percent]),
    outcome.type,
    outcome.concern,
  ];
}

/** Pack and price in force, which the input has taken the place of. */
function priceDetail(
  { rules }: PriceListKind,
  options: ColumnOptions<PriceListTypes>,
  row: number,
  edit: RowEdit | undefined,
) {
  const { model, priced } = options;
  const content = model.columns.content[row];
  const isExclusion = rowAt(model, row).priceType === PRICE_TYPE.exclusion;
  if (isAdded(model, row)) return articleDetail(options, row);
  return (
    <>
      {content && <span className={classes.pack}>{`${content} · `}</span>}
      {cells.strong(isExclusion ? cells.NO_PRICE : cells.money(effectivePriceAt(model, row)))}
      {priced && edit && (
        <>
          {' → '}
          {cells.strong(edit.exclusion ? cells.NO_PRICE : cells.money(effectivePrice(rules.becomes(model, row, edit))))}
        </>
      )}
    </>
  );
}

/** Producer and content, with a word on products that an import adds. */
function articleDetail({ model, narrow, detail: other, t }: ConfirmOptions<PriceListTypes>, row: number) {
  const { pzn, producer, content } = model.columns;
  const detail =
    other?.(row) ??
    cells.articleDetail({ pzn: pzn[row] as string, producer: producer[row] as string, content: content[row] }, narrow);
  if (!isAdded(model, row)) return detail;
  return (
    <>
      <span className={classes.added} title={t('row.addedReason')}>
        {t('row.added')}
      </span>{' '}
      {detail}
    </>
  );
}

/** A question mark where doubtful (rule 14.60). */
function umfeldEnd(
  { model: { columns }, t }: ConfirmOptions<PriceListTypes>,
  id: 'priceMin' | 'priceMax',
  row: number,
) {
  const price = cells.money(columns[id][row]);
  const { isMinDoubtful, isMaxDoubtful } = judgeUmfeld({
    umfeldMin: columns.priceMin[row] ?? null,
    umfeldAvg: columns.priceAvg[row] ?? null,
    umfeldMax: columns.priceMax[row] ?? null,
  });
  const isDoubtful = id === 'priceMin' ? isMinDoubtful : isMaxDoubtful;
  return isDoubtful ? <span title={t('row.doubtfulEnd')}>{t('row.doubtful', { price })}</span> : price;
}

function current({ model, t }: ConfirmOptions<PriceListTypes>, row: number, edit: RowEdit | undefined) {
  const { priceType, calculatedPrice } = rowAt(model, row);
  if (priceType === PRICE_TYPE.exclusion) return cells.quiet(cells.NO_PRICE);
  const price = cells.money(effectivePriceAt(model, row));
  if (priceType === PRICE_TYPE.calculated || calculatedPrice === null) return cells.strong(price);
  // Its input is empty then.
  if (edit && edit.ownPrice === null && !edit.exclusion) {
    const becomes = formatCents(calculatedPrice);
    return cells.overridden(price, t('row.becomes', { price: becomes }), t('row.becomesLong', { price: becomes }));
  }
  return cells.overridden(
    price,
    t('row.calculatedShort', { price: formatCents(calculatedPrice) }),
    t('row.calculated', { price: formatCents(calculatedPrice) }),
  );
}

/** The Berlin day of a change, from seconds since 1970. */
function day(seconds: number | undefined): string {
  return seconds === undefined || Number.isNaN(seconds)
    ? cells.NONE
    : formatDate(new Date(seconds * 1000), 'dd.MM.yyyy');
}
