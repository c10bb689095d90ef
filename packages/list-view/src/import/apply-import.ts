import {
  editsDiffer,
  type ImportedRow,
  type ImportType,
  type LaterPrice,
  laterPrice,
  orderRanges,
  PRICE_TYPE,
  type ProductGroup,
  type RowEdit,
  withDays,
  withoutDays,
} from '@portal/rules';
import type { AddedProduct } from '../price-list/added.ts';
import { withAddedProducts } from '../price-list/added.ts';
import type { RowEdits } from '../edits.ts';
import { editAt, putEdits } from '../price-list/edits.ts';
import { isAdded, type PriceListModel, rowAt, rowOfPzn } from '../price-list/model.ts';

/** Rule 5.6. */
export const IMPORT_OUTCOMES = [
  'exclusionPriced',
  'imported',
  'negativeSet',
  'added',
  'unchanged',
  'alreadyNegative',
  'notFound',
  'wrongGroup',
  'blocked',
] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

export type UnusableRow = {
  readonly line: number;
  readonly pzn: string;
  readonly reason: 'noCalculatedPrice' | 'overlapping';
};

export type ImportResult = {
  readonly edits: RowEdits;
  readonly model: PriceListModel;
  readonly added: readonly AddedProduct[];
  /** In file order; each article in exactly one, or its rows in `unusable`. */
  readonly pzns: Readonly<Record<ImportOutcome, readonly string[]>>;
  readonly unusable: readonly UnusableRow[];
};

type Context = {
  readonly model: PriceListModel;
  readonly edits: RowEdits;
  readonly group: ProductGroup;
  readonly type: ImportType;
};

/**
 * Rules 5.2, 5.3 and 17.13; idempotent. Rows in approval stay.
 * @param rows a PZN more than once where its prices have days
 */
export function applyImport(context: Context, rows: readonly ImportedRow[]): ImportResult {
  const pzns = Object.fromEntries(IMPORT_OUTCOMES.map((outcome) => [outcome, [] as string[]])) as Record<
    ImportOutcome,
    string[]
  >;
  const unusable: UnusableRow[] = [];
  const changes: (readonly [number, RowEdit])[] = [];
  const added: AddedProduct[] = [];
  for (const [pzn, ofArticle] of Map.groupBy(rows, (row) => row.pzn)) {
    // A last day like 31.12.9999 may count as written (rule 17.12).
    const ordered = orderRanges(ofArticle, '');
    const [row, ...later] = typeof ordered === 'string' ? [] : ordered;
    const verdict = row ? classify(context, row, later) : UNUSABLE;
    if (verdict.outcome === 'unusable') {
      const reason = row ? 'noCalculatedPrice' : 'overlapping';
      unusable.push(...ofArticle.map(({ line }) => ({ line, pzn, reason }) as const));
      continue;
    }
    pzns[verdict.outcome].push(pzn);
    if (verdict.edit) changes.push([verdict.row, verdict.edit]);
    else if (verdict.outcome === 'added' && row?.product) added.push({ pzn, ...row.product });
  }
  const model = withAddedProducts(context.model, added);
  const exclusions = added.map((product) => [rowOfPzn(model, product.pzn) as number, NEW_EXCLUSION] as const);
  return { edits: putEdits(model, context.edits, [...changes, ...exclusions]), model, added, pzns, unusable };
}

const NEW_EXCLUSION: RowEdit = { ownPrice: null, permanent: false, exclusion: true };

type Verdict =
  | { readonly outcome: ImportOutcome; readonly edit?: undefined }
  | { readonly outcome: ImportOutcome; readonly row: number; readonly edit: RowEdit }
  | { readonly outcome: 'unusable' };

const UNUSABLE: Verdict = { outcome: 'unusable' };

function classify(context: Context, imported: ImportedRow, later: readonly ImportedRow[]): Verdict {
  const { model, edits, type } = context;
  if (model.blocked.has(imported.pzn)) return { outcome: 'blocked' };
  const row = rowOfPzn(model, imported.pzn);
  if (row === undefined) return classifyUnlisted(context, imported);
  if (isAdded(model, row)) return classifyAdded(context, row, imported);
  const before = editAt(model, edits, row);
  switch (type) {
    case 'negativeimport':
      return exclude(row, before);
    case 'priceimport':
      return givePrice(model, row, before, [imported, ...later]);
    case 'expertimport':
      return applyCode(model, row, before, [imported, ...later]);
  }
}

