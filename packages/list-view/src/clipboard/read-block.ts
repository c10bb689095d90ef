/** Cells as a spreadsheet hands them over, row by row. */
export type Block = readonly (readonly string[])[];

/** A cell in quotes, which may hold tabs, lines and doubled quotes, up to the end of the cell. */
const QUOTED = /^"((?:[^"]|"")*)"(?=\t|\r?\n|\r|$)/;
const PLAIN = /^[^\t\r\n]*/;
const LINE_END = /^(?:\r\n|\n|\r)/;

/**
 * Takes text from the clipboard apart as Excel and LibreOffice write it: tabs between cells, a line a row, the last line ended or
 * not. Quotes count only where they enclose a whole cell; any other quote is part of the text (rule 3.28).
 * @returns no rows for an empty text
 */
export function readBlock(text: string): Block {
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = text;
  while (rest !== '' || row.length > 0) {
    const quoted = QUOTED.exec(rest);
    const [taken] = quoted ?? PLAIN.exec(rest) ?? [''];
    row.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : taken);
    rest = rest.slice(taken.length);
    if (rest.startsWith('\t')) {
      rest = rest.slice(1);
      continue;
    }
    rows.push(row);
    row = [];
    rest = rest.replace(LINE_END, '');
  }
  return rows;
}
