import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type CopyCell = string | number | null;

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One line of PostgreSQL's COPY text format. */
export function copyLine(cells: readonly CopyCell[]): string {
  let line = '';
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] as CopyCell;
    if (i > 0) line += '\t';
    if (cell === null) line += '\\N';
    else if (typeof cell === 'number') line += cell;
    else line += copyText(cell);
  }
  return `${line}\n`;
}

/** A text as a cell of that format. */
export function copyText(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (char) => ESCAPES[char] as string) : text;
}
const SPECIAL = /[\\\t\n\r]/;

export async function copyInto(
  connection: pg.PoolClient,
  target: string,
  chunks: AsyncIterable<string> | Iterable<Uint8Array>,
): Promise<void> {
  await pipeline(Readable.from(chunks), connection.query(copyFrom(`COPY ${target} FROM STDIN`)));
}
