import { type PriceEditRow, readPriceEdit } from '@portal/contracts';
import {
  type Cents,
  changesAnything,
  type Day,
  type LayeredRow,
  type PlannedPeriod,
  type PriceType,
  type ProductGroup,
  resolveLayeredSave,
  type RowEdit,
} from '@portal/rules';
import { createTurns } from '../../http/turns.ts';
import { TEXT } from '../../texts/de.ts';

export type StoredRow = LayeredRow & { pzn: string; productGroup: ProductGroup; changedVersion: number };

export type Resolved = {
  pzn: string;
  productGroup: ProductGroup;
  /** Of the row beneath a period. */
  priceType: PriceType;
  ownPrice: Cents | null;
  period: LayeredRow['period'];
  begins: boolean;
  plans: readonly PlannedPeriod[];
  remindOn: Day | null;
  isNew: boolean;
  effective: boolean;
};
export type RowIssue = { pzn: string; message: string };

export type Context = {
  listed: ReadonlyMap<string, StoredRow>;
  known: ReadonlyMap<string, ProductGroup | null>;
  blocked: ReadonlySet<string>;
  staff: boolean;
  today: Day;
  /** By PZN; read where somebody has sent days. */
  coming: ReadonlyMap<string, readonly PlannedPeriod[]>;
};

/** Rules 3.6 and 4.11. */
export async function validateEdits(
  edits: readonly PriceEditRow[],
  context: Context,
): Promise<{ resolved: Resolved[]; issues: RowIssue[] }> {
  const resolved: Resolved[] = [];
  const issues: RowIssue[] = [];
  const seen = new Set<string>();
  const turns = createTurns();
  for (const [index, edit] of edits.entries()) {
    if (index % 100 === 99) await turns.give();
    const outcome = seen.has(edit.pzn) ? TEXT.row.duplicate : validateEdit(edit, context);
    seen.add(edit.pzn);
    if (typeof outcome === 'string') issues.push({ pzn: edit.pzn, message: outcome });
    else resolved.push(outcome);
  }
  return { resolved, issues };
}

function validateEdit(edit: PriceEditRow, context: Context): Resolved | string {
  const rowEdit = readPriceEdit(edit);
  if (typeof rowEdit === 'string') return TEXT.row[rowEdit];
  const row = context.listed.get(edit.pzn);
  if (!row) return validateNewExclusion(edit, rowEdit, context);
  if (edit.productGroup !== undefined && edit.productGroup !== row.productGroup) {
    return TEXT.row.otherGroup(row.productGroup);
  }
  if (context.blocked.has(edit.pzn)) return TEXT.row.blocked;
  const { staff, today, coming } = context;
  const result = resolveLayeredSave(row, rowEdit, { staff, today, others: coming.get(edit.pzn) ?? [] });
  if (!result.ok) return TEXT.row[result.issue];
  const { priceType, ownPrice } = result.beneath;
  return {
    pzn: edit.pzn,
    productGroup: row.productGroup,
    priceType,
    ownPrice,
    period: result.period,
    begins: result.begins,
    plans: result.plans,
    remindOn: rowEdit.remindOn ?? null,
    isNew: false,
    effective: changesAnything(row, result),
  };
}

const NOT_LISTED: LayeredRow = { beneath: { priceType: 0, calculatedPrice: null, ownPrice: null }, period: null };

/** Rule 4.15. */
function validateNewExclusion(edit: PriceEditRow, rowEdit: RowEdit, context: Context): Resolved | string {
  if (edit.productGroup === undefined) return TEXT.row.unknown;
  const group = context.known.get(edit.pzn);
  if (group === undefined) return TEXT.row.unknownProduct;
  if (group !== null && group !== edit.productGroup) return TEXT.row.otherGroup(group);
  if (context.blocked.has(edit.pzn)) return TEXT.row.blocked;
  if (!rowEdit.exclusion) return TEXT.row.newNeedsExclusion;
  const { staff, today } = context;
  const result = resolveLayeredSave(NOT_LISTED, rowEdit, { staff, today, others: [] });
  if (!result.ok) return TEXT.row[result.issue];
  const none = { period: null, begins: false, plans: [], remindOn: null };
  return {
    pzn: edit.pzn,
    productGroup: edit.productGroup,
    priceType: 1,
    ownPrice: null,
    ...none,
    isNew: true,
    effective: true,
  };
}
