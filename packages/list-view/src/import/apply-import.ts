import {
  editsDiffer,
  type ImportedRow,
  type ImportType,
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

export type UnusableRow = { readonly line: number; readonly pzn: string; readonly reason: 'noCalculatedPrice' };

export type ImportResult = {
  readonly edits: RowEdits;
  readonly model: PriceListModel;
  readonly added: readonly AddedProduct[];
  /** In file order; each row in exactly one, or in `unusable`. */
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
 * Rules 5.2 and 5.3; idempotent. Rows in approval stay.
 * @param rows each PZN at most once
 */
export function applyImport(context: Context, rows: readonly ImportedRow[]): ImportResult {
  const pzns = Object.fromEntries(IMPORT_OUTCOMES.map((outcome) => [outcome, [] as string[]])) as Record<
    ImportOutcome,
    string[]
  >;
  const unusable: UnusableRow[] = [];
  const changes: (readonly [number, RowEdit])[] = [];
  const added: AddedProduct[] = [];
  for (const row of rows) {
    const verdict = classify(context, row);
    if (verdict.outcome === 'unusable') {
      unusable.push({ line: row.line, pzn: row.pzn, reason: 'noCalculatedPrice' });
      continue;
    }
    pzns[verdict.outcome].push(row.pzn);
    if (verdict.edit) changes.push([verdict.row, verdict.edit]);
    else if (verdict.outcome === 'added' && row.product) added.push({ pzn: row.pzn, ...row.product });
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

function classify(context: Context, imported: ImportedRow): Verdict {
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
      return givePrice(model, row, before, imported);
    case 'expertimport':
      return applyCode(model, row, before, imported);
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
function givePrice(model: PriceListModel, row: number, before: RowEdit, imported: ImportedRow): Verdict {
  const { ownPrice } = imported;
  if (ownPrice === null) return { outcome: 'unchanged' };
  if (before.exclusion) return { outcome: 'exclusionPriced', row, edit: { ...before, ownPrice } };
  const days = daysOf(imported);
  if (days) return set(row, before, withDays({ ...before, ownPrice }, days, { blocked: false }));
  const standing = before.ownPrice ?? rowAt(model, row).calculatedPrice;
  if (ownPrice === standing) return { outcome: 'unchanged' };
  return { outcome: 'imported', row, edit: { ...before, ownPrice } };
}

function daysOf({ validFrom, validTo }: ImportedRow): Pick<RowEdit, 'validFrom' | 'validTo'> | undefined {
  if (validFrom === undefined && validTo === undefined) return undefined;
  return { validFrom: validFrom ?? null, validTo: validTo ?? null };
}

/** Rule 5.5: 0 price set and flags cleared; 1 exclusion; 2 own price; 3 permanent price. */
function applyCode(model: PriceListModel, row: number, before: RowEdit, imported: ImportedRow): Verdict {
  const { ownPrice, priceType: code } = imported;
  const { calculatedPrice, validTo } = rowAt(model, row);
  const days = daysOf(imported);
  const flags = { permanent: code === PRICE_TYPE.permanent, exclusion: false };
  if (days && ownPrice !== null) {
    return set(row, before, withDays({ ownPrice, ...flags }, days, { blocked: false }));
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
      });
    case PRICE_TYPE.exclusion:
      if (before.exclusion && before.ownPrice === null) return { outcome: 'alreadyNegative' };
      return { outcome: 'negativeSet', row, edit: NEW_EXCLUSION };
    case PRICE_TYPE.own:
    case PRICE_TYPE.permanent:
      if (ownPrice === null) return { outcome: 'unchanged' };
      // An exported list says of it what it shows.
      if (validTo && flags.permanent && ownPrice === rowAt(model, row).ownPrice) return { outcome: 'unchanged' };
      return set(row, before, { ownPrice, ...flags, ...beneath });
    case null:
      return { outcome: 'unchanged' };
  }
}

function set(row: number, before: RowEdit, edit: RowEdit): Verdict {
  if (before.exclusion) return { outcome: 'exclusionPriced', row, edit };
  return !editsDiffer(before, edit) ? { outcome: 'unchanged' } : { outcome: 'imported', row, edit };
}
