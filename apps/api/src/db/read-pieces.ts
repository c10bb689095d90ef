import type pg from 'pg';
import { type ByteParts, cutParts, lengthOf, linesOf } from './byte-parts.ts';
import { readJsonParts } from './read-json.ts';

/** Some 100 KB, so that a slow line shows rows early. */
const FIRST_ROWS = 500;
/** Saves of a list queue up, so this many in a row do not happen. */
const MAX_ATTEMPTS = 20;

export type Part = {
  /** With the version that all parts must share. */
  readonly head: string;
  /** The same of a piece of `rows`. */
  readonly columns: string;
  /** In an order that every part keeps. */
  readonly rows: string;
};

/**
 * Head, count and chunks as one JSON; parts are read in parallel and again until their versions agree. Rule 2.28.
 * @param pieceRows of each chunk but the first
 */
export async function readPieces(
  pool: pg.Pool,
  parts: readonly [Part, Part],
  pieceRows: number = FIRST_ROWS,
): Promise<ByteParts> {
  for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const [left, right] = await Promise.all(
      parts.map(async (part) => linesOf(await readJsonParts(pool, sqlOf(part, pieceRows)))),
    );
    const [head, other] = [left?.[0], right?.[0]].map((line) => Buffer.concat(line ?? []));
    if (head && other && left && right && head.equals(other)) return joinParts(head, left.slice(1), right.slice(1));
  }
  throw new Error('the list changed at every attempt to read it');
}

/** Always at least one chunk. */
function sqlOf({ head, columns, rows }: Part, pieceRows: number): string {
  return `
    SELECT concat(json_build_object(${head}, 'count', coalesce(sum(n), 0)), E'\\n', coalesce(
             string_agg(json, E'\\n' ORDER BY piece),
             (SELECT json_build_object(${columns})::text FROM (${rows} LIMIT 0) none)))
      FROM (SELECT piece, count(*) AS n, json_build_object(${columns})::text AS json
              FROM (SELECT *, (row_number() OVER () + ${pieceRows - FIRST_ROWS - 1}) / ${pieceRows} AS piece FROM (${rows}) listed) numbered
             GROUP BY piece) pieces`;
}

function joinParts(head: Buffer, left: readonly ByteParts[], right: readonly ByteParts[]): Buffer[] {
  const pieces = left.flatMap((piece, at) => [
    ...cutParts(piece, 0, lengthOf(piece) - 1),
    COMMA,
    ...cutParts(right[at] ?? [], 1),
    at === left.length - 1 ? END : NEXT,
  ]);
  return [head.subarray(0, -1), PIECES, ...pieces];
}
const COMMA = Buffer.from(',');
const PIECES = Buffer.from(',"pieces":[\n');
const NEXT = Buffer.from(',\n');
const END = Buffer.from('\n]}');
