import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isUtf8 } from 'node:buffer';
import { type BodyBounds, REASON } from '@portal/contracts';
import type { Request } from 'express';
import type { BodyShare } from '../limits/body-memory.ts';
import { TEXT } from '../texts/de.ts';
import { PortalError } from './errors.ts';
import { JsonScan, type ScannedList } from './json-scan.ts';

export type ScannedBody = { readonly bytes: Buffer; readonly lists: readonly ScannedList[] };

const CHUNK = { chunkSize: 64 * 1024 };
const DECODERS: Readonly<Record<string, () => Readable & NodeJS.ReadWriteStream>> = {
  gzip: () => createGunzip(CHUNK),
  deflate: () => createInflate(CHUNK),
  br: () => createBrotliDecompress(CHUNK),
};
const FIRST_BYTES = 64 * 1024;
const DISCARD_MS = 1_000;

/**
 * Counted chunk by chunk. Rule 13.4.
 * @throws PortalError 400, 413, 415, 429, 503
 */
export async function readBody(
  request: Request,
  bounds: BodyBounds,
  share: BodyShare,
): Promise<ScannedBody | undefined> {
  if (!hasBody(request)) return undefined;
  requireJson(request);
  const collected = new Collected(bounds, share, new JsonScan(bounds));
  await receive(request, bounds, collected);
  return collected.finish();
}

/** `bodyForm: 'file'` in another form than JSON. */
export class TextFile {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** Undefined: no text file. Counted as `readBody` does. */
export async function readTextFile(
  request: Request,
  bounds: BodyBounds,
  share: BodyShare,
): Promise<TextFile | undefined> {
  if (!request.is(['text/csv', 'text/plain'])) return undefined;
  const collected = new Collected(bounds, share);
  if (hasBody(request)) await receive(request, bounds, collected);
  return new TextFile(collected.bytes());
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function receive(request: Request, bounds: BodyBounds, collected: Collected): Promise<void> {
  const declared = request.headers['content-length'];
  if (Number(declared ?? 0) > bounds.bytes) throw tooLarge(bounds);
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const decoder = encoding === 'identity' ? undefined : DECODERS[encoding];
  if (encoding !== 'identity' && !(decoder && Object.hasOwn(DECODERS, encoding))) throw unsupported();
  if (request.destroyed) throw new PortalError(400, REASON.invalid, TEXT.aborted);
  await collect(request, decoder?.(), collected);
}

function collect(
  request: Request,
  decoder: (Readable & NodeJS.ReadWriteStream) | undefined,
  body: Collected,
): Promise<void> {
  const source: Readable = decoder ?? request;
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown) => {
      source.off('data', onData).off('end', settleWell).off('error', onError);
      request.off('data', onWire).off('error', onAborted).off('close', onAborted);
      if (decoder) {
        request.unpipe(decoder);
        decoder.on('error', () => undefined);
        decoder.destroy();
      }
      if (error === undefined) resolve();
      else {
        request.on('error', () => undefined);
        request.resume();
        reject(error as Error);
      }
    };
    const onData = (chunk: Buffer) => {
      try {
        body.add(chunk);
      } catch (error) {
        settle(error);
      }
    };
    const onWire = (chunk: Buffer) => {
      body.wire += chunk.length;
    };
    const settleWell = () => settle();
    const onError = (error: Error) => {
      const refused = new PortalError(400, REASON.invalid, decoder ? TEXT.body.malformedEncoding : TEXT.aborted);
      settle(error instanceof PortalError ? error : refused);
    };
    const onAborted = (error?: Error) => {
      if (request.complete) return;
      settle(error instanceof PortalError ? error : new PortalError(400, REASON.invalid, TEXT.aborted));
    };
    request.on('data', onWire).on('error', onAborted).on('close', onAborted);
    source.on('data', onData).on('end', settleWell).on('error', onError);
    if (decoder) request.pipe(decoder);
  });
}

/** A client that still sends does not read the answer of a closing connection. */
export async function discardRest(request: Request): Promise<void> {
  if (request.complete || request.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, DISCARD_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    request.once('end', done).once('close', done).resume();
  });
}

/** In one buffer that grows. */
class Collected {
  wire = 0;
  readonly #bounds: BodyBounds;
  readonly #share: BodyShare;
  readonly #scan: JsonScan | undefined;
  #bytes = Buffer.alloc(0);
  #size = 0;

  constructor(bounds: BodyBounds, share: BodyShare, scan?: JsonScan) {
    this.#bounds = bounds;
    this.#share = share;
    this.#scan = scan;
  }

  add(chunk: Buffer): void {
    const size = this.#size + chunk.length;
    if (size > this.#bounds.bytes) throw tooLarge(this.#bounds);
    if (size > this.wire * this.#bounds.ratio) {
      throw new PortalError(413, REASON.tooLarge, TEXT.body.tooCompressed);
    }
    this.#scan?.push(chunk);
    if (size > this.#bytes.length) this.#grow(size);
    chunk.copy(this.#bytes, this.#size);
    this.#size = size;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  finish(): ScannedBody {
    const bytes = this.bytes();
    if (bytes.length === 0) return { bytes: Buffer.from('{}'), lists: [] };
    const lists = this.#scan?.end() ?? [];
    if (!isUtf8(bytes)) throw new PortalError(400, REASON.invalid, TEXT.malformedJson);
    return { bytes, lists };
  }

  #grow(size: number): void {
    const length = Math.min(Math.max(FIRST_BYTES, this.#bytes.length * 2, size), this.#bounds.bytes);
    this.#share.take(length - this.#bytes.length);
    const grown = Buffer.allocUnsafeSlow(length);
    this.#bytes.copy(grown, 0, 0, this.#size);
    this.#bytes = grown;
  }
}

function requireJson(request: Request): void {
  if (!request.is('application/json')) throw new PortalError(415, REASON.invalid, TEXT.jsonExpected);
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') throw unsupported();
}

function unsupported(): PortalError {
  return new PortalError(415, REASON.invalid, TEXT.unsupportedEncoding);
}

function tooLarge({ bytes }: BodyBounds): PortalError {
  const limit = bytes >= 2 ** 20 ? `${Math.round(bytes / 2 ** 20)} MB` : `${Math.round(bytes / 1024)} KB`;
  return new PortalError(413, REASON.tooLarge, TEXT.tooLarge(limit));
}
