export type Block = readonly (readonly string[])[];

/** Quotes may hold tabs, lines and doubled quotes. */
const QUOTED = /^"((?:[^"]|"")*)"(?=\t|\r?\n|\r|$)/;
const PLAIN = /^[^\t\r\n]*/;
const LINE_END = /^(?:\r\n|\n|\r)/;

/** Quotes count only around a whole cell. Rule 3.28. */
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
