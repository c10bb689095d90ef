import { createHash, timingSafeEqual } from 'node:crypto';
import type { DemoUser } from './users.ts';

/** What a try to sign in came to. */
export type SignInResult = { outcome: 'ok'; user: DemoUser } | { outcome: 'wrong' } | { outcome: 'too-many' };

/** Failed tries of one user name within the window before further ones are refused. */
const MAX_FAILURES = 10;
const WINDOW_MS = 60_000;
/** User names whose failures are remembered at a time. */
const MAX_TRACKED = 1_000;

/**
 * Checks user names and passwords: in constant time, also for unknown users, and at most ten failures a minute for
 * one user name.
 */
export function createCredentialCheck(users: readonly DemoUser[], now: () => number = Date.now) {
  const byName = new Map(users.map((user) => [user.username, user]));
  const failures = new Map<string, { count: number; until: number }>();

  return function check(rawName: string, password: string): SignInResult {
    const name = rawName.trim().toLowerCase();
    const known = failures.get(name);
    const recent = known !== undefined && known.until > now() ? known : { count: 0, until: now() + WINDOW_MS };
    if (recent.count >= MAX_FAILURES) return { outcome: 'too-many' };

    const user = byName.get(name);
    const matches = equalInConstantTime(password, user?.password ?? '');
    failures.delete(name);
    if (user !== undefined && matches) return { outcome: 'ok', user };

    const oldest = failures.keys().next();
    if (failures.size >= MAX_TRACKED && oldest.done !== true) failures.delete(oldest.value);
    failures.set(name, { ...recent, count: recent.count + 1 });
    return { outcome: 'wrong' };
  };
}

export type CredentialCheck = ReturnType<typeof createCredentialCheck>;

function equalInConstantTime(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
