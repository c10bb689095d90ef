import { localSafe } from '../lib/safe-storage.ts';

/** More than keycloak-js keeps for one sign-in: state, nonce, verifier and the address to come back to. */
const ROOM_CHARACTERS = 4000;

/** Neither storage nor cookies: nothing that the sign-in has begun would be found when it comes back. The message is German. */
export class NoStorageError extends Error {
  override name = 'NoStorageError';
}

/**
 * Runs the start of keycloak-js, which chooses between local storage and cookies for what it keeps until the provider sends
 * the user back. It asks for a few characters of room only; where there is not enough for all of it, the local storage is
 * held back for that moment, so that it takes cookies.
 * @throws NoStorageError
 */
export function withCallbackStorage<Result>(start: () => Result): Result {
  if (localSafe.hasRoom(ROOM_CHARACTERS)) return start();
  if (!takesCookies())
    throw new NoStorageError(
      'Ihr Browser lässt für diese Seite weder Cookies noch Speicher zu. Bitte erlauben Sie beides und laden Sie die Seite neu.',
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
  const kept = document.cookie.includes('portal-probe=1');
  document.cookie = 'portal-probe=; SameSite=Strict; Max-Age=0';
  return kept;
}
