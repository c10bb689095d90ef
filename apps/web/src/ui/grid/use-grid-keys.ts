import type { KeyboardEvent } from 'react';
import { type GridSize, moveCell, nextCell, type Place } from './cells.ts';
import type { GridSelection } from './grid-selection.ts';
import { cellAt, type CellFocus, inputOf, isText, placeOf } from './use-cell-focus.ts';

type Options = {
  selection: GridSelection;
  focus: CellFocus;
  scroller: HTMLElement | null;
  size: () => GridSize;
  /** Whether a cell takes input at the moment, drawn or not. */
  isEditable: (place: Place) => boolean;
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
  const place = placeOf(element) ?? selection.active();
  const { rows } = size();
  if (rows === 0) return key === 'ArrowUp' && toHeader(scroller, 0);
  if (altKey) {
    if (key === 'Enter') onOpen?.(place.position);
    return key === 'Enter' && onOpen !== undefined;
  }
  const inside = element.closest('[role="gridcell"]') !== element && placeOf(element) !== undefined;
  if (key === 'Escape') return leave(inside, place, options);
  if (inside) return insideKey(event, element, place, options);
  if (isSelectAll(event)) return selectAll(place, options);
  const to = moveCell(place, event, size());
  if (to) {
    if (key === 'ArrowUp' && place.position === 0 && !shiftKey) return toHeader(scroller, place.column);
    focus.moveTo(to, { extend: shiftKey }, true);
    return true;
  }
  return !event.ctrlKey && !event.metaKey && pressedOn(key, place, options);
}

/** Keys on a cell that do something with it. */
function pressedOn(key: string, place: Place, options: Options): boolean {
  const { focus, scroller, isEditable, typedColumns, onOpen, onToggle } = options;
  const edit = (column: number) => focus.moveTo({ ...place, column }, { input: true }, true);
  const isTyped = typedColumns.includes(place.column) && isEditable(place);
  const typed = isTyped ? place.column : typedColumns.find((column) => isEditable({ ...place, column }));
  switch (key) {
    case 'Enter':
      if (typed !== undefined) edit(typed);
      else onOpen?.(place.position);
      return true;
    case 'F2':
      if (!isTyped) return false;
      edit(place.column);
      type(scroller, place, options);
      return true;
    case ' ':
      if (isEditable(place) && !isTyped) inputOf(cellAt(scroller, place))?.click();
      else onToggle?.(place.position);
      return true;
    default:
      if (isTyped && (key.length === 1 || key === 'Backspace' || key === 'Delete')) {
        edit(place.column);
        focus.startTyping();
      }
      // the key itself goes to the input that has the focus now
      return false;
  }
}

/** Puts the cursor behind what the input holds. */
function type(scroller: HTMLElement | null, place: Place, { focus }: Options): void {
  const input = inputOf(cellAt(scroller, place));
  input?.setSelectionRange(input.value.length, input.value.length);
  focus.startTyping();
}

/** Keys in the input of a cell, or on something else in it. */
function insideKey(event: KeyboardEvent, element: HTMLElement, place: Place, options: Options): boolean {
  const { focus, scroller, size, isEditable } = options;
  const { key, shiftKey } = event;
  const step = shiftKey ? -1 : 1;
  if (key === 'Tab') {
    const more = moreInside(element, step);
    if (more) {
      more.focus();
      return true;
    }
    const next = nextCell(place, step, size(), isEditable);
    if (next) focus.moveTo(next, { input: true }, true);
    return next !== undefined;
  }
  const isFresh = focus.isFresh(element);
  // Before anything is typed the input is a cell; then its text is meant.
  if (isSelectAll(event) && (isFresh || !isText(element))) return selectAll(place, options);
  if (isText(element)) {
    if (key === 'F2') {
      type(scroller, place, options);
      return true;
    }
    if (key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      const next = vertical(place, step, options);
      focus.moveTo(next ?? place, { input: next !== undefined }, true);
      return true;
    }
    // what is being typed stays where it is
    if (!isFresh && (key === 'PageUp' || key === 'PageDown')) return true;
    if (!isFresh && (shiftKey || (key !== 'ArrowUp' && key !== 'ArrowDown'))) return false;
  }
  const to = moveCell(place, event, size());
  if (!to) return false;
  const rows = to.position - place.position;
  const upright = to.column === place.column && rows !== 0 && !shiftKey && element instanceof HTMLInputElement;
  if (!upright) focus.moveTo(to, { extend: shiftKey }, true);
  const next = upright && vertical(place, rows, options);
  if (next) focus.moveTo(next, { input: true }, true);
  return true;
}

function isSelectAll({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'a';
}

/** Copying the active cell copies all. */
function selectAll(place: Place, { selection, focus, size }: Options): boolean {
  focus.moveTo(place, {}, true);
  const { rows, columns } = size();
  selection.selectAll(rows, columns);
  return true;
}

function vertical({ position, column }: Place, rows: number, { size, isEditable }: Options): Place | undefined {
  const step = Math.sign(rows);
  const last = step > 0 ? size().rows : -1;
  for (let at = position + rows; (last - at) * step > 0; at += step) {
    if (isEditable({ position: at, column })) return { position: at, column };
  }
  for (let at = position + rows - step; at !== position; at -= step) {
    if (isEditable({ position: at, column })) return { position: at, column };
  }
  return undefined;
}

function leave(inside: boolean, place: Place, { selection, focus, scroller }: Options): boolean {
  const { anchor, focus: end } = selection.range();
  if (inside) focus.moveTo(place, {}, true);
  else if (anchor.position !== end.position || anchor.column !== end.column) selection.moveTo(place);
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
  const place = (each: HTMLElement) => Number(each.closest('[aria-colindex]')?.getAttribute('aria-colindex')) - 1;
  const heading = all.find((each) => place(each) === column) ?? all.findLast((each) => place(each) < column) ?? all[0];
  heading?.focus();
  return heading !== undefined;
}

/** Answers to a question about the cell's price. */
function moreInside(element: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const cell = element.closest('[role="gridcell"]');
  const stops = [...(cell?.querySelectorAll<HTMLElement>('input, [role="note"] button') ?? [])];
  const next = stops[stops.indexOf(element) + step];
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
