import { REASON } from '@portal/contracts';
import type { Request, Response } from 'express';
import { PortalError } from '../http/errors.ts';
import { TEXT } from '../texts/de.ts';

/** 8 KB/s, half of the slowest lines. */
export const LOWEST_RATE = { windowMs: 10_000, bytes: 80 * 1024 } as const;
export type LowestRate = { readonly [Name in keyof typeof LOWEST_RATE]: number };

/** 408 below it: half-sent bodies hold resources for twice the window at most. Rule 13.4. */
export async function withLowestRate<Body>(
  request: Request,
  { windowMs, bytes }: LowestRate,
  receive: () => Promise<Body>,
): Promise<Body> {
  let received = request.socket.bytesRead;
  request.on('error', () => undefined);
  const check = () => {
    const now = request.socket.bytesRead;
    // Bytes waiting to be read are not the sender's delay.
    const isLate = now - received < bytes && request.readableLength === 0 && !request.complete;
    received = now;
    if (isLate && isReceiving) failRequest(request, tooSlow());
  };
  let isReceiving = true;
  // The main loop may have been busy for the whole window.
  const timer = setInterval(() => setImmediate(check), windowMs);
  try {
    return await receive();
  } finally {
    isReceiving = false;
    clearInterval(timer);
  }
}

/** For an answer that holds its slot until it is sent. @returns ends the watch */
export function endSlowReader(response: Response, { windowMs, bytes }: LowestRate = LOWEST_RATE): () => void {
  let sent = response.socket?.bytesWritten ?? 0;
  let late = 0;
  const timer = setInterval(() => {
    const now = response.socket?.bytesWritten ?? 0;
    late = now - sent < bytes && response.writableNeedDrain ? late + 1 : 0;
    // Once, the main loop may have been busy.
    if (late > 1) response.destroy();
    sent = now;
  }, windowMs);
  return () => clearInterval(timer);
}

/** multer treats it as a broken connection. */
export function failRequest(request: Request, error: PortalError): void {
  request.emit('error', error);
  // multer waits for the rest of the form unless that fails too.
  setImmediate(() => request.emit('error', error));
}

function tooSlow(): PortalError {
  const error = new PortalError(408, REASON.invalid, TEXT.tooSlow);
  error.headers = { Connection: 'close' };
  return error;
}
