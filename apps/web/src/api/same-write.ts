type Write = { readonly method: string; readonly url: string; readonly body?: unknown; readonly file?: boolean };

/** Writes under way, by store: what one tab sends is no matter of another. */
const underWay = new WeakMap<object, Map<string, Promise<unknown>>>();

/** The second of two quick clicks gets the first one's answer; the server gets one call. Rule 13.6. */
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

/** Files by name, size and time. */
function bodyKey(body: unknown): string {
  if (!(body instanceof FormData)) return JSON.stringify(body) ?? '';
  const parts = [...body].map(([name, value]) =>
    typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
  );
  return JSON.stringify(parts);
}
