import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cellsOf, type GridSize, moveCell, nextCell, type Cell, rectangleOf } from '../../src/ui/grid/cells.ts';
import { createGridSelection } from '../../src/ui/grid/grid-selection.ts';

const SIZE: GridSize = { rows: 20_000, columns: 12, page: 18 };
const anySize = fc.record({
  rows: fc.integer({ min: 1, max: 60 }),
  columns: fc.integer({ min: 1, max: 9 }),
  page: fc.integer({ min: 1, max: 9 }),
});
const placeIn = ({ rows, columns }: GridSize) => fc.record({ position: fc.nat(rows - 1), column: fc.nat(columns - 1) });
const KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'];
const press = (from: Cell, key: string, ctrlKey = false, size = SIZE) =>
  moveCell(from, { key, ctrlKey, metaKey: false }, size);
const sizeAndPlaces = anySize.chain((size) => fc.tuple(fc.constant(size), placeIn(size), placeIn(size)));

describe('where a key leads from a cell (rule 3.18)', () => {
  test.each([
    ['ArrowUp', false, 99, 5],
    ['ArrowDown', false, 101, 5],
    ['ArrowLeft', false, 100, 4],
    ['ArrowRight', false, 100, 6],
    ['Home', false, 100, 0],
    ['End', false, 100, 11],
    ['PageUp', false, 82, 5],
    ['PageDown', false, 118, 5],
    ['Home', true, 0, 0],
    ['End', true, 19_999, 11],
    ['ArrowUp', true, 0, 5],
    ['ArrowDown', true, 19_999, 5],
    ['ArrowLeft', true, 100, 0],
    ['ArrowRight', true, 100, 11],
  ])('%s, Ctrl %s', (key, ctrl, position, column) => {
    expect(press({ position: 100, column: 5 }, key, ctrl)).toEqual({ position, column });
  });

  test('letters and the page keys of the browser move nothing', () => {
    for (const key of ['a', 'Enter', 'Tab', ' ']) expect(press({ position: 1, column: 1 }, key)).toBeUndefined();
    expect(press({ position: 1, column: 1 }, 'PageDown', true)).toBeUndefined();
  });

  test('no key leaves the grid, and what goes one way comes back unless an edge was met', () => {
    fc.assert(
      fc.property(sizeAndPlaces, fc.constantFrom(...KEYS), fc.boolean(), ([size, from], key, ctrl) => {
        const to = press(from, key, ctrl, size);
        if (!to) return ctrl && key.startsWith('Page');
        return to.position >= 0 && to.position < size.rows && to.column >= 0 && to.column < size.columns;
      }),
    );
    fc.assert(
      fc.property(sizeAndPlaces, ([size, from]) => {
        const right = press(from, 'ArrowRight', false, size) as Cell;
        if (right.column === from.column) return from.column === size.columns - 1;
        expect(press(right, 'ArrowLeft', false, size)).toEqual(from);
        return true;
      }),
    );
  });
});

describe('a range of cells (rule 3.19)', () => {
  test('is the same from whichever corner it is drawn', () => {
    fc.assert(
      fc.property(sizeAndPlaces, ([, anchor, focus]) => {
        const cells = cellsOf({ anchor, focus });
        const { top, bottom, left, right } = rectangleOf({ anchor, focus });
        expect(cells).toHaveLength((bottom - top + 1) * (right - left + 1));
        expect(cells).toContainEqual(anchor);
        expect(cells).toContainEqual(focus);
        expect(cellsOf({ anchor: focus, focus: anchor })).toEqual(cells);
      }),
    );
  });

  test('selects in each row just its cells, and nothing while it is one cell', () => {
    fc.assert(
      fc.property(sizeAndPlaces, ([size, anchor, focus]) => {
        const selection = createGridSelection();
        selection.moveTo(anchor);
        selection.moveTo(focus, true);
        expect(selection.active()).toEqual(focus);
        const selected: Cell[] = [];
        for (let position = 0; position < size.rows; position++) {
          const { from, until } = selection.selectedIn(position) ?? { from: 0, until: -1 };
          for (let column = from; column <= until; column++) selected.push({ position, column });
        }
        const cells = cellsOf({ anchor, focus });
        expect(selected).toEqual(cells.length > 1 ? cells : []);
        selection.moveTo(focus);
        expect(selection.selectedIn(focus.position)).toBeUndefined();
      }),
    );
  });
});

describe('the next cell that takes input (rule 3.18)', () => {
  test('is the first one in reading order, and back leads to where one came from', () => {
    const scene = sizeAndPlaces.chain(([size, from]) =>
      fc.tuple(
        fc.constant(size),
        fc.constant(from),
        fc.uniqueArray(placeIn(size), { selector: (each) => `${each.position} ${each.column}` }),
      ),
    );
    fc.assert(
      fc.property(scene, ([size, from, editable]) => {
        const order = ({ position, column }: Cell) => position * size.columns + column;
        const isEditable = (cell: Cell) => [from, ...editable].some((each) => order(each) === order(cell));
        const following = editable.filter((each) => order(each) > order(from)).toSorted((a, b) => order(a) - order(b));
        const next = nextCell(from, 1, size, isEditable);
        expect(next).toEqual(following[0]);
        if (next) expect(nextCell(next, -1, size, isEditable)).toEqual(from);
      }),
    );
  });
});
