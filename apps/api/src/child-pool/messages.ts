import type { PortalError } from '../http/errors.ts';

export type ChildJob = {
  readonly task: URL;
  /** What `structuredClone` takes. */
  readonly order: unknown;
  readonly bytes?: readonly Uint8Array[];
};

/** Bytes travel in parts, so that the server may parse one by one. */
export type TaskResult<Answer> = { readonly answer: Answer; readonly parts?: readonly Uint8Array[] };

/** @throws PortalError for the caller, rethrown in the server */
export type Task<Order, Answer> = (order: Order, bytes: Buffer) => Promise<TaskResult<Answer>>;

/** Server to child; parts come before the order they belong to. */
export type ToChild =
  | { readonly part: Uint8Array }
  | { readonly task: string; readonly order: unknown; readonly number: number; readonly processorMs: number };

export type Refused = Pick<PortalError, 'httpStatus' | 'reason' | 'message' | 'details'>;

/** `begun` once the task is loaded; parts are sent in chunks. */
export type FromChild =
  | { readonly begun: true }
  | { readonly chunk: Uint8Array; readonly endsPart: boolean }
  | { readonly answer: unknown }
  | { readonly refused: Refused }
  | { readonly failed: { readonly message: string; readonly stack: string | undefined } };

/** The channel writes synchronously. */
const CHUNK_BYTES = 2 ** 20;

export function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at === 0 || at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
