import {
  type Cents,
  type Day,
  meansNoEnd,
  parsePriceInput,
  readDayCell,
  type PriceInputIssue,
  type PznForm,
  readPznCell,
} from '@portal/rules';
import { findColumns } from '../import/find-columns.ts';
import { findHeadingLine, isPznLike } from '../import/heading-line.ts';
import { looksLikeDay, matchValidityHeading, type ValiditySide } from '../import/match-validity.ts';
import { matchPznHeading, namesPrice } from '../import/match-heading.ts';
import type { Block } from './read-block.ts';

/** `line` from 1, headings included. */
export type PastedPrice = {
  readonly line: number;
  readonly text: string;
  readonly price?: Cents;
  readonly issue?: PriceInputIssue;
  /** Undefined: its columns of days are not read. */
  readonly days?: PastedDays | 'unreadable';
};
/** Rule 17.2; null: none. */
export type PastedDays = { readonly validFrom: Day | null; readonly validTo: Day | null };
export type PastedPriceOf = PastedPrice & { readonly pzn: string };

export type PasteColumn = { readonly column: number; readonly heading: string; readonly example: string };
/** `toOrNoEnd`: last days that mean none are none (rule 17.12). */
export type DayUse = 'from' | 'to' | 'toOrNoEnd' | 'ignore';
export type PasteChoice = {
  readonly pzn?: number | undefined;
  readonly price?: number | undefined;
  readonly days?: Readonly<Record<number, DayUse | undefined>>;
};
/** Asked for before anything is entered (rule 5.11). */
export type PasteDayColumn = PasteColumn & {
  readonly side: ValiditySide;
  /** One of its days means no end. */
  readonly noEnd: boolean;
  readonly use: DayUse | undefined;
};

/** Changeable before anything is entered (rule 3.30). */
export type PastedColumns = Omit<PasteChoice, 'days'> & {
  readonly days: readonly PasteDayColumn[];
  readonly offered: readonly PasteColumn[];
  /** From 1. */
  readonly headingLine?: number | undefined;
};

export type PastedPrices = { readonly columns: PastedColumns } & (
  | /** From the active row on. */
  { readonly by: 'place'; readonly prices: readonly PastedPrice[] }
  | { readonly by: 'pzn'; readonly prices: readonly PastedPriceOf[]; readonly noPzn: readonly number[] }
  | {
      readonly by: 'unclear';
    } /** Other columns, none of PZNs; `form` of what was meant as one. */
  | { readonly by: 'noKey'; readonly form?: PznForm; readonly example?: string }
);

/**
 * By PZN column, a lone column of prices by position (rules 3.29 and 3.30); headings by rule 5.9. '1.234' is not a price.
 * @param own heading of the list's own input
 */
export function readPastedPrices(
  block: Block,
  { own, chosen = {} }: { readonly own?: string | undefined; readonly chosen?: PasteChoice } = {},
): PastedPrices {
  const width = block.reduce((most, row) => Math.max(most, row.length), 0);
  const cells = Array.from({ length: width }, (_, column) => block.map((row) => row[column] ?? ''));
  const filled = Array.from(cells.keys()).filter((column) => (cells[column] as string[]).some(isFilled));
  const byPzn = filled.length > 1 && (chosen.pzn !== undefined || block.some((row) => row.some(isPznLike)));
  const headingAt = byPzn ? findHeadingLine(block) : headingByPosition(block);
  const headings = headingAt === undefined ? undefined : cells.map((column) => column[headingAt]?.trim() ?? '');
  const from = headingAt === undefined ? 0 : headingAt + 1;
  const body = cells.map((column) => column.slice(from));
  const offered = filled.map((column) => ({
    column,
    heading: headings?.[column] ?? '',
    example: body[column]?.find(isFilled)?.trim() ?? '',
  }));
  const found = findColumns(body, { headings, own, withPzn: byPzn });
  const { pznColumns } = found;
  const pzn = chosen.pzn ?? found.pzn;
  const price = chosen.price ?? found.price;
  const hasHeadings = headings !== undefined && (byPzn || headings.some(namesPrice));
  const others = offered.filter(({ column }) => column !== pzn && column !== price);
  const days =
    pzn === undefined ? [] : others.flatMap((each) => dayColumn(each, body[each.column] as string[], chosen));
  const columns = { offered, pzn, price, days, headingLine: hasHeadings ? from : undefined };
  if (price === undefined || (pzn === undefined && pznColumns.length > 0)) return { by: 'unclear', columns };
  if (pzn === undefined && filled.length > 1) return { by: 'noKey', columns, ...unreadKeys(body, offered, price) };
  if (pzn === undefined) {
    const prices = (cells[price] as string[]).map((text, index) => ({ line: index + 1, ...read(text) }));
    return { by: 'place', columns, prices: hasHeadings ? prices.slice(from) : prices };
  }
  return { by: 'pzn', columns, ...readByPzn({ cells, from, days }, cells[pzn] as string[], cells[price] as string[]) };
}

