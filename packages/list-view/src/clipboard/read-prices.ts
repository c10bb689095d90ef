import { type Cents, hasValidPznCheckDigit, normalizePzn, parsePriceInput, type PriceInputIssue } from '@portal/rules';
import { guessImportColumns } from '../import/guess-columns.ts';
import type { Block } from './read-block.ts';

/** A price to be entered, or why it cannot be read; without either the cell was empty. `line` counts from 1, a heading too. */
export type PastedPrice = {
  readonly line: number;
  readonly text: string;
  readonly price?: Cents;
  readonly issue?: PriceInputIssue;
};
export type PastedPriceOf = PastedPrice & { readonly pzn: string };

/** What a block is for. */
export type PastedPrices =
  /** Prices for the rows from the active one on, one a line; `others` are columns with something in them that nothing becomes of. */
  | { readonly by: 'place'; readonly prices: readonly PastedPrice[]; readonly others: number }
  /** Prices with the PZN of their rows; `noPzn` are lines with a price and no PZN. */
  | { readonly by: 'pzn'; readonly prices: readonly PastedPriceOf[]; readonly noPzn: readonly number[] }
  /** More than one column of prices beside the PZN, and no heading that says which. */
  | { readonly by: 'unclear' };

/** Shorter numbers could be amounts by chance; a spreadsheet takes zeros off, but hardly more than three. */
const PZN = /^\s*(?:pzn[\s-]*)?\d{5,8}\s*$/i;

/**
 * What the cells of a spreadsheet say about prices (rules 3.29 and 3.30). A column of PZNs and one of prices go by PZN, in any order and
 * among other columns; where several could be prices the heading decides. Anything else goes by place. Prices are read like those of a
 * file, which nobody can be asked about: '1.234' is no price.
 * @param own heading of the list's own input, which says most
 */
export function readPastedPrices(block: Block, own?: string): PastedPrices {
  const width = block.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: width }, (_, column) => block.map((row) => row[column] ?? ''));
  const pznColumn = pznColumnOf(columns);
  if (pznColumn === undefined) {
    const prices = (columns[0] ?? []).map((text, index) => ({ line: index + 1, ...read(text) }));
    return { by: 'place', prices, others: columns.slice(1).filter((cells) => cells.some(isFilled)).length };
  }
  const pzns = columns[pznColumn] as string[];
  const heading =
    isPzn(pzns[0] as string) || !isFilled(pzns[0] as string) ? undefined : (block[0] as readonly string[]);
  const priceColumn =
    own !== undefined && heading?.includes(own) ? heading.indexOf(own) : priceColumnOf(columns, pznColumn, heading);
  if (priceColumn === undefined) return { by: 'unclear' };
  const prices: PastedPriceOf[] = [];
  const noPzn: number[] = [];
  for (const [index, text] of (columns[priceColumn] as string[]).entries()) {
    const pzn = normalizePzn(pzns[index] as string);
    const line = index + 1;
    if (heading && index === 0) continue;
    if (pzn !== undefined) prices.push({ line, pzn, ...read(text) });
    else if (isFilled(text) || isFilled(pzns[index] as string)) noPzn.push(line);
  }
  return { by: 'pzn', prices, noPzn };
}

/** The column with the most PZNs, as long as these are most of what stands in it. */
function pznColumnOf(columns: readonly string[][]): number | undefined {
  if (columns.length < 2) return undefined;
  const counts = columns.map((cells) => cells.filter(isPzn).length);
  const most = Math.max(...counts);
  const column = counts.indexOf(most);
  const filled = columns[column]?.filter(isFilled).length ?? 0;
  return most > 0 && most * 2 >= filled ? column : undefined;
}

function priceColumnOf(
  columns: readonly string[][],
  pznColumn: number,
  heading: readonly string[] | undefined,
): number | undefined {
  const likely = columns.flatMap((cells, column) => {
    const body = (heading ? cells.slice(1) : cells).filter(isFilled);
    const readable = body.filter((text) => parsePriceInput(text).kind === 'price').length;
    return column !== pznColumn && readable > 0 && readable * 2 >= body.length ? [column] : [];
  });
  if (heading) {
    const named = guessImportColumns(
      likely.map((column) => heading[column] ?? ''),
      'priceimport',
    ).pricecolumn;
    const column = named === undefined ? -1 : likely.find((each) => heading[each] === named);
    if (column !== undefined && column >= 0) return column;
  }
  if (likely.length > 1) return undefined;
  return likely[0] ?? (columns.length === 2 ? 1 - pznColumn : undefined);
}

function read(text: string): Omit<PastedPrice, 'line'> {
  const result = parsePriceInput(text);
  if (result.kind === 'price') return { text, price: result.cents };
  return result.kind === 'issue' ? { text, issue: result.reason } : { text };
}

const isFilled = (text: string) => text.trim() !== '';

function isPzn(text: string): boolean {
  return PZN.test(text) && hasValidPznCheckDigit(normalizePzn(text) ?? '');
}
