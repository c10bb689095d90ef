import { describe, expect, test } from '@jest/globals';
import { emptyOf, fitColumns, nameWidths } from '../../src/editing/columns/fit-columns.ts';
import { AS_SPECIFIED } from '../../src/editing/columns/table-layout.ts';
import type { Column } from '../../src/editing/kind/column.ts';
import { canvasWidth, cellStyles } from '../../src/ui/grid/grid-column.ts';

const column = (id: string, width: number): Column => ({ id, width, label: id, cell: () => null });
const COLUMNS = [column('name', 230), column('content', 80), column('normSize', 70), column('avp', 80)];
const SHOWN = new Set(['name', 'content', 'normSize', 'avp']);
const fit = (pixels: number, article = 0, layout = AS_SPECIFIED) => {
  const { shown, overflows } = fitColumns(COLUMNS, SHOWN, [['content'], ['normSize']], { pixels, article, layout });
  return [...shown, overflows];
};

describe('columns make way (rule 14.50)', () => {
  test('only where there is no room for them, in their order', () => {
    expect(fit(460)).toEqual(['name', 'content', 'normSize', 'avp', false]);
    expect(fit(459)).toEqual(['name', 'normSize', 'avp', false]);
    expect(fit(379)).toEqual(['name', 'avp', false]);
    expect(fit(300)).toEqual(['name', 'avp', true]);
  });

  test('together where one says nothing without the other', () => {
    const { shown } = fitColumns(COLUMNS, SHOWN, [['content', 'normSize']], {
      pixels: 459,
      article: 0,
      layout: AS_SPECIFIED,
    });
    expect([...shown]).toEqual(['name', 'avp']);
  });

  test('before a name is cut', () => {
    expect(fit(460, 300)).toEqual(['name', 'normSize', 'avp', false]);
  });

  test('but not those that the person has chosen', () => {
    const layout = { ...AS_SPECIFIED, shown: { content: true } };
    expect(fit(400, 0, layout)).toEqual(['name', 'content', 'avp', false]);
    expect(fit(460, 300, { ...AS_SPECIFIED, widths: { name: 230 } })).toEqual([
      'name',
      'content',
      'normSize',
      'avp',
      false,
    ]);
  });

  test('those without a value in any row are known, with their differences', () => {
    const columns = [column('avp', 80), column('ravpRegio', 80), column('diffRavpRegio', 76), column('brand', 130)];
    const values = { avp: [null, 500], ravpRegio: [null, null], brand: ['', null] };
    expect(emptyOf(columns, values)).toEqual(['ravpRegio', 'diffRavpRegio', 'brand']);
    expect(emptyOf(columns, { ravpRegio: [] })).toEqual([]);
  });

  test('one long name does not count', () => {
    const names = [...Array.from({ length: 19 }, () => 'a'.repeat(20)), 'a'.repeat(40)];
    expect(nameWidths(names)).toEqual({ most: 186, many: 156, longest: 326 });
  });
});

describe('what the article leaves over', () => {
  const grown = [
    { width: 80, stretch: 48, pinned: 'left' as const },
    { width: 300, grows: true, maxWidth: 320 },
    { width: 80, stretch: 48 },
  ];

  test('goes to the other columns, but not to pinned ones, and then the rows end', () => {
    expect(cellStyles(grown).map(({ maxWidth }) => maxWidth)).toEqual([undefined, 320, 128]);
    expect(canvasWidth(grown)).toEqual({ minWidth: 460, maxWidth: 528 });
  });
});
