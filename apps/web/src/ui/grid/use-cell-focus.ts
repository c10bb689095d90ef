import { type FocusEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { ListImperativeAPI } from 'react-window';
import type { Cell } from './cells.ts';
import { type GridColumn, pinnedWidth } from './grid-column.ts';
import type { GridSelection } from './grid-selection.ts';

type Options = {
  selection: GridSelection;
  columns: readonly Pick<GridColumn<never>, 'id' | 'width' | 'grows' | 'pinned'>[];
  rowCount: number;
  scroller: HTMLElement | null;
  listRef: RefObject<ListImperativeAPI | null>;
};

export type Move = {
  readonly input?: boolean;
  /** The range is drawn to the cell. */
  readonly extend?: boolean;
};

/** Of a typed character that scrolls after it. */
const REVEAL_MS = 500;

/** An undrawn cell gets it once drawn. */
export function useCellFocus({ selection, columns, rowCount, scroller, listRef }: Options) {
  /** Where the focus shall be once its cell is drawn. */
  const target = useRef<(Cell & Move) | null>(null);
  /** Until typed or pressed. */
  const fresh = useRef<Element | null>(null);

  /** Gives the target the focus if it is drawn by now. */
  const settle = useCallback(() => {
    const { current } = target;
    const cell = current && cellAt(scroller, current);
    if (!current || !cell) return false;
    target.current = null;
    const input = current.input ? inputOf(cell) : null;
    const element = input ?? cell;
    element.focus({ preventScroll: true });
    if (element === cell) showLed(cell);
    if (isText(input)) {
      // most select their text themselves; to do so again lays out the page again
      if (input.selectionStart !== 0 || input.selectionEnd !== input.value.length) input.select();
      fresh.current = input;
    }
    return true;
  }, [scroller]);
  /** The focus is in the grid, or was until its row scrolled away. */
  const hasFocus = useRef(false);
  /** It is in the input of its cell. */
  const typing = useRef(false);
  /** A row scrolled away hands its focus to the grid. */
  const keep = useCallback(() => {
    if (settle() || !scroller) return;
    const cell = cellAt(scroller, selection.active());
    scroller.setAttribute('tabindex', cell ? '-1' : '0');
    const focused = document.activeElement;
    const elsewhere = cellOf(focused);
    const lost = focused === document.body && hasFocus.current;
    if (cell && (focused === scroller || lost)) cell.focus({ preventScroll: true });
    else if (!cell && (elsewhere || lost)) scroller.focus({ preventScroll: true });
  }, [scroller, selection, settle]);
  // A column that comes into view is drawn with its cells.
  useEffect(() => keep());
  /** Where a key has scrolled to. */
  const led = useRef<{ readonly top: number; readonly until: number } | null>(null);
  useEffect(() => {
    if (!scroller) return undefined;
    // Chromium reveals what is typed where the row stood before it was drawn.
    const onScroll = ({ isTrusted, timeStamp }: Event) => {
      const { current } = led;
      if (!isTrusted || !current || timeStamp > current.until || scroller.scrollTop === current.top) return;
      scroller.scrollTop = current.top;
    };
    const release = () => {
      led.current = null;
    };
    scroller.addEventListener('scroll', onScroll, { capture: true });
    for (const type of ['wheel', 'pointerdown', 'touchmove'])
      scroller.addEventListener(type, release, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', onScroll, { capture: true });
      for (const type of ['wheel', 'pointerdown', 'touchmove']) scroller.removeEventListener(type, release);
    };
  }, [scroller]);

  /** Focus stays at its cell, not its element. */
  const follow = useCallback(() => {
    const focused = document.activeElement;
    const cell = scroller?.contains(focused) ? cellOf(focused) : undefined;
    const { position, column } = selection.active();
    const strayed = cell && (cell.position !== position || cell.column !== column);
    const lost = focused === document.body && hasFocus.current;
    if (target.current || !(strayed || lost)) return;
    target.current = { position, column, input: typing.current };
    settle();
  }, [scroller, selection, settle]);

  /** @param now within a user event */
  const moveTo = useCallback(
    (cell: Cell, move: Move = {}, now = false) => {
      if (rowCount === 0) return;
      target.current = { ...cell, ...move };
      led.current = null;
      selection.moveTo(cell, move.extend);
      listRef.current?.scrollToRow({ index: cell.position, align: 'auto', behavior: 'instant' });
      showColumn(scroller, columns, cell.column);
      if (!settle() && now) {
        flushSync(() => scroller?.dispatchEvent(new Event('scroll')));
        settle();
        if (scroller && move.input) led.current = { top: scroller.scrollTop, until: performance.now() + REVEAL_MS };
      }
    },
    [selection, columns, rowCount, scroller, listRef, settle],
  );

  /** Leads to a row without the focus. */
  const show = useCallback(
    (position: number) => {
      led.current = null;
      selection.moveTo({ position, column: selection.active().column });
      listRef.current?.scrollToRow({ index: position, align: 'auto', behavior: 'instant' });
    },
    [selection, listRef],
  );

  const onBlur = (event: FocusEvent<HTMLElement>) => {
    hasFocus.current = event.currentTarget.contains(event.relatedTarget);
  };
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    hasFocus.current = true;
    typing.current = isText(event.target);
    const cell = cellOf(event.target);
    const { position, column } = selection.active();
    if (cell && (cell.position !== position || cell.column !== column)) selection.moveTo(cell);
  };
  const startTyping = useCallback(() => {
    fresh.current = null;
  }, []);
  return {
    moveTo,
    show,
    keep,
    follow,
    onFocus,
    onBlur,
    /** From now on the keys belong to the input that has the focus. */
    startTyping,
    isFresh: (element: EventTarget) => fresh.current === element,
  };
}

export type CellFocus = ReturnType<typeof useCellFocus>;

export function cellOf(element: EventTarget | null): Cell | undefined {
  const cell = element instanceof Element ? element.closest('[role="gridcell"]') : null;
  const row = cell?.closest<HTMLElement>('[data-position]');
  return row
    ? {
        position: Number(row.dataset.position),
        column: Number(cell?.ariaColIndex ?? cell?.getAttribute('aria-colindex')) - 1,
      }
    : undefined;
}

/** The element of a cell; undefined while it is not drawn. */
export function cellAt(scroller: HTMLElement | null, { position, column }: Cell): HTMLElement | null | undefined {
  return scroller?.querySelector<HTMLElement>(`[data-position="${position}"] > [aria-colindex="${column + 1}"]`);
}

/** The input of a cell that takes something in. */
export function inputOf(cell: Element | null | undefined): HTMLInputElement | null {
  return cell?.querySelector<HTMLInputElement>('input:not(:disabled)') ?? null;
}

export function isText(element: unknown): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === 'text';
}

/** The browser cannot: its cells may be undrawn. */
function showColumn(scroller: HTMLElement | null, columns: Options['columns'], index: number): void {
  const column = columns[index];
  if (!scroller || !column || column.pinned) return;
  const from = columns.slice(0, index).reduce((sum, { width }) => sum + width, 0);
  const least = from + column.width - scroller.clientWidth + pinnedWidth(columns, 'right');
  const most = from - pinnedWidth(columns, 'left');
  if (scroller.scrollLeft > most) scroller.scrollLeft = most;
  else if (scroller.scrollLeft < least) scroller.scrollLeft = least;
}

/** Browsers show scripted focus after a key only. */
function showLed(cell: HTMLElement): void {
  cell.dataset.led = '';
  cell.addEventListener('blur', () => delete cell.dataset.led, { once: true });
}
