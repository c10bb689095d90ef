import type { TickColumn } from '@portal/list-view';
import type { Cents, RowEdit, Scan } from '@portal/rules';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import type { Days } from './days.ts';
import type { InputIssue } from './input-issue.ts';

/** What the cells of a row need beside the stored columns. */
export type RowData = {
  /** Undefined where the row is at its original. */
  readonly edit: RowEdit | undefined;
  readonly issue: InputIssue | undefined;
  /** The text that was typed, where the price had to be rounded. */
  readonly rounded: string | undefined;
  /** The row takes no input and says why. */
  readonly setApart: boolean;
  readonly marked: boolean;
  /** The guardrails that its price breaks, in words; empty where it breaks none. */
  readonly breach: string;
  readonly why: string;
  /** The same in few words, the gravest first, each in a line of its own. */
  readonly chips: string;
  /** A fixed price to look at again (rule 19.4). */
  readonly due: boolean;
  /** A due row is answered by an edit, which is not saved yet. */
  readonly answerUnsaved: boolean;
  /** Cents; NaN: a figure is missing. */
  readonly effect: number | undefined;
  /** The user has reviewed it at this price. */
  readonly reviewed: boolean;
  /** Names of others who have. */
  readonly reviewedBy: string;
};

export type Column = GridColumn<RowData>;

/** Its name in one line: a heading may be broken within a word. */
export function columnTitle({ label, longLabel }: Pick<Column, 'label' | 'longLabel'>): string {
  return (label || (longLabel ?? '')).replace(/(?<=\p{L})-(?=\p{Ll})/u, '');
}

export type Typed = { readonly rounded?: string; readonly continues?: boolean };

/** What a row holds before its price is typed, for taking that back. */
export type FormerRow = Pick<RowData, 'edit' | 'issue' | 'rounded'>;

/** What the inputs of a row do. */
export type RowActions = {
  readonly enterPrice: (row: number, price: Cents | null, typed?: Typed) => void;
  readonly enterInvalid: (row: number, issue: InputIssue, continues?: boolean) => void;
  readonly restore: (row: number, former: FormerRow) => void;
  readonly tick: (row: number, column: TickColumn, ticked: boolean) => void;
  readonly enterDays: (row: number, days: Days) => void;
  /** Asks for the days of a price; undefined where prices have none. */
  readonly onDays: ((row: number) => void) | undefined;
  /** Leads to the article of a code that was scanned into an input. */
  readonly onScan: (scan: Scan) => void;
  /** An input is left into which a price was typed. */
  readonly onPriceTyped: (row: number) => void;
};
