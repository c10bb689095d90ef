/** Rule 2.6. */
export interface SafeStorage {
  /** null when nothing is stored under that name. */
  get(key: string): string | null;
  /** @returns whether it will still be there after a reload */
  set(key: string, text: string): boolean;
  remove(key: string): void;
  keys(): string[];
  clear(): void;
  /** Whether the browser takes another `characters` and would have them after a reload. */
  hasRoom(characters: number): boolean;
}

/** Missing, forbidden or full: each access is tried again. */
export function safeStorage(find: () => Storage | null): SafeStorage {
  /** What the browser did not store; null where it did not remove an entry. */
  const memory = new Map<string, string | null>();

  function tried<Result>(work: (storage: Storage) => Result): { result: Result } | undefined {
    try {
      const storage = find();
      return storage ? { result: work(storage) } : undefined;
    } catch {
      return undefined; // the caller falls back on memory
    }
  }

  function remove(key: string): void {
    if (tried((storage) => storage.removeItem(key))) memory.delete(key);
    else memory.set(key, null);
  }

  return {
    get(key) {
      const stored = memory.get(key);
      return stored === undefined ? (tried((storage) => storage.getItem(key))?.result ?? null) : stored;
    },
    set(key, text) {
      if (tried((storage) => storage.setItem(key, text))) {
        memory.delete(key);
        return true;
      }
      remove(key); // an older text would come back with a reload
      memory.set(key, text);
      return false;
    },
    remove,
    keys() {
      const stored = tried((storage) =>
        Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter(
          (key) => memory.get(key) !== null,
        ),
      );
      return [
        ...new Set([...(stored?.result ?? []), ...[...memory].flatMap(([key, text]) => (text === null ? [] : [key]))]),
      ];
    },
    clear() {
      memory.clear();
      tried((storage) => storage.clear());
    },
    hasRoom(characters) {
      const probe = 'portal-room';
      const fits = tried((storage) => storage.setItem(probe, 'x'.repeat(characters))) !== undefined;
      tried((storage) => storage.removeItem(probe));
      return fits;
    },
  };
}

/* The linter refuses them elsewhere. Firefox gives null when switched off. */
/** Kept for all tabs, until the user signs out. */
export const localSafe = safeStorage(() => globalThis.localStorage);
/** Kept for this tab. */
export const tabSafe = safeStorage(() => globalThis.sessionStorage);
