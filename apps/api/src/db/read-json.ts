import { once } from 'node:events';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type ByteParts, cutParts } from './byte-parts.ts';

/** Signature, flags, extension length, field count. */
const HEADER_BYTES = 19 + 2;
const LENGTH_BYTES = 4;

/**
 * As the bytes that PostgreSQL sent: a string in between is most of a list's CPU time.
 * @param sql one row, one text, no parameters (COPY takes none)
 */
export async function readJsonParts(pool: pg.Pool, sql: string): Promise<ByteParts> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  try {
    // The stream ends before the connection is free for the next query.
    const drained = once(connection, 'drain');
    const stream = connection.query(copyTo(`COPY (${sql}) TO STDOUT (FORMAT binary)`));
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    await Promise.all([once(stream, 'end'), drained]);
    return fieldOf(chunks);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    connection.release(broken);
  }
}

function fieldOf(chunks: ByteParts): Buffer[] {
  const from = HEADER_BYTES + LENGTH_BYTES;
  const length = Buffer.concat(cutParts(chunks, HEADER_BYTES, from)).readInt32BE();
  return cutParts(chunks, from, from + length);
}

/** The same in one piece. */
export async function readJsonBytes(pool: pg.Pool, sql: string): Promise<Buffer> {
  return Buffer.concat(await readJsonParts(pool, sql));
}
