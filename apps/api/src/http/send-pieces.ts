import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Whoever was to read has gone: amid the pieces, and before the first of them. */
const GONE: ReadonlySet<unknown> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);

/** Sends pieces as the reader takes them. Who closes the browser while they come, or before, is no error of the server. */
export async function sendPieces(response: Response, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), response);
  } catch (error) {
    if (!GONE.has((error as { code?: unknown }).code)) throw error;
  }
}
