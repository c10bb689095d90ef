import { localSafe, type SafeStorage } from './safe-storage.ts';

/** Keys of the local storage (rule 2.6). */
export const STORAGE_KEY = { userInfo: 'userinfo', pharmacyContext: 'pharmacyContext' } as const;

/** Reads a stored record. Text that is no JSON counts as absent: users can change it. */
export function readStored(key: string, storage: SafeStorage = localSafe): unknown {
  const text = storage.get(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    storage.remove(key);
    return undefined;
  }
}

/**
 * Stores a record; undefined removes it (rule 2.6).
 * @returns whether a reload will find it so
 */
export function writeStored(key: string, value: unknown, storage: SafeStorage = localSafe): boolean {
  if (value !== undefined) return storage.set(key, JSON.stringify(value));
  storage.remove(key);
  return true;
}

/** Reads a record that `owner` has stored; null for anybody else's and for one without an owner. */
export function readOwned(key: string, owner: string, storage: SafeStorage = localSafe): object | undefined {
  const stored = readStored(key, storage);
  if (typeof stored !== 'object' || stored === null || !('owner' in stored)) return undefined;
  const { owner: named, ...record } = stored;
  return named === owner && owner !== '' ? record : undefined;
}

/** Stores a record together with whom it belongs to (the subject of the token), so that it is not shown to anybody else. */
export function writeOwned(
  key: string,
  owner: string,
  record: object | undefined,
  storage: SafeStorage = localSafe,
): boolean {
  return writeStored(key, record && { ...record, owner }, storage);
}

/** Removes the records of people and pharmacies that somebody other than `owner` has left in this browser. */
export function forgetOthers(owner: string, storage: SafeStorage = localSafe): void {
  for (const key of Object.values(STORAGE_KEY)) if (readOwned(key, owner, storage) === undefined) storage.remove(key);
}
