import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A cell: null is SQL NULL, dates are written in UTC. */
export type Cell = string | number | boolean | Date | null;

const CHUNK_CHARACTERS = 1 << 18;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One line of PostgreSQL's COPY text format. */
export function copyLine(cells: readonly Cell[]): string {
  return `${cells.map(copyCell).join('\t')}\n`;
}

function copyCell(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'string') return cell.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  return cell instanceof Date ? cell.toISOString() : String(cell);
}

/**
 * Fills a table by COPY inside the client's transaction.
 * @returns number of rows written
 */
export async function copyRows(
  client: Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Promise<number> {
  let count = 0;
  function* chunks() {
    let chunk = '';
    for (const row of rows) {
      count += 1;
      chunk += copyLine(row);
      if (chunk.length < CHUNK_CHARACTERS) continue;
      yield chunk;
      chunk = '';
    }
    if (chunk) yield chunk;
  }
  await pipeline(Readable.from(chunks()), client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`)));
  return count;
}
