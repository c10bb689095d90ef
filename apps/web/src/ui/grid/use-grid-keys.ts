import type { KeyboardEvent } from 'react';
import { type GridSize, moveCell, nextCell, type Cell } from './cells.ts';
import type { GridSelection } from './grid-selection.ts';
import { cellAt, type CellFocus, inputOf, isText, cellOf } from './use-cell-focus.ts';

type Options = {
  selection: GridSelection;
  focus: CellFocus;
  scroller: HTMLElement | null;
  size: () => GridSize;
  /** Whether a cell takes input at the moment, drawn or not. */
  isEditable: (cell: Cell) => boolean;
  /** Columns that are typed into. */
  typedColumns: readonly number[];
  /** Opens the menu of a column. */
  onMenu: ((column: number) => void) | undefined;
  onOpen: ((position: number) => void) | undefined;
  onToggle: ((position: number) => void) | undefined;
};

/** Rules 3.18 and 3.19. An untouched input is left like a cell. Rule 14.32. */
export function useGridKeys(options: Options): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const element = event.target as HTMLElement;
    if (event.defaultPrevented) return;
    const done = element.closest('[role="columnheader"]')
      ? headerKey(event, element, options)
      : cellKey(event, element, options);
    if (done) event.preventDefault();
  };
}

/** @returns whether the key has done something */
function cellKey(event: KeyboardEvent, element: HTMLElement, options: Options): boolean {
  const { selection, focus, scroller, size, onOpen } = options;
  const { key, shiftKey, altKey } = event;
  const cell = cellOf(element) ?? selection.active();
  const { rows } = size();
  if (rows === 0) return key === 'ArrowUp' && toHeader(scroller, 0);
  if (altKey) {
    if (key === 'Enter') onOpen?.(cell.position);
    return key === 'Enter' && onOpen !== undefined;
  }
  const inside = element.closest('[role="gridcell"]') !== element && cellOf(element) !== undefined;
  if (key === 'Escape') return leave(inside, cell, options);
  if (inside) return insideKey(event, element, cell, options);
  if (isSelectAll(event)) return selectAll(cell, options);
  const to = moveCell(cell, event, size());
  if (to) {
    if (key === 'ArrowUp' && cell.position === 0 && !shiftKey) return toHeader(scroller, cell.column);
    focus.moveTo(to, { extend: shiftKey }, true);
    return true;
  }
  return !event.ctrlKey && !event.metaKey && pressedOn(key, cell, options);
}

/** Keys on a cell that do something with it. */
function pressedOn(key: string, cell: Cell, options: Options): boolean {
  const { focus, scroller, isEditable, typedColumns, onOpen, onToggle } = options;
  const edit = (column: number) => focus.moveTo({ ...cell, column }, { input: true }, true);
  const isTyped = typedColumns.includes(cell.column) && isEditable(cell);
  const typed = isTyped ? cell.column : typedColumns.find((column) => isEditable({ ...cell, column }));
  switch (key) {
    case 'Enter':
      if (typed !== undefined) edit(typed);
      else onOpen?.(cell.position);
      return true;
    case 'F2':
      if (!isTyped) return false;
      edit(cell.column);
      type(scroller, cell, options);
      return true;
    case ' ':
      if (isEditable(cell) && !isTyped) inputOf(cellAt(scroller, cell))?.click();
      else onToggle?.(cell.position);
      return true;
    default:
      if (isTyped && (key.length === 1 || key === 'Backspace' || key === 'Delete')) {
        edit(cell.column);
        focus.startTyping();
      }
      // the key itself goes to the input that has the focus now
      return false;
  }
}

/** Puts the cursor behind what the input holds. */
function type(scroller: HTMLElement | null, cell: Cell, { focus }: Options): void {
  const input = inputOf(cellAt(scroller, cell));
  input?.setSelectionRange(input.value.length, input.value.length);
  focus.startTyping();
}

