import { AsyncLocalStorage } from 'node:async_hooks';
import type { ReleaseSlot, SlotHolder } from './semaphore.ts';

export type TakenSlot = {
  /** Given back for the time of the wait. */
  without<T>(wait: () => Promise<T>): Promise<T>;
  release(): void;
};

/** Whose call is at work; jobs have none. */
export type CallContext = {
  holder: SlotHolder;
  /** Aborted when the client leaves. */
  readonly signal?: AbortSignal;
  slot?: TakenSlot;
  releaseBody?: ReleaseSlot;
};

const storage = new AsyncLocalStorage<CallContext>();

export function runInCall<T>(call: CallContext, work: () => T): T {
  return storage.run(call, work);
}

export function currentCall(): CallContext | undefined {
  return storage.getStore();
}

/** For several callers: does not end with the first of them. */
export function runShared<T>(work: () => T): T {
  const call = storage.getStore();
  return call ? storage.run({ holder: call.holder }, work) : work();
}

/** Holds no slot of its cost class meanwhile. */
export function waitWithoutSlot<T>(wait: () => Promise<T>): Promise<T> {
  const slot = storage.getStore()?.slot;
  return slot ? slot.without(wait) : wait();
}
