import {
  type ApprovalColumnToggle,
  approvalDifferenceAt,
  type ApprovalModel,
  approvalOutcomeAt,
  approvalTypeAt,
  isApprovalDifference,
  isApprovalLocked,
} from '@portal/list-view';
import {
  approvalTag,
  type Cents,
  deviationPercent,
  effectivePrice,
  formatCents,
  holdsOf,
  PACKAGE_KINDS,
  PRICE_TYPE,
  referenceOf,
  type RowEdit,
  type ShownColumnName,
  toggleOf,
  type UpdateKind,
} from '@portal/rules';
import cellClasses from '../cells/cells.module.css';
import * as cells from '../cells/cells.tsx';
import type { Column } from '../kind/column.ts';
import type { ColumnKind } from '../kind/headings.ts';
import { inputColumns } from '../columns/input-columns.tsx';
import { CONFIRM_WIDTHS, confirmWidth, outcomeColumns } from '../columns/outcome-columns.tsx';
import { NARROW_ARTICLE, productColumns } from '../columns/product-columns.tsx';
import { soldAt } from '../parts/sold-at.ts';
import type { ColumnOptions, ConfirmOptions } from '../kind/kind.ts';
import type { PackageTypes } from '../kind/types.ts';

/** A column beside the article. */
export type PackageColumn = Exclude<ShownColumnName<UpdateKind>, 'name' | 'producer'> | 'priceType';

export function isBesideArticle<Id extends ShownColumnName<UpdateKind>>(
  id: Id,
): id is Exclude<Id, 'pzn' | 'name' | 'producer'> {
  return id !== 'pzn' && id !== 'name' && id !== 'producer';
}

/** What is different in each kind of package. */
export type PackageData = {
  readonly name: UpdateKind;
  readonly confirmsRows: 'changed' | 'all';
  /** The expert mode chooses the columns; without it all are shown. */
  readonly hasExpertMode: boolean;
  /** What stands before the article. */
  readonly first: readonly PackageColumn[];
  /** What stands between the article and the inputs (rule 6.10). */
  readonly columns: readonly PackageColumn[];
  readonly confirms: { readonly before: readonly PackageColumn[]; readonly after: readonly PackageColumn[] };
};

/** On a narrow screen these stand next to the inputs. */
const WORKED_ON: readonly PackageColumn[] = ['calculatedPrice', 'priceType'];

type PackageKind = ColumnKind<PackageTypes>;

/** The columns of an approval screen in the order of rule 6.10. */
export function packageColumns(kind: PackageKind, data: PackageData, options: ColumnOptions<PackageTypes>): Column[] {
  const { first, columns, hasExpertMode } = data;
  const { model, shown, narrow } = options;
  const isShown = (id: PackageColumn) => {
    const toggle = toggleOf(id) as ApprovalColumnToggle | undefined;
    return !hasExpertMode || toggle === undefined || shown[toggle];
  };
  const of = (ids: readonly PackageColumn[]) => ids.filter(isShown).map((id) => packageColumn(kind, id, data, options));
  const article = openable(
    productColumns(kind, options).article(
      narrow ? NARROW_ARTICLE : 230,
      options.detail ??
        ((row, edit) => (narrow ? changeDetail(kind, options, row, edit) : articleDetail(options, row))),
    ),
    options,
  );
  const inputs = options.editing
    ? inputColumns(kind, options, { id: 'ownPrice', width: 96, tickWidth: narrow ? 72 : 86 }, (row) =>
        isApprovalLocked(model, row),
      )
    : [becomesColumn(kind, options)];
  if (!narrow) {
    const pinned = of(first).map((column) => ({ ...column, pinned: 'left' as const }));
    const all = [...pinned, article, ...of(columns), ...inputs];
    return data.first.includes('checkReason') ? all.map(fitted) : all;
  }
  const rest = [...first, ...columns].filter((id) => !WORKED_ON.includes(id));
  return [article, ...inputs, ...of(WORKED_ON), ...of(rest)];
}

