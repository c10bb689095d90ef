import { localSafe, type SafeStorage } from './safe-storage.ts';

/** Keys of the local storage (rule 2.6). */
export const STORAGE_KEY = { userInfo: 'userinfo', pharmacyContext: 'pharmacyContext' } as const;

/** Invalid JSON counts as absent: users can change it. */
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
 * Undefined removes it (rule 2.6).
 * @returns whether a reload finds it
 */
export function writeStored(key: string, value: unknown, storage: SafeStorage = localSafe): boolean {
  if (value !== undefined) return storage.set(key, JSON.stringify(value));
  storage.remove(key);
  return true;
}

export function readOwned(key: string, owner: string, storage: SafeStorage = localSafe): object | undefined {
  const stored = readStored(key, storage);
  if (typeof stored !== 'object' || stored === null || !('owner' in stored)) return undefined;
  const { owner: named, ...record } = stored;
  return named === owner && owner !== '' ? record : undefined;
}

/** By the token's subject. */
export function writeOwned(
  key: string,
  owner: string,
  record: object | undefined,
  storage: SafeStorage = localSafe,
): boolean {
  return writeStored(key, record && { ...record, owner }, storage);
}

export function forgetOthers(owner: string, storage: SafeStorage = localSafe): void {
  for (const key of Object.values(STORAGE_KEY)) if (readOwned(key, owner, storage) === undefined) storage.remove(key);
}
