import type pg from 'pg';
import { type ByteParts, cutParts, lengthOf, linesOf } from './byte-parts.ts';
import { readJsonParts } from './read-json.ts';

/** Rows of the first piece: some 100 KB before compression, so that a browser on a slow line draws the first ones early. */
const FIRST_ROWS = 500;
/** Saves of one list queue up, and each takes longer than a read; so many in a row do not happen. */
const MAX_ATTEMPTS = 20;

/** Some columns of the rows of a list, as SQL without parameters. */
export type Part = {
  /** Names and values of `json_build_object`, the version that all parts have to be of among them. */
  readonly head: string;
  /** The same of a piece of `rows`. */
  readonly columns: string;
  /** In an order that every part keeps. */
  readonly rows: string;
};

/**
 * The rows of a list in pieces, as `PieceReader` of the contracts takes them: the bytes of one JSON object of the head, the count
 * of rows and the pieces. PostgreSQL builds it, node only puts the parts of each piece together. Parts are read side by side on a
 * connection each, and again until they are of one version and have the same number of rows (rule 2.28).
 * @param pieceRows of each piece but the first
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

/** A line of head and count, then one of each piece; one of empty columns where there is no row. */
function sqlOf({ head, columns, rows }: Part, pieceRows: number): string {
  return `
    SELECT concat(json_build_object(${head}, 'count', coalesce(sum(n), 0)), E'\\n', coalesce(
             string_agg(json, E'\\n' ORDER BY piece),
             (SELECT json_build_object(${columns})::text FROM (${rows} LIMIT 0) none)))
      FROM (SELECT piece, count(*) AS n, json_build_object(${columns})::text AS json
              FROM (SELECT *, (row_number() OVER () + ${pieceRows - FIRST_ROWS - 1}) / ${pieceRows} AS piece FROM (${rows}) listed) numbered
             GROUP BY piece) pieces`;
}

/** `{…}` and `{…}` become one object, for the head with its pieces as for each of them. */
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
