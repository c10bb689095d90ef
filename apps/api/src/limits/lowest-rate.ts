import { REASON } from '@portal/contracts';
import type { Request } from 'express';
import { PortalError } from '../http/errors.ts';
import { TEXT } from '../texts/de.ts';

/** The least that a body has to bring within each window: 8 KB/s, half of what the slowest lines send. */
export const LOWEST_RATE = { windowMs: 10_000, bytes: 80 * 1024 } as const;
export type LowestRate = { readonly [Name in keyof typeof LOWEST_RATE]: number };

/**
 * Receives a body and ends it with 408 when it comes too slowly, so that half-sent bodies hold memory, disk and slots for twice the window at
 * most (rule 13.4).
 * @param receive rejects when the request emits an error
 */
export async function withLowestRate<Body>(
  request: Request,
  { windowMs, bytes }: LowestRate,
  receive: () => Promise<Body>,
): Promise<Body> {
  let received = request.socket.bytesRead;
  request.on('error', () => undefined);
  const check = () => {
    const now = request.socket.bytesRead;
    // What has arrived and waits to be read is not the sender's delay.
    const isLate = now - received < bytes && request.readableLength === 0 && !request.complete;
    received = now;
    if (isLate && isReceiving) failRequest(request, tooSlow());
  };
  let isReceiving = true;
  // After the next reads: the main loop may have been busy for the whole window.
  const timer = setInterval(() => setImmediate(check), windowMs);
  try {
    return await receive();
  } finally {
    isReceiving = false;
    clearInterval(timer);
  }
}

/** Ends the reading of a request; multer treats it as a broken connection. */
export function failRequest(request: Request, error: PortalError): void {
  request.emit('error', error);
  // After clearing up, multer waits for the rest of the form unless that fails too.
  setImmediate(() => request.emit('error', error));
}

function tooSlow(): PortalError {
  const error = new PortalError(408, REASON.invalid, TEXT.tooSlow);
  error.headers = { Connection: 'close' };
  return error;
}
