import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type Keycloak from 'keycloak-js';
import type { KeycloakInitOptions } from 'keycloak-js';
import { sessionOf } from '../src/auth/keycloak-session.ts';
import { watchSession } from '../src/auth/watch-session.ts';
import { CONFIG } from './support/portal.tsx';

/** Rule 1.1. */
const FIRST_MS = 5_000;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  document.body.replaceChildren();
});

type Init = (this: Keycloak, options: KeycloakInitOptions) => Promise<boolean>;

/** Takes the tokens that it is given, as keycloak-js does once its first frame has answered. */
const takesOver: Init = async function (options) {
  await Promise.resolve();
  if (options.token && options.refreshToken) Object.assign(this, { token: `${options.token}, watched` });
  return true;
};

function watched(...inits: Init[]) {
  const given: KeycloakInitOptions[] = [];
  const made: Keycloak[] = [];
  const tokens = {
    token: 'first' as string | undefined,
    refreshToken: 'r1',
    idToken: 'id',
    timeSkew: 3,
    isTokenExpired: () => false,
    updateToken: async () => false,
    login: async () => undefined,
    logout: async () => undefined,
  };
  const signedIn = tokens as Keycloak;
  const session = sessionOf(signedIn, 'https://login.example/realms/x');
  let lost = 0;
  session.onLost(() => (lost += 1));
  watchSession(session, signedIn, CONFIG, () => {
    const init = inits[made.length] ?? takesOver;
    const client = {
      ...tokens,
      token: undefined,
      init(this: Keycloak, options: KeycloakInitOptions) {
        given.push(options);
        return init.call(this, options);
      },
    } as unknown as Keycloak;
    made.push(client);
    return client;
  });
  return { session, signedIn, given, made, lost: () => lost };
}

describe('the session is watched (rule 1.1)', () => {
  test('from five seconds after the sign-in, every five, by an instance that has its tokens', async () => {
    const { session, given, made, lost } = watched();
    await jest.advanceTimersByTimeAsync(4_999);
    expect(made).toHaveLength(0);
    expect(await session.bearer()).toBe('first');
    await jest.advanceTimersByTimeAsync(1);
    expect(given).toMatchObject([
      {
        token: 'first',
        refreshToken: 'r1',
        idToken: 'id',
        timeSkew: 3,
        checkLoginIframe: true,
        checkLoginIframeInterval: 5,
      },
    ]);
    // would leave the page for the sign-in
    expect(given[0]).not.toHaveProperty('onLoad');
    expect(await session.bearer()).toBe('first, watched');
    expect(lost()).toBe(0);
    made[0]?.onAuthLogout?.();
    expect(lost()).toBe(1);
  });

  test('its end is told where it ended before the first look', async () => {
    const { lost } = watched(async function (options) {
      if (options.token && options.refreshToken) this.token = undefined as never;
      return false;
    });
    await jest.advanceTimersByTimeAsync(FIRST_MS);
    expect(lost()).toBe(1);
  });

  test('the tokens are those of the moment in which they are taken; refreshed since, they are taken a minute later', async () => {
    const view = watched(async function (options) {
      view.signedIn.token = 'second';
      view.signedIn.refreshToken = 'r2';
      const taken = await takesOver.call(this, options);
      view.signedIn.token = 'third';
      view.signedIn.refreshToken = 'r3';
      return taken;
    });
    await jest.advanceTimersByTimeAsync(FIRST_MS);
    expect(await view.session.bearer()).toBe('third');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(view.made).toHaveLength(2);
    expect(await view.session.bearer()).toBe('third, watched');
  });

  test('a refresh under way is waited for: it has used up the token that both have', async () => {
    const view = watched();
    const refreshing = Promise.withResolvers<void>();
    view.signedIn.updateToken = async () => {
      await refreshing.promise;
      view.signedIn.token = 'second';
      view.signedIn.refreshToken = 'r2';
      return true;
    };
    await jest.advanceTimersByTimeAsync(4_999);
    const asked = view.session.bearer();
    // longer than a call waits for a refresh
    await jest.advanceTimersByTimeAsync(3_000);
    expect(view.given).toMatchObject([{ refreshToken: 'r1' }]);
    expect(await asked).toBe('first');
    refreshing.resolve();
    await jest.advanceTimersByTimeAsync(0);
    expect(await view.session.bearer()).toBe('second');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(view.given[1]).toMatchObject({ refreshToken: 'r2' });
    expect(await view.session.bearer()).toBe('second, watched');
  });

  test('a provider whose frames fail or stay silent is asked again after a minute, without the frames of before', async () => {
    const put = () =>
      document.body.append(Object.assign(document.createElement('iframe'), { title: 'keycloak-session-iframe' }));
    const { session, made } = watched(
      async () => {
        put();
        throw new Error('Timeout');
      },
      () => {
        put();
        return new Promise(() => undefined);
      },
    );
    await jest.advanceTimersByTimeAsync(FIRST_MS);
    expect(document.querySelectorAll('iframe')).toHaveLength(0);
    expect(await session.bearer()).toBe('first');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(document.querySelectorAll('iframe')).toHaveLength(1);
    // silence is waited for 10 seconds (rule 1.1)
    await jest.advanceTimersByTimeAsync(10_000);
    expect(document.querySelectorAll('iframe')).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(made).toHaveLength(3);
    expect(await session.bearer()).toBe('first, watched');
  });

  test('not once it has ended by itself', async () => {
    const { signedIn, made } = watched(async () => {
      throw new Error('Timeout');
    });
    await jest.advanceTimersByTimeAsync(FIRST_MS);
    signedIn.token = undefined as never;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(made).toHaveLength(1);
  });
});