/** Only a negative import adds products (rule 5.4). */
function classifyUnlisted({ group, type }: Context, { product, productGroup }: ImportedRow): Verdict {
  if (type !== 'negativeimport' || product === null || productGroup === null) return { outcome: 'notFound' };
  return { outcome: productGroup === group ? 'added' : 'wrongGroup' };
}

function classifyAdded({ model, edits, type }: Context, row: number, { priceType }: ImportedRow): Verdict {
  const excludes = type === 'negativeimport' || (type === 'expertimport' && priceType === PRICE_TYPE.exclusion);
  if (!excludes) return { outcome: 'notFound' };
  if (editAt(model, edits, row).exclusion) return { outcome: 'alreadyNegative' };
  return { outcome: 'added', row, edit: NEW_EXCLUSION };
}

function exclude(row: number, before: RowEdit): Verdict {
  if (before.exclusion) return { outcome: 'alreadyNegative' };
  return { outcome: 'negativeSet', row, edit: { ...withoutDays(before), permanent: false, exclusion: true } };
}

/** Permanent prices and exclusions stay. */
function givePrice(model: PriceListModel, row: number, before: RowEdit, [imported, ...others]: Rows): Verdict {
  const { ownPrice } = imported;
  if (ownPrice === null) return { outcome: 'unchanged' };
  if (before.exclusion) return { outcome: 'exclusionPriced', row, edit: { ...before, ownPrice } };
  const later = laterPrices(others, () => before.permanent);
  const days = daysOf(imported);
  if (days) return set(row, before, withDays({ ...before, ownPrice }, { ...days, ...later }, { blocked: false }));
  const standing = before.ownPrice ?? rowAt(model, row).calculatedPrice;
  return set(row, before, { ...(ownPrice === standing ? before : { ...before, ownPrice }), ...later });
}

type Rows = readonly [ImportedRow, ...ImportedRow[]];

function daysOf({ validFrom, validTo }: ImportedRow): Pick<RowEdit, 'validFrom' | 'validTo'> | undefined {
  if (validFrom === undefined && validTo === undefined) return undefined;
  return { validFrom: validFrom ?? null, validTo: validTo ?? null };
}

function laterPrices(
  rows: readonly ImportedRow[],
  isPermanent: (row: ImportedRow) => boolean,
): { readonly later?: readonly LaterPrice[] } {
  const later = rows.map((row) => laterPrice(row as ImportedRow & LaterPrice, isPermanent(row)));
  return later.length > 0 ? { later } : {};
}

/** Rule 5.5: 0 price set and flags cleared; 1 exclusion; 2 own price; 3 permanent price. */
function applyCode(model: PriceListModel, row: number, before: RowEdit, [imported, ...others]: Rows): Verdict {
  const { ownPrice, priceType: code } = imported;
  const { calculatedPrice, validTo } = rowAt(model, row);
  const later = laterPrices(others, ({ priceType }) => priceType === PRICE_TYPE.permanent);
  const days = daysOf(imported);
  const flags = { permanent: code === PRICE_TYPE.permanent, exclusion: false };
  if (days && ownPrice !== null) {
    return set(row, before, withDays({ ownPrice, ...flags }, { ...days, ...later }, { blocked: false }));
  }
  // Rule 17.3.
  const beneath = validTo ? ({ beneath: true } as const) : {};
  switch (code) {
    case PRICE_TYPE.calculated:
      if (ownPrice === null && calculatedPrice === null) return { outcome: 'unusable' };
      return set(row, before, {
        ownPrice: ownPrice === calculatedPrice ? null : ownPrice,
        ...flags,
        ...beneath,
        ...later,
      });
    case PRICE_TYPE.exclusion:
      if (before.exclusion && before.ownPrice === null) return { outcome: 'alreadyNegative' };
      return { outcome: 'negativeSet', row, edit: NEW_EXCLUSION };
    case PRICE_TYPE.own:
    case PRICE_TYPE.permanent:
      if (ownPrice === null) return { outcome: 'unchanged' };
      // An exported list says of it what it shows.
      if (validTo && flags.permanent && ownPrice === rowAt(model, row).ownPrice)
        return set(row, before, { ...before, ...later });
      return set(row, before, { ownPrice, ...flags, ...beneath, ...later });
    case null:
      return { outcome: 'unchanged' };
  }
}

function set(row: number, before: RowEdit, edit: RowEdit): Verdict {
  if (before.exclusion) return { outcome: 'exclusionPriced', row, edit };
  return !editsDiffer(before, edit) ? { outcome: 'unchanged' } : { outcome: 'imported', row, edit };
}
