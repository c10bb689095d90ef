import { CONFIG } from './support/portal.tsx';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { clientOf } from '../src/auth/provider.ts';
import { LoginError, signIn } from '../src/auth/sign-in.ts';
import { tabSafe } from '../src/lib/safe-storage.ts';

const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
const jwt = (claims: object) => `${part({ alg: 'none' })}.${part(claims)}.`;

/** What the token endpoint answers; the ID token says which sign-in it belongs to. */
const tokens = (nonce: string) => ({
  access_token: jwt({ sub: 'anna', exp: 9_999_999_999, iat: 1 }),
  refresh_token: jwt({ exp: 9_999_999_999 }),
  id_token: jwt({ sub: 'anna', nonce }),
});

/** The real keycloak-js; leaving the page is noted. */
function answered({ state, nonce = 'n-1' }: { state: string; nonce?: string }) {
  const stored = {
    state: 's-1',
    nonce: 'n-1',
    redirectUri: location.href,
    pkceCodeVerifier: 'v',
    expires: Date.now() + 60_000,
  };
  localStorage.setItem('kc-callback-s-1', JSON.stringify(stored));
  history.replaceState(null, '', `/admin#state=${state}&session_state=x&code=c`);
  globalThis.fetch = (async () => Response.json(tokens(nonce))) as typeof fetch;
  const login = jest.fn(async () => new Promise<void>(() => undefined));
  const signedIn = signIn(CONFIG, (config) => Object.assign(clientOf(config), { login }));
  return { signedIn, login };
}

beforeEach(() => {
  localStorage.clear();
  tabSafe.clear();
});

describe("the provider's answer (rule 1.1)", () => {
  test('signs in where it belongs to the sign-in that was begun', async () => {
    const { signedIn, login } = answered({ state: 's-1' });
    expect((await signedIn).tokenParsed?.sub).toBe('anna');
    expect(login).not.toHaveBeenCalled();
  });

  test('with a wrong nonce clears the token and fails the sign-in, without leaving again', async () => {
    const { signedIn, login } = answered({ state: 's-1', nonce: 'altered' });
    const failure = await signedIn.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LoginError);
    expect((failure as LoginError).message).toBe('Die Antwort des Anmeldedienstes gehört nicht zu dieser Anmeldung');
    expect(login).not.toHaveBeenCalled();
  });

  test('to a sign-in that is not known here begins a new one, once a minute', async () => {
    jest.useFakeTimers({ now: Date.parse('2026-11-02T09:00:00Z'), doNotFake: ['queueMicrotask', 'setTimeout'] });
    const first = answered({ state: 'unknown' });
    await jest.advanceTimersByTimeAsync(0);
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    expect(first.login).toHaveBeenCalledTimes(1);

    jest.setSystemTime(Date.parse('2026-11-02T09:00:59Z'));
    const second = answered({ state: 'unknown' });
    await expect(second.signedIn).rejects.toThrow('Die Antwort des Anmeldedienstes gehört nicht zu dieser Anmeldung');
    expect(second.login).not.toHaveBeenCalled();

    jest.setSystemTime(Date.parse('2026-11-02T09:01:00Z'));
    const third = answered({ state: 'unknown' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(third.login).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
  });
});