/** Pixels: with a column more the inputs stay in a window of 1280. */
const FITTED: Readonly<Record<string, number>> = {
  name: 190,
  units: 60,
  avp: 72,
  diffAvp: 70,
  ravp: 72,
  diffRavp: 76,
  ravpRegio: 92,
  diffRavpRegio: 70,
  calculatedPrice: 88,
  ownPrice: 88,
};
const fitted = (column: Column): Column => ({ ...column, width: FITTED[column.id] ?? column.width });

/** What a row is approved as, in place of its inputs. */
function becomesColumn(kind: PackageKind, options: ColumnOptions<PackageTypes>): Column {
  const { model, narrow, t } = options;
  return productColumns(kind, options).column(
    'typeChange',
    narrow ? 166 : 190,
    (row, { edit }) => {
      const { priceType, ...outcome } = approvalOutcomeAt(model, row, edit);
      const ownPrice = edit?.ownPrice ?? outcome.ownPrice;
      const type = t(`type.${priceType}`);
      if (priceType === PRICE_TYPE.calculated) return cells.quiet(type);
      if (priceType === PRICE_TYPE.exclusion || ownPrice === null) return type;
      return (
        <>
          {type} {cells.strong(formatCents(ownPrice))}
        </>
      );
    },
    { startsGroup: true },
  );
}

/** Rule 6.10 has no column for it. */
function openable(article: Column, { model, onOpen, t }: ColumnOptions<PackageTypes>): Column {
  if (!onOpen) return article;
  const infoButton = cells.infoButton(t);
  const button = (row: number) => infoButton(model.columns.pzn[row] as string, () => onOpen(row));
  return { ...article, cell: (row, data) => cells.withButton(article.cell(row, data), button(row)) };
}

/** Rule 6.13. */
export function packageConfirmColumns(
  kind: PackageKind,
  data: PackageData,
  options: ConfirmOptions<PackageTypes>,
): Column[] {
  const { confirms } = data;
  const { narrow } = options;
  const of = productColumns(kind, options);
  const plain = (ids: readonly PackageColumn[]) =>
    ids.map((id) => confirmWidth(confirmColumn(kind, id, data, options)));
  const article = of.article(narrow ? 166 : 260, (row) => articleDetail(options, row));
  const { change, percent, type, concern } = outcomeColumns(kind, options, CONFIRM_WIDTHS);
  return [
    ...(narrow ? [article, change, of.pzn] : [of.pzn, article]),
    ...plain(confirms.before),
    ...(narrow ? [percent] : [change, percent]),
    ...plain(confirms.after),
    type,
    concern,
  ];
}

function packageColumn(
  kind: PackageKind,
  id: PackageColumn,
  data: PackageData,
  options: ConfirmOptions<PackageTypes>,
): Column {
  const { model, narrow } = options;
  const { columns } = model;
  const of = productColumns(kind, options);
  switch (id) {
    case 'pzn':
      return of.pzn;
    case 'calculatedPrice':
      return of.column(id, narrow ? 80 : 96, (row, { edit }) => priceUpdate(data, options, row, edit), {
        align: 'end',
        startsGroup: true,
      });
    case 'priceType':
      return of.type(
        (row, edit) => approvalTypeAt(model, row, edit),
        (type) => approvalTag(data.name, type),
      );
  }
  const width = WIDTHS[id];
  const more = width === undefined ? {} : { width };
  if (isApprovalDifference(id)) {
    const reference = referenceOf(id);
    return of.difference(id, (row, edit) => approvalDifferenceAt(model, row, reference, edit), more);
  }
  if (holdsOf(id) !== 'price') return of.plain(id);
  // beside the former one it continues its group
  const startsGroup = id !== 'avp' || !data.columns.includes('avpOld');
  return of.money(id, columns[id] as readonly (Cents | null)[], { startsGroup, ...more });
}

