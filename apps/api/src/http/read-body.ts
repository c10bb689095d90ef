import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type BodyBounds, REASON } from '@portal/contracts';
import type { Request } from 'express';
import type { BodyShare } from '../limits/body-memory.ts';
import { TEXT } from '../texts/de.ts';
import { PortalError } from './errors.ts';
import { JsonScan, type ScannedList } from './json-scan.ts';

/** As it came. Rule 13.16. */
export type BodyBlocks = { readonly blocks: readonly Buffer[]; readonly size: number };
export type ScannedBody = BodyBlocks & { readonly lists: readonly ScannedList[] };

const CHUNK = { chunkSize: 64 * 1024 };
const DECODERS: Readonly<Record<string, () => Readable & NodeJS.ReadWriteStream>> = {
  gzip: () => createGunzip(CHUNK),
  deflate: () => createInflate(CHUNK),
  br: () => createBrotliDecompress(CHUNK),
};
/** Bytes. */
const BLOCK = { first: 64 * 1024, most: 2 ** 20 } as const;
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
export class TextFile implements BodyBlocks {
  readonly blocks: readonly Buffer[];
  readonly size: number;
  constructor({ blocks, size }: BodyBlocks) {
    this.blocks = blocks;
    this.size = size;
  }
}

export function wholeOf({ blocks }: Pick<BodyBlocks, 'blocks'>): Buffer {
  const [first] = blocks;
  return first && blocks.length === 1 ? first : Buffer.concat(blocks);
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
  return new TextFile(collected.received());
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
      // 'complete' is the socket's.
      if (request.readableEnded) return;
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

/** Never copied as a whole: 20 MB take the main loop 50 ms. */
class Collected {
  wire = 0;
  readonly #bounds: BodyBounds;
  readonly #share: BodyShare;
  readonly #scan: JsonScan | undefined;
  readonly #full: Buffer[] = [];
  #block = Buffer.alloc(0);
  #filled = 0;
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
    for (let from = 0; from < chunk.length; ) {
      if (this.#filled === this.#block.length) this.#openBlock();
      const copied = chunk.copy(this.#block, this.#filled, from);
      this.#filled += copied;
      this.#size += copied;
      from += copied;
    }
  }

  received(): BodyBlocks {
    const last = this.#block.subarray(0, this.#filled);
    return { blocks: last.length > 0 ? [...this.#full, last] : this.#full, size: this.#size };
  }

  finish(): ScannedBody {
    const { blocks, size } = this.received();
    if (size === 0) return { blocks: [Buffer.from('{}')], size: 2, lists: [] };
    return { blocks, size, lists: this.#scan?.end() ?? [] };
  }

  /** As long as all before it. */
  #openBlock(): void {
    const wanted = Math.min(Math.max(BLOCK.first, this.#size), BLOCK.most);
    const length = Math.min(wanted, this.#bounds.bytes - this.#size);
    this.#share.take(length);
    if (this.#filled > 0) this.#full.push(this.#block);
    this.#block = Buffer.allocUnsafeSlow(length);
    this.#filled = 0;
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
