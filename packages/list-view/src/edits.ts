import { editsDiffer, type RowEdit } from '@portal/rules';
import { rowOfPzn, type TextModel } from './price-list/model.ts';

/** By PZN; without unchanged rows. */
export type RowEdits = ReadonlyMap<string, RowEdit>;

export const NO_EDITS: RowEdits = new Map();

export type TickColumn = 'permanent' | 'exclusion';

export type EditRules<Model> = {
  readonly inputs: (model: Model, edits: RowEdits, row: number) => RowEdit;
  readonly isChanged: (model: Model, row: number, edit: RowEdit) => boolean;
  /** Rules 4.8 and 6.9. */
  readonly reaches: (model: Model, row: number, edit: RowEdit, column: TickColumn) => boolean;
  readonly tick: (model: Model, row: number, edit: RowEdit, column: TickColumn, ticked: boolean) => RowEdit;
};

type Rows = { readonly columns: { readonly pzn: readonly string[] } };

export function put<Model extends Rows>(
  rules: EditRules<Model>,
  model: Model,
  edits: Map<string, RowEdit>,
  row: number,
  edit: RowEdit,
): void {
  const pzn = model.columns.pzn[row] as string;
  if (rules.isChanged(model, row, edit)) edits.set(pzn, edit);
  else edits.delete(pzn);
}

/** @returns the edits, and the PZN of changed rows */
export function tickRows<Model extends Rows>(
  rules: EditRules<Model>,
  model: Model,
  before: RowEdits,
  rows: Iterable<number>,
  column: TickColumn,
  ticked: boolean,
): { readonly edits: RowEdits; readonly touched: readonly string[] } {
  const edits = new Map(before);
  const touched: string[] = [];
  for (const row of rows) {
    const edit = rules.inputs(model, edits, row);
    if (!rules.reaches(model, row, edit, column)) continue;
    const after = rules.tick(model, row, edit, column, ticked);
    if (!editsDiffer(edit, after)) continue;
    put(rules, model, edits, row, after);
    touched.push(model.columns.pzn[row] as string);
  }
  return { edits, touched };
}

export type TickCounts = { readonly reachable: number; readonly ticked: number };

/** A keystroke costs no pass over all rows. */
export function tickCounter<Model extends TextModel>(
  rules: EditRules<Model>,
  model: Model,
  rows: Iterable<number>,
  column: TickColumn,
): (edits: RowEdits) => TickCounts {
  const shown = new Set(rows);
  const original = countTicks(rules, model, NO_EDITS, shown, column);
  return (edits) => {
    const edited = [...edits.keys()].flatMap((pzn) => rowOfPzn(model, pzn) ?? []).filter((row) => shown.has(row));
    const before = countTicks(rules, model, NO_EDITS, edited, column);
    const after = countTicks(rules, model, edits, edited, column);
    return {
      reachable: original.reachable - before.reachable + after.reachable,
      ticked: original.ticked - before.ticked + after.ticked,
    };
  };
}

function countTicks<Model>(
  rules: EditRules<Model>,
  model: Model,
  edits: RowEdits,
  rows: Iterable<number>,
  column: TickColumn,
): TickCounts {
  let reachable = 0;
  let ticked = 0;
  for (const row of rows) {
    const edit = rules.inputs(model, edits, row);
    if (!rules.reaches(model, row, edit, column)) continue;
    reachable++;
    if (edit[column]) ticked++;
  }
  return { reachable, ticked };
}
