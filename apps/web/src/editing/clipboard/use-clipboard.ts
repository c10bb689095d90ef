import { type Block, blockHtml, blockText, readBlock } from '@portal/list-view';
import { readTypedPrice } from '@portal/rules';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { useStableCallback } from '../../lib/use-stable.ts';
import type { Table } from '../columns/use-table.ts';
import type { Edits, KindTypes } from '../kind/kind.ts';
import type { EditSession, GridState, ListView } from '../state/use-list-editor.ts';
import { useMarkedInView } from '../state/use-marked-in-view.ts';
import { copiedCells, isCopied } from './copied-cells.ts';
import { fillDown } from './fill-down.ts';
import { useFillHandle } from './use-fill-handle.ts';

/** A paste that is looked at before anything is done. */
export type Pasting = {
  readonly block: Block;
  /** Heading of the list's own input. */
  readonly own: string | undefined;
  /** Rows from the active one on, for prices without a PZN. */
  readonly from: readonly number[];
};

/** Rules 3.28 to 3.31. */
export function useClipboard<T extends KindTypes>(editor: ListView<T> & GridState<T> & EditSession<T>, table: Table) {
  const { grid, session, model, view, dispatch } = editor;
  const [pasting, setPasting] = useState<Pasting | null>(null);
  const [left, setLeft] = useState<{ readonly entered: Edits; readonly rows: readonly number[] } | null>(null);
  const marked = useMarkedInView(editor);
  const inputs = table.columns.find(({ id }) => id === 'ownPrice');
  const takesPrice = useStableCallback((row: number) => inputs?.editable?.(row, editor.dataOf(row)) === true);
  const enters = session.phase.name === 'editing';
  const pznOf = (row: number) => model.columns.pzn[row] as string;

  const onCopy = useStableCallback((event: ClipboardEvent) => {
    const selected = grid.current?.selected();
    if (!selected || isTyped(event.target)) return;
    const one = selected.rows.length === 1 && selected.columns.length === 1;
    // text that the mouse has selected in a cell
    if (one && getSelection()?.isCollapsed === false) return;
    const whole = one && marked.length > 0;
    const columns = table.columns.filter(({ id }) => (whole ? isCopied(editor, id) : selected.columns.includes(id)));
    const cells = copiedCells(editor, whole ? marked : selected.rows, columns);
    if (whole) cells.unshift(columns.map(({ label, longLabel }) => ({ text: longLabel ?? label })));
    event.clipboardData.setData('text/plain', blockText(cells));
    event.clipboardData.setData('text/html', blockHtml(cells));
    event.preventDefault();
  });

  const onPaste = useStableCallback((event: ClipboardEvent) => {
    const block = readBlock(event.clipboardData.getData('text/plain'));
    const value = block.length === 1 && block[0]?.length === 1 ? (block[0][0] ?? '').trim() : undefined;
    const selected = grid.current?.selected();
    if (!enters || !selected || block.length === 0 || (value !== undefined && isTyped(event.target))) return;
    event.preventDefault();
    const [first] = selected.rows;
    const inPrices = selected.columns.includes('ownPrice');
    if (value !== undefined && selected.rows.length === 1 && first !== undefined) {
      if (!inPrices || !takesPrice(first)) return setLeft({ entered: session.entered, rows: [first] });
      const { enterPrice, enterInvalid } = editor.actions;
      const read = readTypedPrice(value);
      if (read.kind === 'price') return enterPrice(first, read.cents, read.rounded ? { rounded: value } : {});
      if (read.kind === 'empty') return undefined;
      return enterInvalid(first, { text: value, reason: read.kind === 'question' ? 'question' : read.reason });
    }
    // one value is for the whole range
    const cells = value === undefined ? block : selected.rows.map(() => [value]);
    const from = Array.prototype.indexOf.call(view.rows, first);
    const rows = value === undefined ? Array.from(view.rows).slice(from) : selected.rows;
    setPasting({ block: cells, own: inputs?.longLabel ?? inputs?.label, from: inPrices ? rows : [] });
    return undefined;
  });

  const fill = useStableCallback(() => {
    const selected = grid.current?.selected();
    const [first] = selected?.rows ?? [];
    if (!enters || !selected || first === undefined || session.issues.has(pznOf(first))) return;
    const { kind } = editor;
    const { entered, filled, skipped } = fillDown({ kind, model, entered: session.entered, takesPrice }, selected);
    if (filled.length > 0) dispatch({ type: 'filled', cause: { by: 'fill' }, entered, pzns: filled.map(pznOf) });
    setLeft({ entered: filled.length > 0 ? entered : session.entered, rows: skipped });
  });

  const onKeyDown = useStableCallback((event: KeyboardEvent) => {
    if (!enters || !(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'd') return;
    event.preventDefault();
    fill();
  });

  const onMouseDownCapture = useFillHandle(grid, fill);

  return {
    handlers: { onCopy, onPaste, onKeyDown, onMouseDownCapture },
    takesPrice,
    pasting,
    close: () => setPasting(null),
    apply: (entered: Edits, rows: readonly number[]) => {
      dispatch({ type: 'filled', cause: { by: 'paste' }, entered, pzns: rows.map(pznOf) });
      setPasting(null);
    },
    skipped: left?.entered === session.entered ? left.rows : [],
  };
}
export type Clipboard = ReturnType<typeof useClipboard<KindTypes>>;

function isTyped(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === 'text';
}