/** Keys in the input of a cell, or on something else in it. */
function insideKey(event: KeyboardEvent, element: HTMLElement, cell: Cell, options: Options): boolean {
  const { focus, scroller, size, isEditable } = options;
  const { key, shiftKey } = event;
  const direction = shiftKey ? -1 : 1;
  if (key === 'Tab') {
    const more = moreInside(element, direction);
    if (more) {
      more.focus();
      return true;
    }
    const next = nextCell(cell, direction, size(), isEditable);
    if (next) focus.moveTo(next, { input: true }, true);
    return next !== undefined;
  }
  const isFresh = focus.isFresh(element);
  // Before anything is typed the input is a cell; then its text is meant.
  if (isSelectAll(event) && (isFresh || !isText(element))) return selectAll(cell, options);
  if (isText(element)) {
    if (key === 'F2') {
      type(scroller, cell, options);
      return true;
    }
    if (key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      const next = vertical(cell, direction, options);
      focus.moveTo(next ?? cell, { input: next !== undefined }, true);
      return true;
    }
    // what is being typed stays where it is
    if (!isFresh && (key === 'PageUp' || key === 'PageDown')) return true;
    if (!isFresh && (shiftKey || (key !== 'ArrowUp' && key !== 'ArrowDown'))) return false;
  }
  const to = moveCell(cell, event, size());
  if (!to) return false;
  const rows = to.position - cell.position;
  const upright = to.column === cell.column && rows !== 0 && !shiftKey && element instanceof HTMLInputElement;
  if (!upright) focus.moveTo(to, { extend: shiftKey }, true);
  const next = upright && vertical(cell, rows, options);
  if (next) focus.moveTo(next, { input: true }, true);
  return true;
}

function isSelectAll({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'a';
}

/** Copying the active cell copies all. */
function selectAll(cell: Cell, { selection, focus, size }: Options): boolean {
  focus.moveTo(cell, {}, true);
  const { rows, columns } = size();
  selection.selectAll(rows, columns);
  return true;
}

function vertical({ position, column }: Cell, rows: number, { size, isEditable }: Options): Cell | undefined {
  const direction = Math.sign(rows);
  const last = direction > 0 ? size().rows : -1;
  for (let at = position + rows; (last - at) * direction > 0; at += direction) {
    if (isEditable({ position: at, column })) return { position: at, column };
  }
  for (let at = position + rows - direction; at !== position; at -= direction) {
    if (isEditable({ position: at, column })) return { position: at, column };
  }
  return undefined;
}

function leave(inside: boolean, cell: Cell, { selection, focus, scroller }: Options): boolean {
  const { anchor, focus: end } = selection.range();
  if (inside) focus.moveTo(cell, {}, true);
  else if (anchor.position !== end.position || anchor.column !== end.column) selection.moveTo(cell);
  else if (scroller) firstFocusableAfter(scroller)?.focus();
  return true;
}

const HEADER = '[role="columnheader"] :is(button:not([data-menu]), input):not(:disabled)';

/** Keys in the headings, which take the focus from the first row on. */
function headerKey({ key, altKey }: KeyboardEvent, element: HTMLElement, options: Options): boolean {
  const { focus, scroller, size, onMenu } = options;
  const all = [...(scroller?.querySelectorAll<HTMLElement>(HEADER) ?? [])];
  const at = all.indexOf(element);
  const column = Number(element.closest('[role="columnheader"]')?.getAttribute('aria-colindex')) - 1;
  if (altKey) {
    if (key === 'ArrowDown') onMenu?.(column);
    return key === 'ArrowDown' && onMenu !== undefined;
  }
  if (key === 'ArrowDown' && size().rows > 0) focus.moveTo({ position: 0, column }, {}, true);
  else if (key === 'ArrowLeft') all[at - 1]?.focus();
  else if (key === 'ArrowRight') all[at + 1]?.focus();
  else if (key === 'Home') all[0]?.focus();
  else if (key === 'End') all.at(-1)?.focus();
  else return false;
  return true;
}

function toHeader(scroller: HTMLElement | null, column: number): boolean {
  const all = [...(scroller?.querySelectorAll<HTMLElement>(HEADER) ?? [])];
  const columnOf = (each: HTMLElement) => Number(each.closest('[aria-colindex]')?.getAttribute('aria-colindex')) - 1;
  const heading =
    all.find((each) => columnOf(each) === column) ?? all.findLast((each) => columnOf(each) < column) ?? all[0];
  heading?.focus();
  return heading !== undefined;
}

/** Answers to a question about the cell's price. */
function moreInside(element: HTMLElement, direction: 1 | -1): HTMLElement | undefined {
  const cell = element.closest('[role="gridcell"]');
  const stops = [...(cell?.querySelectorAll<HTMLElement>('input, [role="note"] button') ?? [])];
  const next = stops[stops.indexOf(element) + direction];
  return stops.includes(element) && next?.checkVisibility?.() !== false ? next : undefined;
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
