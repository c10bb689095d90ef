import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  /** Moment after which the entry is gone, in milliseconds; Infinity = never. */
  expiresAt: number;
}

/** Entries kept of each kind (sessions, grants, tokens, …); the least recently written go first. */
const DEISSUE_LIMIT = 10_000;

/**
 * Keeps sessions, grants and refresh tokens of the embedded provider in memory: a restart signs everybody out.
 * Each kind has its own bound, so that a flood of abandoned sign-in pages cannot push out signed-in people.
 *
 * @param limit entries of each kind, at least 1
 */
export function createMemoryStore(now: () => number = Date.now, limit: number = DEISSUE_LIMIT): AdapterFactory {
  return () => new BoundedAdapter(now, limit);
}

class BoundedAdapter implements Adapter {
  readonly #entries = new Map<string, Entry>();
  readonly #idByUid = new Map<string, string>();
  readonly #now: () => number;
  readonly #limit: number;

  constructor(now: () => number, limit: number) {
    this.#now = now;
    this.#limit = limit;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    this.#remove(id);
    if (this.#entries.size >= this.#limit) this.#makeRoom();
    const expiresAt = expiresIn === undefined ? Number.POSITIVE_INFINITY : this.#now() + expiresIn * 1000;
    this.#entries.set(id, { payload, expiresAt });
    if (payload.uid !== undefined) this.#idByUid.set(payload.uid, id);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    if (entry.expiresAt > this.#now()) return entry.payload;
    this.#remove(id);
    return undefined;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const id = this.#idByUid.get(uid);
    return id === undefined ? undefined : this.find(id);
  }

  /** Only the device flow has user codes, and it is switched off. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry !== undefined) entry.payload.consumed = Math.floor(this.#now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#remove(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#entries) {
      if (payload.grantId === grantId) this.#remove(id);
    }
  }

  #remove(id: string): void {
    const uid = this.#entries.get(id)?.payload.uid;
    if (uid !== undefined && this.#idByUid.get(uid) === id) this.#idByUid.delete(uid);
    this.#entries.delete(id);
  }

  /** Drops what has expired and, when all of it still lives, the entry written longest ago. */
  #makeRoom(): void {
    const now = this.#now();
    for (const [id, { expiresAt }] of this.#entries) {
      if (expiresAt <= now) this.#remove(id);
    }
    for (const id of this.#entries.keys()) {
      if (this.#entries.size < this.#limit) break;
      this.#remove(id);
    }
  }
}