function dayColumn(column: PasteColumn, cells: readonly string[], chosen: PasteChoice): PasteDayColumn[] {
  const side = matchValidityHeading(column.heading);
  const days = cells.filter(looksLikeDay);
  if (!side || days.length === 0 || days.length * 2 < cells.filter(isFilled).length) return [];
  const noEnd = days.some((cell) => meansNoEnd(readDayCell(cell) ?? ''));
  return [{ ...column, example: days[0]?.trim() ?? '', side, noEnd, use: chosen.days?.[column.column] }];
}

type Rows = {
  readonly cells: readonly (readonly string[])[];
  readonly from: number;
  readonly days: readonly PasteDayColumn[];
};

function readDays({ cells, days }: Rows, index: number): Pick<PastedPrice, 'days'> {
  let read: PastedDays | undefined;
  for (const { column, use } of days) {
    if (use === undefined || use === 'ignore') continue;
    read ??= { validFrom: null, validTo: null };
    const text = cells[column]?.[index] ?? '';
    if (!isFilled(text)) continue;
    const day = readDayCell(text);
    if (day === undefined) return { days: 'unreadable' };
    if (use === 'from') read = { ...read, validFrom: day };
    else if (use === 'to' || !meansNoEnd(day)) read = { ...read, validTo: day };
  }
  return read ? { days: read } : {};
}

function readByPzn(rows: Rows, pzns: readonly string[], texts: readonly string[]) {
  const { from } = rows;
  const prices: PastedPriceOf[] = [];
  const noPzn: number[] = [];
  for (const [index, text] of texts.entries()) {
    if (index < from) continue;
    const pzn = readPznCell(pzns[index] as string)?.pzn;
    const line = index + 1;
    if (pzn !== undefined) prices.push({ line, pzn, ...read(text), ...readDays(rows, index) });
    else if (isFilled(text) || isFilled(pzns[index] as string)) noPzn.push(line);
  }
  return { prices, noPzn };
}

/** By the first cell of the column meant as PZNs. */
function unreadKeys(
  body: readonly (readonly string[])[],
  offered: readonly PasteColumn[],
  price: number,
): { readonly form?: PznForm; readonly example?: string } {
  for (const { column, heading } of offered) {
    if (column === price) continue;
    for (const cell of body[column] as string[]) {
      const read = readPznCell(cell);
      if (read?.pzn !== undefined || read === undefined) continue;
      const isMeant = read.form !== 'other' || matchPznHeading(heading) !== 'other';
      if (isMeant) return { form: read.form, example: cell.trim() };
      break;
    }
  }
  return {};
}

function headingByPosition([first = [], ...rest]: Block): number | undefined {
  const hasFigure = (text: string) => /\d/.test(text);
  const isData = first.some((text) => hasFigure(text) && !namesPrice(text));
  return first.some(isFilled) && !isData && rest.some((cells) => cells.some(hasFigure)) ? 0 : undefined;
}

function read(text: string): Omit<PastedPrice, 'line'> {
  const result = parsePriceInput(text);
  if (result.kind === 'price') return { text, price: result.cents };
  return result.kind === 'issue' ? { text, issue: result.reason } : { text };
}

const isFilled = (text: string) => text.trim() !== '';
