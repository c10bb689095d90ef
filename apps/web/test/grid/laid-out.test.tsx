import '../support/browser.ts';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { GridColumn } from '../../src/ui/grid/grid-column.ts';
import { DataGrid } from '../../src/ui/grid/DataGrid.tsx';

const FIRST = ResizeObserver;
/** Calls of observers that wait for a layout. */
let waiting: (() => void)[];
let asked: string[];

beforeEach(() => {
  waiting = [];
  asked = [];
  globalThis.ResizeObserver = class extends FIRST {
    override observe(target: Element) {
      waiting.push(() => super.observe(target));
    }
  };
  // What makes a browser lay out the page before it would.
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => {
    asked.push('getBoundingClientRect');
    return new DOMRect(0, 0, 800, 360);
  });
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => {
    asked.push('clientHeight');
    return 360;
  });
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  globalThis.ResizeObserver = FIRST;
});

Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 0 });

const COLUMNS: GridColumn<object>[] = [{ id: 'name', label: 'Name', width: 100, cell: (row) => `Zeile ${row}` }];
const ROWS = Array.from({ length: 500 }, (_, row) => row);
const data = {};

const grid = () => <DataGrid label="Preise" columns={COLUMNS} rows={ROWS} dataOf={() => data} printHint="" />;
const layOut = () =>
  act(() => {
    for (const tell of waiting.splice(0)) tell();
  });

test('a grid draws its rows once the browser has laid it out, and measures once it has laid out the rows (ADR 82)', () => {
  render(grid());
  expect(screen.getAllByRole('row')).toHaveLength(1);
  layOut();
  // 360 px are ten rows, and two more below them
  expect(screen.getAllByRole('row')).toHaveLength(1 + 12);
  expect(asked).not.toContain('getBoundingClientRect');
  layOut();
  expect(asked).toContain('getBoundingClientRect');
  expect(screen.getAllByRole('row')).toHaveLength(1 + 12);
});

test('a grid that takes the place of another one has rows at once, without being measured', () => {
  // 1000 px high: (1000 − 440) / 36 are 15.6 rows, and two more below them
  Object.assign(globalThis, { innerHeight: 1000 });
  const { rerender } = render(<div key="before">{grid()}</div>);
  rerender(<div key="after">{grid()}</div>);
  expect(asked).toEqual([]);
  expect(screen.getAllByRole('row')).toHaveLength(1 + 18);
});
