import { type PriceEditRow, readPriceEdit } from '@portal/contracts';
import {
  type Cents,
  isEffectiveChange,
  type PriceState,
  type PriceType,
  type ProductGroup,
  resolveSave,
  type RowEdit,
} from '@portal/rules';
import { createTurns } from '../../http/turns.ts';
import { TEXT } from '../../texts/de.ts';

/** A listed product as the save finds it, under the list's lock. */
export type StoredRow = PriceState & { pzn: string; productGroup: ProductGroup; changedVersion: number };

/** What becomes of one row: its new type and own price in cents. `isNew` when the list does not hold it yet. */
export type Resolved = {
  pzn: string;
  productGroup: ProductGroup;
  priceType: PriceType;
  ownPrice: Cents | null;
  isNew: boolean;
  effective: boolean;
};
export type RowFault = { pzn: string; message: string };

export type Ground = {
  listed: ReadonlyMap<string, StoredRow>;
  /** Products of the master and the group it has them in, null where it says none. */
  known: ReadonlyMap<string, ProductGroup | null>;
  blocked: ReadonlySet<string>;
  staff: boolean;
};

/** Judges every row of a save by the rules (rules 3.6 and 4.11): what to store, or every fault there is. */
export async function judgeEdits(
  edits: readonly PriceEditRow[],
  ground: Ground,
): Promise<{ resolved: Resolved[]; faults: RowFault[] }> {
  const resolved: Resolved[] = [];
  const faults: RowFault[] = [];
  const seen = new Set<string>();
  const turns = createTurns();
  for (const [index, edit] of edits.entries()) {
    if (index % 500 === 499) await turns.give();
    const outcome = seen.has(edit.pzn) ? TEXT.row.duplicate : judgeEdit(edit, ground);
    seen.add(edit.pzn);
    if (typeof outcome === 'string') faults.push({ pzn: edit.pzn, message: outcome });
    else resolved.push(outcome);
  }
  return { resolved, faults };
}

function judgeEdit(edit: PriceEditRow, ground: Ground): Resolved | string {
  const rowEdit = readPriceEdit(edit);
  if (typeof rowEdit === 'string') return TEXT.row[rowEdit];
  const row = ground.listed.get(edit.pzn);
  if (!row) return judgeNewExclusion(edit, rowEdit, ground);
  if (edit.productGroup !== undefined && edit.productGroup !== row.productGroup) {
    return TEXT.row.otherGroup(row.productGroup);
  }
  if (ground.blocked.has(edit.pzn)) return TEXT.row.blocked;
  const result = resolveSave(row, rowEdit, { staff: ground.staff });
  if (!result.ok) return TEXT.row[result.fault];
  const after: PriceState = {
    priceType: result.priceType,
    calculatedPrice: row.calculatedPrice,
    ownPrice: result.ownPrice,
  };
  return {
    pzn: edit.pzn,
    productGroup: row.productGroup,
    priceType: result.priceType,
    ownPrice: result.ownPrice,
    isNew: false,
    effective: isEffectiveChange(row, after),
  };
}

/** A product the list does not hold may only come in as an exclusion, with its group named (rule 4.15). */
function judgeNewExclusion(edit: PriceEditRow, rowEdit: RowEdit, ground: Ground): Resolved | string {
  if (edit.productGroup === undefined) return TEXT.row.unknown;
  const group = ground.known.get(edit.pzn);
  if (group === undefined) return TEXT.row.unknownProduct;
  if (group !== null && group !== edit.productGroup) return TEXT.row.otherGroup(group);
  if (ground.blocked.has(edit.pzn)) return TEXT.row.blocked;
  if (!rowEdit.exclusion) return TEXT.row.newNeedsExclusion;
  if (rowEdit.permanent) return TEXT.row.permanentWithExclusion;
  return { pzn: edit.pzn, productGroup: edit.productGroup, priceType: 1, ownPrice: null, isNew: true, effective: true };
}
