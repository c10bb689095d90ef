import type pg from 'pg';
import { currentCall, waitWithoutSlot } from '../limits/call-context.ts';
import { createSemaphore, NoSlotError, type ReleaseSlot, type Semaphore } from '../limits/semaphore.ts';
import { noConnection } from './shared-pool.ts';

/** Readers of one key at once; who changes takes all of them. */
const READERS = 10_000;
const WAITING = { slots: READERS, queue: 512, queuePerPerson: 64, maxWaitMs: 30_000 } as const;

export type WantedTurn = { readonly key: string; readonly strength: 'read' | 'change' };

/** The transaction ends, waits without a connection and runs again. */
export class WaitInFront extends Error {
  override name = 'WaitInFront';
  constructor() {
    super('another writer of this instance has the list: wait for it without a connection');
  }
}

const unitsOf = ({ strength }: WantedTurn) => (strength === 'read' ? 1 : READERS);

/**
 * Of all writers of a list on this instance one asks for its lock. The others wait in memory, without connection and
 * slot, person by person. Rule 13.13.
 */
export class ListLines {
  readonly #lines = new Map<string, Semaphore>();

  /** @throws NoSlotError */
  take(wanted: WantedTurn, signal?: AbortSignal): ReleaseSlot | Promise<ReleaseSlot> {
    const { key } = wanted;
    const line = this.#lines.get(key) ?? createSemaphore(WAITING);
    this.#lines.set(key, line);
    const { person } = currentCall()?.holder ?? {};
    const forget = (release: ReleaseSlot) => () => {
      release();
      const { taken, waiting } = line.load();
      if (taken + waiting === 0) this.#lines.delete(key);
    };
    const acquired = line.acquire({ person }, { units: unitsOf(wanted), signal });
    return acquired instanceof Promise ? acquired.then(forget) : forget(acquired);
  }

  tryTake(wanted: WantedTurn): ReleaseSlot | undefined {
    const line = this.#lines.get(wanted.key);
    const { taken, waiting } = line?.load() ?? { taken: 0, waiting: 0 };
    if (waiting > 0 || taken + unitsOf(wanted) > READERS) return undefined;
    return this.take(wanted) as ReleaseSlot;
  }
}

/** Those of one transaction, over all its attempts. */
export class Turns {
  readonly #lines: ListLines;
  readonly #held = new Map<string, { units: number; release: ReleaseSlot }>();
  readonly #wanted = new Map<string, WantedTurn>();

  constructor(lines: ListLines) {
    this.#lines = lines;
  }

  /** @returns the keys it has now */
  tryTake(wanted: readonly WantedTurn[]): Set<string> {
    const has = new Set<string>();
    for (const turn of wanted) {
      const units = unitsOf(turn);
      if ((this.#held.get(turn.key)?.units ?? 0) >= units) has.add(turn.key);
      else {
        this.#release(turn.key);
        const release = this.#lines.tryTake(turn);
        if (!release) continue;
        this.#held.set(turn.key, { units, release });
        has.add(turn.key);
      }
    }
    return has;
  }

  /** @throws WaitInFront */
  require(wanted: readonly WantedTurn[]): void {
    for (const turn of wanted) {
      if (this.#wanted.get(turn.key)?.strength !== 'change') this.#wanted.set(turn.key, turn);
    }
    if (this.tryTake(wanted).size < new Set(wanted.map(({ key }) => key)).size) throw new WaitInFront();
  }

  /**
   * All that the attempts have asked for, in the order of keys so that two cannot wait for each other.
   * @throws PortalError 429
   */
  async wait(): Promise<void> {
    this.release();
    const turns = [...this.#wanted.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1));
    await waitWithoutSlot(async () => {
      for (const turn of turns) {
        const release = await this.#take(turn);
        this.#held.set(turn.key, { units: unitsOf(turn), release });
      }
    });
  }

  async #take(turn: WantedTurn): Promise<ReleaseSlot> {
    const call = currentCall();
    try {
      return await this.#lines.take(turn, call?.signal);
    } catch (error) {
      // By people of the same pharmacy.
      return noConnection(call && error instanceof NoSlotError ? new NoSlotError('pharmacy') : error);
    }
  }

  #release(key: string): void {
    this.#held.get(key)?.release();
    this.#held.delete(key);
  }

  release(): void {
    for (const key of this.#held.keys()) this.#release(key);
  }
}

const turnsOf = new WeakMap<pg.PoolClient, Turns>();

export function setTurns(connection: pg.PoolClient, turns: Turns): void {
  turnsOf.set(connection, turns);
}

/** @throws WaitInFront */
export function requireTurns(connection: pg.PoolClient, wanted: readonly WantedTurn[]): void {
  turnsOf.get(connection)?.require(wanted);
}

/** @returns those that nobody of this instance has */
export function tryTurns(connection: pg.PoolClient, wanted: readonly WantedTurn[]): Set<string> {
  return turnsOf.get(connection)?.tryTake(wanted) ?? new Set(wanted.map(({ key }) => key));
}
