import type { PortalError } from '../http/errors.ts';

/** A job for a child process: the module whose default export does it, what to do, and bytes that the server does not read. */
export type ChildJob = {
  readonly task: URL;
  /** What `structuredClone` takes. */
  readonly order: unknown;
  readonly bytes?: readonly Uint8Array[];
};

/** What a task answers. Bytes travel apart from the answer, in parts that the server may parse one by one. */
export type TaskResult<Answer> = { readonly answer: Answer; readonly parts?: readonly Uint8Array[] };

/**
 * The default export of a task module.
 * @param bytes those of the job, put together
 * @throws PortalError what the caller may see; it is thrown again in the server
 */
export type Task<Order, Answer> = (order: Order, bytes: Buffer) => Promise<TaskResult<Answer>>;

/** Server to child; parts come before the order they belong to. */
export type ToChild = { readonly part: Uint8Array } | { readonly task: string; readonly order: unknown };

export type Refused = Pick<PortalError, 'httpStatus' | 'reason' | 'message' | 'details'>;

/** Child to server; a result part is sent in chunks, the last of which says so. */
export type FromChild =
  | { readonly chunk: Uint8Array; readonly endsPart: boolean }
  | { readonly answer: unknown }
  | { readonly refused: Refused }
  | { readonly failed: { readonly message: string; readonly stack: string | undefined } };

/** Bytes of one message. The channel writes a message without yielding, so that large ones would hold the main loop up. */
const CHUNK_BYTES = 2 ** 20;

export function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at === 0 || at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
