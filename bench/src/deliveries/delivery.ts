import type { UpdateKind } from '@portal/rules';

/** A package file as a table of texts: what faults are planted in. */
export type Table = { readonly kind: UpdateKind; headings: string[]; rows: string[][] };

export function textOf({ headings, rows }: Table): string {
  return `${[headings, ...rows].map((cells) => cells.map(quoted).join(';')).join('\r\n')}\r\n`;
}

const quoted = (cell: string) => (/[;"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export function euros(cents: number | null): string {
  return cents === null ? '' : `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
}

export function centsOf(cell: string): number {
  return Math.round(Number(cell.replace(',', '.')) * 100);
}

/** Changes the filled cells of columns. */
export function mapCells(table: Table, names: readonly string[], change: (cell: string, row: number) => string): void {
  for (const name of names) {
    const at = table.headings.indexOf(name);
    if (at === -1) continue;
    for (const [row, cells] of table.rows.entries()) {
      const cell = cells[at] as string;
      if (cell !== '') cells[at] = change(cell, row);
    }
  }
}

export function multiply(table: Table, names: readonly string[], factor: number | ((row: number) => number)): void {
  const factorAt = typeof factor === 'number' ? () => factor : factor;
  mapCells(table, names, (cell, row) => euros(Math.max(1, Math.round(centsOf(cell) * factorAt(row)))));
}

/** Column `names[0]` gets what `names[1]` held, and so on round. */
export function rotate(table: Table, names: readonly string[]): void {
  const columns = names.map((name) => table.headings.indexOf(name));
  for (const cells of table.rows) {
    const values = columns.map((at) => cells[at] as string);
    for (const [index, at] of columns.entries()) cells[at] = values[(index + 1) % values.length] as string;
  }
}
