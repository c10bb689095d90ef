/** Keys of the local storage (Specification 9). */
export const STORAGE_KEY = { userInfo: 'userinfo', pharmacyContext: 'pharmacyContext' } as const;

/** Reads a stored record. Something that is no JSON counts as absent: the browser's user may have changed it. */
export function readStored(key: string, storage: Storage = localStorage): unknown {
  const text = storage.getItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    storage.removeItem(key);
    return undefined;
  }
}

/** Stores a record; undefined removes it (Specification 3). */
export function writeStored(key: string, value: unknown, storage: Storage = localStorage): void {
  if (value === undefined) storage.removeItem(key);
  else storage.setItem(key, JSON.stringify(value));
}