/** Pixels. */
const WIDTHS: Partial<Record<PackageColumn, number>> = { ravpRegio: 88, formerCalculatedPrice: 88, deviationAvp: 92 };

function confirmColumn(
  kind: PackageKind,
  id: PackageColumn,
  data: PackageData,
  options: ConfirmOptions<PackageTypes>,
): Column {
  const { model } = options;
  const of = productColumns(kind, options);
  const becomes = (row: number, edit: RowEdit | undefined) => effectivePrice(kind.rules.becomes(model, row, edit));
  switch (id) {
    case 'aep':
    case 'avp':
      return of.money(id, model.columns[id]);
    case 'calculatedPrice':
      return of.column(id, 96, (row, { edit }) => calculatedUnlessExcluded(model, row, edit), {
        align: 'end',
        startsGroup: true,
      });
    case 'diffAvp':
    case 'deviationAvp':
      return of.difference(id, (row, edit) => deviationPercent(becomes(row, edit), model.columns.avp[row]), {
        width: 92,
      });
    default:
      return packageColumn(kind, id, data, options);
  }
}

/** The new calculated price, '---' for what is or becomes an exclusion (rule 6.10). */
function calculatedUnlessExcluded(model: ApprovalModel, row: number, edit: RowEdit | undefined) {
  if (approvalTypeAt(model, row, edit) === PRICE_TYPE.exclusion) return cells.quiet(cells.NO_PRICE);
  return cells.money(model.columns.calculatedPrice[row]);
}

function articleDetail({ model: { columns }, narrow }: ConfirmOptions<PackageTypes>, row: number): string {
  const [pzn, producer] = [columns.pzn[row] as string, columns.producer[row] as string];
  return cells.articleDetail({ pzn, producer, content: columns.content[row] }, narrow);
}

/** Pack and price, as it was and as it becomes. */
function changeDetail(
  { rules }: PackageKind,
  { model, t }: ConfirmOptions<PackageTypes>,
  row: number,
  edit: RowEdit | undefined,
) {
  const becomes = rules.becomes(model, row, edit);
  const before = rules.was(model, row);
  const was = effectivePrice(before);
  const sold = was === null ? soldAt(model, row, before.priceType) : null;
  const isExclusion = becomes.priceType === PRICE_TYPE.exclusion;
  const content = model.columns.content[row];
  return (
    <>
      {content && <span className={cellClasses.pack}>{`${content} · `}</span>}
      {formatted(was ?? sold) || t('confirm.new')}
      {' → '}
      {cells.strong(isExclusion ? cells.NO_PRICE : cells.money(effectivePrice(becomes)))}
      {sold !== null && ` ${t('confirm.new')}`}
    </>
  );
}

const formatted = (price: Cents | null) => price !== null && formatCents(price);

/** '---' for an exclusion (rule 6.10); below it a price that stays in force. */
function priceUpdate(
  { name }: PackageData,
  { model, t }: ConfirmOptions<PackageTypes>,
  row: number,
  edit: RowEdit | undefined,
) {
  if (approvalTypeAt(model, row, edit) === PRICE_TYPE.exclusion) return cells.quiet(cells.NO_PRICE);
  const calculated = cells.money(model.columns.calculatedPrice[row]);
  const { priceType, ownPrice } = approvalOutcomeAt(model, row, edit);
  if (ownPrice === null) return cells.strong(calculated);
  const price = formatCents(ownPrice);
  if (priceType === PRICE_TYPE.permanent) {
    // an entered one stands in its input
    if (edit?.ownPrice != null) return cells.strong(calculated);
    return cells.overridden(calculated, t('row.keeps', { price }), t('row.keepsLong', { price }));
  }
  return PACKAGE_KINDS[name].endsOwnPrices
    ? cells.strong(calculated)
    : cells.overridden(calculated, t('row.own', { price }), t('row.ownLong', { price }));
}
