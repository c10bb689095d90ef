import { editsDiffer, type RowEdit } from '@portal/rules';

/** What was entered into a list, by PZN; a row that is back at its original is not in it. */
export type RowEdits = ReadonlyMap<string, RowEdit>;

export const NO_EDITS: RowEdits = new Map();

export type TickColumn = 'permanent' | 'exclusion';

/** What the rules of a kind of list say of one row. */
export type EditRules<Model> = {
  /** What the inputs of a row hold. */
  readonly inputs: (model: Model, edits: RowEdits, row: number) => RowEdit;
  /** Whether the inputs differ from the row's original. */
  readonly isChanged: (model: Model, row: number, edit: RowEdit) => boolean;
  /** Whether 'select all' of the column reaches the row (rules 4.8 and 6.9). */
  readonly reaches: (model: Model, row: number, edit: RowEdit, column: TickColumn) => boolean;
  readonly tick: (model: Model, row: number, edit: RowEdit, column: TickColumn, ticked: boolean) => RowEdit;
};

type Rows = { readonly columns: { readonly pzn: readonly string[] } };

/** Puts a row's inputs among the edits, or takes the row out where they say nothing new. */
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

/**
 * Ticks or unticks a column on the given rows, skipping those 'select all' does not reach.
 * @returns the edits, and the PZN of the rows whose inputs are others now
 */
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

/** How many of the rows that 'select all' reaches there are, and how many of them are ticked. */
export function countTicks<Model>(
  rules: EditRules<Model>,
  model: Model,
  edits: RowEdits,
  rows: Iterable<number>,
  column: TickColumn,
): { readonly reachable: number; readonly ticked: number } {
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
