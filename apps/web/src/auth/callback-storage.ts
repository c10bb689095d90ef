import { localSafe } from '../lib/safe-storage.ts';

/** State, nonce, verifier and return address. */
const ROOM_CHARACTERS = 4000;

/** Neither storage nor cookies. German message. */
export class NoStorageError extends Error {
  override name = 'NoStorageError';
}

/**
 * keycloak-js checks for a few characters only; where all of it does not fit, local storage is hidden so that it uses
 * cookies.
 * @throws NoStorageError
 */
export function withCallbackStorage<Result>(start: () => Result): Result {
  if (localSafe.hasRoom(ROOM_CHARACTERS)) return start();
  if (!takesCookies())
    throw new NoStorageError(
      'Ihr Browser lässt für diese Seite weder Cookies noch Speicher zu. Bitte erlauben Sie beides und aktualisieren Sie die Seite.',
    );
  const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: () => null });
  try {
    return start();
  } finally {
    if (own) Object.defineProperty(globalThis, 'localStorage', own);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  }
}

function takesCookies(): boolean {
  document.cookie = 'portal-probe=1; SameSite=Strict';
  const stored = document.cookie.includes('portal-probe=1');
  document.cookie = 'portal-probe=; SameSite=Strict; Max-Age=0';
  return stored;
}
