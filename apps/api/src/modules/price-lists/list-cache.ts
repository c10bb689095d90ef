import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

const LEVEL: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body) => zip(body, { level: 1 }),
};

/** Compresses off the main thread; quality is chosen in bench/ for bytes against CPU. */
export async function encodeBody(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'identity' ? body : LEVEL[encoding](body);
}

/**
 * Answers already built, by a key that changes whenever the answer would, so that nothing needs to be invalidated and
 * several instances never disagree. Least recently used ones go first; at most `maxBytes` are kept.
 */
export class BodyCache {
  readonly #entries = new Map<string, Promise<Buffer>>();
  readonly #sizes = new Map<string, number>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The body for `key`; `build` runs once however many ask at the same time. A failed build is not kept. */
  async get(key: string, build: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#entries.get(key);
    if (known) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    const building = build();
    this.#entries.set(key, building);
    try {
      const body = await building;
      if (this.#entries.get(key) === building) this.#account(key, body.length);
      return body;
    } catch (error) {
      if (this.#entries.get(key) === building) this.#entries.delete(key);
      throw error;
    }
  }

  #account(key: string, size: number): void {
    this.#sizes.set(key, size);
    this.#bytes += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      const oldSize = this.#sizes.get(oldest);
      if (oldSize === undefined) continue; // still being built
      this.#entries.delete(oldest);
      this.#sizes.delete(oldest);
      this.#bytes -= oldSize;
    }
  }
}
