type Write = { readonly method: string; readonly url: string; readonly body?: unknown; readonly file?: boolean };

/** Writes under way, by store: what one tab sends is no matter of another. */
const underWay = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Joins a write to an identical one that is still under way, as the second of two quick clicks sends it: both get its answer, and the
 * server hears of it once. Reads and files are left alone (rule 13.6).
 * @param store the object that all calls of one store share
 */
export function joinSameWrite<Answer>(store: object, request: Write, send: () => Promise<Answer>): Promise<Answer> {
  if (request.method === 'GET' || request.file) return send();
  const writes = underWay.get(store) ?? new Map<string, Promise<unknown>>();
  underWay.set(store, writes);
  const key = `${request.method} ${request.url} ${bodyKey(request.body)}`;
  const same = writes.get(key) as Promise<Answer> | undefined;
  if (same) return same;
  const sent = send().finally(() => writes.delete(key));
  writes.set(key, sent);
  return sent;
}

/** Files are told apart by name, size and time, as the dialog that chose them does. */
function bodyKey(body: unknown): string {
  if (!(body instanceof FormData)) return JSON.stringify(body) ?? '';
  const parts = [...body].map(([name, value]) =>
    typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
  );
  return JSON.stringify(parts);
}
