import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react';
import type { ListImperativeAPI } from 'react-window';

type Options = {
  rowCount: number;
  rowHeight: number;
  scroller: HTMLElement | null;
  listRef: RefObject<ListImperativeAPI | null>;
  /** True for a position whose inputs are locked; moving from input to input passes over it. */
  isLocked: ((position: number) => boolean) | undefined;
  onOpen: ((position: number) => void) | undefined;
  onToggle: ((position: number) => void) | undefined;
};

/** Where the focus shall be once the rows in question are rendered. */
type Target = { position: number; column: string | undefined };

/**
 * Keyboard of the grid (rule 14.32): arrows, page keys, Home and End move the focus between rows; Enter goes to the input of a
 * row that takes one and opens any other, Alt and Enter open from everywhere, the space bar marks; up and down in an input go
 * to the same column of the next row. The row that has or last had the focus is the one that the Tab key enters; Escape leaves
 * the grid for what follows it.
 */
export function useRowFocus({ rowCount, rowHeight, scroller, listRef, isLocked, onOpen, onToggle }: Options) {
  const [wanted, setActive] = useState(0);
  const active = Math.min(wanted, Math.max(0, rowCount - 1));
  const target = useRef<Target | null>(null);

  /** Focuses the target if it is rendered by now. */
  const settle = useCallback(() => {
    const { current } = target;
    if (!current || !scroller) return;
    const row = scroller.querySelector<HTMLElement>(`[data-position="${current.position}"]`);
    const element = current.column === undefined ? row : inputOf(row, current.column);
    if (!element) return;
    target.current = null;
    element.focus({ preventScroll: true });
    if (element === row) showLed(element);
    if (element instanceof HTMLInputElement && element.type === 'text') element.select();
  }, [scroller]);

  const moveTo = useCallback(
    (position: number, column?: string) => {
      if (rowCount === 0) return;
      const within = Math.max(0, Math.min(rowCount - 1, position));
      target.current = { position: within, column };
      setActive(within);
      listRef.current?.scrollToRow({ index: within, align: 'auto', behavior: 'instant' });
      settle();
    },
    [rowCount, listRef, settle],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      const position = positionOf(event.target);
      if (event.key !== 'Enter' || !onOpen || position === undefined) return;
      event.preventDefault();
      onOpen(position);
      return;
    }
    // With an input in each of 20,000 rows the Tab key alone would never get past the grid (WCAG 2.1.2).
    if (event.key === 'Escape' && scroller) {
      event.preventDefault();
      firstFocusableAfter(scroller)?.focus();
      return;
    }
    const element = event.target as HTMLElement;
    const row = element.closest<HTMLElement>('[data-position]');
    if (!row) return;
    const position = Number(row.dataset.position);
    if (element !== row) {
      const column =
        element instanceof HTMLInputElement && element.closest<HTMLElement>('[data-column]')?.dataset.column;
      const step = verticalStep(event.key, element);
      if (!column || step === 0) return;
      event.preventDefault();
      let next = position + step;
      while (next >= 0 && next < rowCount && isLocked?.(next)) next += step;
      if (next >= 0 && next < rowCount) moveTo(next, column);
      return;
    }
    const page = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowHeight) - 2);
    const next = rowMove(event.key, position, page, rowCount);
    if (next !== undefined) moveTo(next);
    else if (event.key === 'Enter') enter(row, position);
    else if (event.key === ' ' && onToggle) onToggle(position);
    else return;
    event.preventDefault();
  };

  /** A row with an input that is ready to take something in is edited, any other one opened. */
  const enter = (row: HTMLElement, position: number) => {
    const input = [...row.querySelectorAll<HTMLInputElement>('input:not(:disabled)')].find(
      ({ type }) => type === 'text',
    );
    if (!input) return onOpen?.(position);
    input.focus();
    input.select();
  };

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const position = positionOf(event.target);
    if (position !== undefined) setActive(position);
  };

  return { active, setActive, settle, moveTo, onKeyDown, onFocus };
}

function positionOf(target: EventTarget): number | undefined {
  const row = (target as HTMLElement).closest<HTMLElement>('[data-position]');
  return row ? Number(row.dataset.position) : undefined;
}

/** Browsers show the focus that a script moves only where a key was pressed; who is led to a row by the mouse has to see it too. */
function showLed(row: HTMLElement): void {
  row.dataset.led = '';
  row.addEventListener('blur', () => delete row.dataset.led, { once: true });
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex="0"]';

function firstFocusableAfter(element: HTMLElement): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].find(
    (candidate) =>
      !element.contains(candidate) &&
      (element.compareDocumentPosition(candidate) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
      candidate.offsetParent !== null,
  );
}

/** The input of a column; null when it is locked or not rendered. */
function inputOf(row: HTMLElement | null, column: string): HTMLElement | null {
  const cell = Array.from(row?.children ?? []).find((each) => (each as HTMLElement).dataset.column === column);
  return cell?.querySelector<HTMLElement>('input:not(:disabled)') ?? null;
}

/** Enter in a text input goes down like the arrow; in a checkbox it would tick. */
function verticalStep(key: string, element: HTMLElement): -1 | 0 | 1 {
  if (key === 'ArrowDown') return 1;
  if (key === 'ArrowUp') return -1;
  return key === 'Enter' && element instanceof HTMLInputElement && element.type === 'text' ? 1 : 0;
}

function rowMove(key: string, position: number, page: number, rowCount: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return position + 1;
    case 'ArrowUp':
      return position - 1;
    case 'PageDown':
      return position + page;
    case 'PageUp':
      return position - page;
    case 'Home':
      return 0;
    case 'End':
      return rowCount - 1;
    default:
      return undefined;
  }
}
