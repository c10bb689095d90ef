import { conditionType, type CopiedCell } from '@portal/list-view';
import { centsToNumber, decimalText, formatDate, holdsOf } from '@portal/rules';
import type { Column } from '../kind/column.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { ListEditor } from '../state/use-list-editor.ts';

type Work<T extends KindTypes> = Pick<ListEditor<T>, 'kind' | 'model' | 'session' | 'dataOf'>;

/** Rule 3.28. */
export function copiedCells<T extends KindTypes>(
  work: Work<T>,
  rows: Iterable<number>,
  columns: readonly Pick<Column, 'id'>[],
): CopiedCell[][] {
  const readers = columns.map(({ id }) => readerOf(work, id));
  return Array.from(rows, (row) => readers.map((read) => read(row)));
}

/** Whether a column has something to copy. */
export function isCopied<T extends KindTypes>({ kind }: Work<T>, id: string): boolean {
  return isInput(id) || id === 'review-why' || sortKey(kind.sortKeys, id) !== undefined;
}

/** The columns that are entered. */
export const isInput = (id: string | undefined) => id === 'ownPrice' || id === 'permanent' || id === 'exclusion';
const sortKey = <Key extends string>(keys: readonly Key[], id: string) => keys.find((key) => key === id);

function readerOf<T extends KindTypes>({ kind, model, session, dataOf }: Work<T>, id: string) {
  const { edits } = session.entered;
  if (isInput(id)) {
    return (row: number): CopiedCell => {
      const { ownPrice, permanent, exclusion } = kind.rules.inputs(model, edits, row);
      if (id === 'ownPrice') return ownPrice === null ? { text: '' } : money(ownPrice);
      return { text: (id === 'permanent' ? permanent : exclusion) ? 'x' : '' };
    };
  }
  if (id === 'review-why') return (row: number): CopiedCell => ({ text: dataOf(row).why });
  const key = sortKey(kind.sortKeys, id);
  if (key === undefined) return (): CopiedCell => ({ text: '' });
  const values = kind.values(model, key, edits);
  const type = conditionType(key);
  const isInstant = holdsOf(key) === 'instant';
  return (row: number): CopiedCell => {
    const value = values[row];
    if (value == null || Number.isNaN(value)) return { text: '' };
    if (typeof value === 'string') return { text: value };
    if (isInstant) return { text: formatDate(new Date(value * 1_000), 'dd.MM.yyyy') };
    if (type === undefined) return { text: String(value) };
    if (type === 'price') return money(value);
    if (type !== 'percent') return { text: String(value), number: value };
    const shown = Math.round(value * 10) / 10;
    return { text: shown.toFixed(1).replace('.', ','), number: shown };
  };
}

const money = (cents: number): CopiedCell => ({ text: decimalText(cents), number: centsToNumber(cents) });
