import { expect } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { user } from './user.ts';

// jsdom lays nothing out; twelve rows fit into the grid.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 432 });

/** PZNs of the rows shown, in order. */
export function shownPzns(): string[] {
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => /\d{8}/.exec(pznText(row))?.[0] ?? '');
}

/** Of rows to review it stands below the name. */
const pznText = (row: HTMLElement) =>
  row.querySelector('[data-column="pzn"]')?.textContent ?? row.querySelector('[data-column="name"]')?.textContent ?? '';

export function rowOf(pzn: string) {
  const row = screen.getAllByRole('row').find((each) => pznText(each).includes(pzn));
  if (!row) throw new Error(`no row of ${pzn}`);
  return row;
}

/** The cell of a row that has the focus. */
export function focusedCell(pzn: string): HTMLElement {
  const focused = document.activeElement;
  if (focused?.role !== 'gridcell' || focused.parentElement !== rowOf(pzn))
    throw new Error(`the focus is not on ${pzn}`);
  return focused as HTMLElement;
}

/** Gives the focus to a cell of a row, by default to its first. */
export function focusRow(pzn: string, column?: string): void {
  const cells = [...rowOf(pzn).children] as HTMLElement[];
  act(() => cells.find((each) => column === undefined || each.dataset.column === column)?.focus());
}

/** Text of a cell. */
export const cell = (pzn: string, column: string) =>
  rowOf(pzn).querySelector(`[data-column="${column}"]`)?.textContent ?? undefined;

/** Waits until it is known which rows deserve a look; what acts on them is there before, and does nothing yet. */
export const judged = () => screen.findByText(/^(Zu prüfen [\d.]+|[\d.]+ zu prüfen)$/);

/** Shows all rows, or those to review. */
export async function switchTo(which: 'Alle' | 'Zu prüfen'): Promise<void> {
  await judged();
  await user.click(screen.getByRole('radio', { name: new RegExp(`^${which} [\\d.]+$`) }));
}

/** How many rows there are in all, and to review. */
export async function counts(): Promise<[all: string, toReview: string]> {
  await judged();
  const [all = '', toReview = ''] = within(screen.getByRole('radiogroup', { name: 'Welche Artikel' }))
    .getAllByRole<HTMLInputElement>('radio')
    .map(({ labels }) => labels?.[0]?.textContent ?? '');
  return [all, toReview];
}

/** The panel that narrows a list, which stays open. */
export async function openFilters(): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Filter hinzufügen' }));
}

export async function showExclusions(): Promise<void> {
  await openFilters();
  await user.click(await screen.findByRole('switch', { name: 'Ausschlussartikel ausblenden' }));
  await user.keyboard('{Escape}');
}

/** How far the review is, in words. */
export const progress = () => screen.findByText(/^[\d.]+ geprüft$/);

export const headings = () => screen.getAllByRole('columnheader').map((each) => each.dataset.column);

/** The grid of a list once its rows are in it, which come a moment after its headings (ADR 82). */
export function findGrid(): Promise<HTMLElement> {
  return waitFor(() => {
    const grid = screen.getByRole('grid');
    expect(grid.querySelectorAll('[role=rowgroup]')).toHaveLength(2);
    return grid;
  });
}
