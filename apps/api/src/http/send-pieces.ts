import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { endSlowReader, LOWEST_RATE, type LowestRate } from '../limits/lowest-rate.ts';

const GONE: ReadonlySet<unknown> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);

/** Metrics, log, compression, upload, slots and pipeline have more than Node's 10. */
const MAX_LISTENERS = 20;

/** A client that disconnects is not a server error. */
export async function sendPieces(
  response: Response,
  pieces: AsyncIterable<string | Uint8Array>,
  lowestRate = LOWEST_RATE as LowestRate,
): Promise<void> {
  response.setMaxListeners(MAX_LISTENERS);
  const endWatch = endSlowReader(response, lowestRate);
  try {
    await pipeline(Readable.from(pieces), response);
  } catch (error) {
    if (!GONE.has((error as { code?: unknown }).code)) throw error;
  } finally {
    endWatch();
  }
}
