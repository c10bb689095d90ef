import type { TickColumn } from '@portal/list-view';
import { editsDiffer, type RowEdit } from '@portal/rules';
import type { Edits } from '../kind/kind.ts';
import type { InputError, InputErrors, Rounded } from './input-errors.ts';

/** What made an entry; `all` is the box in a heading. */
export type Cause =
  | { readonly by: 'price' | 'days' | 'rule' | 'drop' | 'paste' | 'fill' }
  | { readonly by: 'tick' | 'all'; readonly column: TickColumn; readonly ticked: boolean };

/** All that a session holds of its rows. */
export type Inputs = {
  readonly entered: Edits;
  readonly issues: InputErrors;
  readonly rounded: Rounded;
  readonly marked: ReadonlySet<string>;
};

/** The same of one row. */
export type RowInputs = {
  readonly edit: RowEdit | undefined;
  readonly touched: boolean;
  readonly issue: InputError | undefined;
  readonly rounded: string | undefined;
  readonly marked: boolean;
};

/** The rows that one input changed, by PZN (rule 3.25). */
export type UndoEntry = {
  readonly cause: Cause;
  readonly rows: ReadonlyMap<string, { readonly before: RowInputs; readonly after: RowInputs }>;
};

/** `applied` of them count; those behind it were taken back and can come again. */
export type UndoEntries = { readonly list: readonly UndoEntry[]; readonly applied: number };

export const NO_UNDO: UndoEntries = { list: [], applied: 0 };

/** More are forgotten, the oldest first. */
const MAX_ENTRIES = 200;

type Recording = {
  readonly cause: Cause;
  /** Else found by comparing all edits. */
  readonly pzn?: string | undefined;
  /** The row was being typed into already: what follows belongs to the same entry. */
  readonly continues?: boolean | undefined;
};

/** What was undone cannot be redone afterwards. */
export function recorded(
  undo: UndoEntries,
  before: Inputs,
  after: Inputs,
  { cause, pzn, continues }: Recording,
): UndoEntries {
  const last = undo.list[undo.applied - 1];
  const first = continues && pzn !== undefined && last?.rows.size === 1 ? last.rows.get(pzn) : undefined;
  const pzns = pzn === undefined ? changedRows(before.entered, after.entered) : [pzn];
  const rows = new Map(
    pzns
      .map(
        (each) => [each, { before: first?.before ?? rowInputs(before, each), after: rowInputs(after, each) }] as const,
      )
      .filter(([, row]) => differs(row.before, row.after)),
  );
  const list = undo.list.slice(0, first ? undo.applied - 1 : undo.applied);
  if (rows.size > 0) list.push({ cause: first && last ? last.cause : cause, rows });
  else if (!first) return undo;
  const recent = list.slice(-MAX_ENTRIES);
  return { list: recent, applied: recent.length };
}

export function atEntry<State extends Inputs & { readonly undo: UndoEntries }>(state: State, applied: number): State {
  const { list, applied: present } = state.undo;
  const wanted = Math.max(0, Math.min(list.length, applied));
  if (wanted === present) return state;
  const edits = new Map(state.entered.edits);
  const touched = new Set(state.entered.touched);
  const issues = new Map(state.issues);
  const rounded = new Map(state.rounded);
  const marked = new Set(state.marked);
  const back = wanted < present;
  const passed = back ? list.slice(wanted, present).reverse() : list.slice(present, wanted);
  for (const { rows } of passed) {
    for (const [pzn, { before, after }] of rows) {
      const row = back ? before : after;
      put(edits, pzn, row.edit);
      put(issues, pzn, row.issue);
      put(rounded, pzn, row.rounded);
      keep(touched, pzn, row.touched);
      keep(marked, pzn, row.marked);
    }
  }
  return { ...state, entered: { edits, touched }, issues, rounded, marked, undo: { list, applied: wanted } };
}

function rowInputs({ entered, issues, rounded, marked }: Inputs, pzn: string): RowInputs {
  return {
    edit: entered.edits.get(pzn),
    touched: entered.touched.has(pzn),
    issue: issues.get(pzn),
    rounded: rounded.get(pzn),
    marked: marked.has(pzn),
  };
}

/** Rounding is shown beside the row and is not compared. */
function differs(a: RowInputs, b: RowInputs): boolean {
  return (
    !sameEdit(a.edit, b.edit) || a.issue?.text !== b.issue?.text || !sameEdit(a.issue?.validEdit, b.issue?.validEdit)
  );
}

function sameEdit(a: RowEdit | undefined, b: RowEdit | undefined): boolean {
  return a && b ? !editsDiffer(a, b) : a === b;
}

function changedRows({ edits: before }: Edits, { edits: after }: Edits): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((pzn) => before.get(pzn) !== after.get(pzn));
}

function put<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

function keep(set: Set<string>, key: string, kept: boolean): void {
  if (kept) set.add(key);
  else set.delete(key);
}
