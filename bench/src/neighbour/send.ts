import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Load, Shot } from './shots.ts';

export const XSRF = 'x'.repeat(43);
const CHUNK = 64 * 1024;

/** A line out of a house: what is sent over it takes its time. */
export class Line {
  readonly #bytesPerMs: number;
  #freeAt = 0;

  constructor(bytesPerSecond: number) {
    this.#bytesPerMs = bytesPerSecond / 1000;
  }

  async carry(bytes: number): Promise<void> {
    const now = performance.now();
    this.#freeAt = Math.max(this.#freeAt, now) + bytes / this.#bytesPerMs;
    if (this.#freeAt - now > 2) await pause(this.#freeAt - now);
  }
}

export type Sender = {
  readonly url: string;
  readonly token: string;
  readonly address: string;
  readonly agent: http.Agent;
  readonly line: Line;
  readonly signal: AbortSignal;
};

/**
 * Sends a call and reads its answer to the end.
 * @returns its status; 0 where it broke off
 */
export function send(sender: Sender, { method, path }: Shot, load: Load, count: number): Promise<number> {
  const { url, token, address, agent, line, signal } = sender;
  const parts = load.parts(count);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const headers = {
    ...(token && { Authorization: `Bearer ${token}`, Cookie: `XSRF-TOKEN=${XSRF}`, 'X-XSRF-TOKEN': XSRF }),
    ...load.headers,
    ...(length > 0 && { 'Content-Length': length }),
  };
  return new Promise((resolve) => {
    let isAnswered = false;
    const request = http.request(url + path, { method, headers, agent, localAddress: address, signal }, (response) => {
      isAnswered = true;
      response.resume();
      response.on('close', () => resolve(0));
      response.on('error', () => resolve(0));
      // Refused before it was read: the rest stays here.
      response.on('end', () => {
        resolve(response.statusCode ?? 0);
        if (!request.writableFinished) request.destroy();
      });
    });
    request.on('error', () => resolve(0));
    request.on('close', () => isAnswered || resolve(0));
    void write(request, parts, line, () => isAnswered || request.destroyed);
  });
}

async function write(
  request: http.ClientRequest,
  parts: readonly Buffer[],
  line: Line,
  isOver: () => boolean,
): Promise<void> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += CHUNK) {
      const chunk = part.subarray(at, at + CHUNK);
      await line.carry(chunk.length);
      if (isOver()) return;
      if (!request.write(chunk)) await drained(request);
    }
  }
  if (!isOver()) request.end();
}

function drained(request: http.ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      request.off('drain', done).off('close', done);
      resolve();
    };
    request.on('drain', done).on('close', done);
  });
}
