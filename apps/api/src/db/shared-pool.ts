import pg from 'pg';
import { currentCall } from '../limits/call-context.ts';
import { refuseBusy } from '../limits/call-slots.ts';
import { createSemaphore, NoSlotError, type SemaphoreLimits } from '../limits/semaphore.ts';
import type { PrimaryClient } from './primary-client.ts';

/** Longer than any wait in ordinary operation, milliseconds. */
export const QUERY_WAIT_MS = 5_000;
const RETRY_SECONDS = 5;
const PHARMACY_SHARE = 1 / 3;

/** Passes by itself. */
class NoConnection extends Error {
  override name = 'NoConnection';
  /** SQLSTATE of too many connections */
  readonly code = '53300';
  constructor() {
    super('all connections that may be used for it are taken');
  }
}

/** Less than all of them, where there are two. Rule 13.19. */
export function sharesOf(slots: number): SemaphoreLimits {
  const perPharmacy = Math.max(1, Math.floor(slots * PHARMACY_SHARE));
  const outside = Math.max(1, Math.floor(perPharmacy / 2));
  return { slots, perPharmacy, perPerson: perPharmacy, outside, queue: Infinity };
}

/** @throws PortalError 429; NoConnection */
export function noConnection(error: unknown): never {
  if (error instanceof NoSlotError && !error.isOwn) throw new NoConnection();
  refuseBusy(error, RETRY_SECONDS);
}

type Tell = Parameters<pg.Pool['connect']>[0];
const watches = new WeakMap<pg.PoolClient, () => void>();

/** Though the client leaves. */
export function keepOn(connection: pg.PoolClient): void {
  watches.get(connection)?.();
}

/**
 * Goes round by pharmacy and person of the call at work. Whose client leaves is cancelled, and serves the next one: a new
 * connection plans everything anew.
 */
export class SharedPool extends pg.Pool {
  readonly #shares;

  constructor(config: pg.PoolConfig & { max: number }) {
    super(config);
    this.#shares = createSemaphore({ ...sharesOf(config.max), maxWaitMs: QUERY_WAIT_MS });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(tell: Tell): void;
  override connect(tell?: Tell): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connect();
    if (!tell) return connecting;
    connecting.then(
      (client) => tell(undefined, client, client.release),
      (error: Error) => tell(error, undefined, () => undefined),
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    const call = currentCall();
    const free = await this.#acquire(call);
    try {
      const client = (await super.connect()) as PrimaryClient;
      const endWatch = watchSignal(client, call?.signal);
      watches.set(client, endWatch);
      const release = client.release.bind(client);
      const end = (error?: Error | boolean) => {
        free();
        release(error);
      };
      client.release = (error) => {
        endWatch();
        if (client.isGivenUp) void client.takeBack().then((isUsable) => end(!isUsable));
        else end(error);
      };
      return client;
    } catch (error) {
      free();
      throw error;
    }
  }

  async #acquire(call: ReturnType<typeof currentCall>) {
    try {
      return await this.#shares.acquire(call?.holder, { signal: call?.signal });
    } catch (error) {
      return noConnection(error);
    }
  }
}

function watchSignal(client: PrimaryClient, signal: AbortSignal | undefined): () => void {
  const giveUp = () => client.giveUp(signal?.reason as Error);
  if (signal?.aborted) giveUp();
  else signal?.addEventListener('abort', giveUp, { once: true });
  return () => signal?.removeEventListener('abort', giveUp);
}
