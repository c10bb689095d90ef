import '../support/browser.ts';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { DataGrid } from '../../src/ui/grid/DataGrid.tsx';
import type { GridColumn } from '../../src/ui/grid/grid-column.ts';

let room = 0;
beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room);
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const column = (id: string, width: number, more: Partial<GridColumn<object>> = {}): GridColumn<object> => ({
  id,
  width,
  label: id,
  cell: () => null,
  ...more,
});
const NAME = column('name', 200, { grows: true, maxWidth: 220, pinned: 'left' });
const FIGURES = [column('avp', 80), column('diffAvp', 76), column('aep', 80)];
const PRICE = column('price', 100, { pinned: 'right' });

/** Width and most of the article, in pixels. */
function article(width: number, columns: readonly GridColumn<object>[]) {
  room = width;
  render(<DataGrid label="Preise" columns={columns} rows={[0]} dataOf={() => ({})} printHint="" />);
  const { style } = screen.getByRole('columnheader', { name: 'name' });
  return [style.width, style.maxWidth];
}

// Rule 14.50.
test.each([
  ['takes what is left where a figure would be cut by the pinned price', 499, [NAME, ...FIGURES, PRICE], 243, 243],
  ['stays where all are whole', 456, [NAME, ...FIGURES.slice(0, 2), PRICE], 200, 220],
  ['stays where it would leave no room for a figure', 379, [NAME, ...FIGURES, PRICE], 200, 220],
  ['stays where nothing is pinned to the right', 399, [NAME, ...FIGURES, { ...PRICE, pinned: undefined }], 200, 220],
])('the article %s', (_, width, columns, wide, most) => {
  expect(article(width, columns)).toEqual([`${wide}px`, `${most}px`]);
});
