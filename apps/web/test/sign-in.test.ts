import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { SignInRequired } from '../src/auth/auth-session.ts';
import { sessionOf, tokenUser } from '../src/auth/keycloak-session.ts';
import { checkLoginConfig, LOGIN_OPTIONS, LoginConfigError } from '../src/auth/login-config.ts';

const CONFIG = { kcUrl: 'https://login.example', kcRealm: 'preisportal', kcClientId: 'portal-web' };

const ISSUER = 'https://login.example/realms/preisportal';

describe('the configuration of the sign-in (rule 1.1)', () => {
  test('uses the constants of the specification', () => {
    expect(LOGIN_OPTIONS).toEqual({
      onLoad: 'login-required',
      flow: 'standard',
      responseMode: 'fragment',
      pkceMethod: 'S256',
      checkLoginIframe: true,
      checkLoginIframeInterval: 5,
      messageReceiveTimeout: 10_000,
    });
    expect(() => checkLoginConfig(CONFIG)).not.toThrow();
  });

  test.each([
    [{ ...CONFIG, kcClientId: '' }, LOGIN_OPTIONS, 'die Client-ID fehlt'],
    [{ ...CONFIG, kcRealm: '' }, LOGIN_OPTIONS, 'der Realm fehlt'],
    [CONFIG, { ...LOGIN_OPTIONS, flow: 'other' }, 'der Ablauf (flow) ist ungültig'],
    [CONFIG, { ...LOGIN_OPTIONS, responseMode: 'form_post' }, 'der Antwortmodus (response mode) ist ungültig'],
    [CONFIG, { ...LOGIN_OPTIONS, pkceMethod: 'plain' }, 'das PKCE-Verfahren ist ungültig'],
  ])('rejects %j with %j', (config, options, issue) => {
    expect(() => checkLoginConfig(config, options)).toThrow(LoginConfigError);
    expect(() => checkLoginConfig(config, options)).toThrow(issue);
  });
});

describe('the session', () => {
  const keycloak = (overrides: object) => ({
    token: 'fresh',
    authenticated: true,
    asked: [] as unknown[],
    isTokenExpired: () => false,
    async updateToken(seconds?: number) {
      this.asked.push(seconds);
      return false;
    },
    async login(options?: object) {
      this.asked.push(options);
    },
    async logout(options?: object) {
      this.asked.push(options);
    },
    ...overrides,
  });

  test('refreshes a token that is valid for less than 20 seconds', async () => {
    const client = keycloak({});
    expect(await sessionOf(client, ISSUER).bearer()).toBe('fresh');
    expect(client.asked).toEqual([20]);
  });

  describe('whose access token the api has refused (rule 1.2)', () => {
    test('refreshes it, however fresh it is; calls that were refused together refresh once', async () => {
      const client = keycloak({
        token: 'refused',
        async updateToken(this: { token: string; asked: unknown[] }, seconds: number) {
          this.asked.push(seconds);
          this.token = 'renewed';
          return true;
        },
      });
      const session = sessionOf(client, ISSUER);
      expect(await session.renewed('refused')).toBe('renewed');
      expect(await session.renewed('refused')).toBe('renewed');
      expect(client.asked).toEqual([-1]);
    });

    test.each([
      ['refused', undefined, 'Ihre Anmeldung ist abgelaufen.'],
      ['not answered', 'fresh', 'Der Anmeldedienst ist nicht erreichbar.'],
    ])('says so where the refresh is %s', async (_, left, sentence) => {
      const client = keycloak({
        async updateToken(this: { token: string | undefined }) {
          this.token = left;
          throw new Error('no');
        },
      });
      const renewed = sessionOf(client, ISSUER).renewed('fresh');
      await expect(renewed).rejects.toThrow(SignInRequired);
      await expect(renewed).rejects.toThrow(sentence);
    });
  });

  test('stands when the provider refreshes its token, however fresh that is, and not when it refuses', async () => {
    const client = keycloak({});
    expect(await sessionOf(client, ISSUER).isAlive()).toBe(true);
    expect(client.asked).toEqual([-1]);
    const refused = keycloak({
      async updateToken() {
        throw new Error('refused');
      },
    });
    expect(await sessionOf(refused, ISSUER).isAlive()).toBe(false);
  });

  test('needs a new sign-in when the refresh was refused and the token cleared', async () => {
    const client = keycloak({
      token: undefined,
      async updateToken() {
        throw new Error('refused');
      },
    });
    await expect(sessionOf(client, ISSUER).bearer()).rejects.toThrow(SignInRequired);
  });

  test('goes on with a valid token while the provider cannot be reached, not with an expired one', async () => {
    const unreachable = {
      async updateToken() {
        throw new TypeError('fetch failed');
      },
    };
    expect(await sessionOf(keycloak(unreachable), ISSUER).bearer()).toBe('fresh');
    const expired = keycloak({ ...unreachable, isTokenExpired: () => true });
    await expect(sessionOf(expired, ISSUER).bearer()).rejects.toThrow('Der Anmeldedienst ist nicht erreichbar.');
  });

  describe('whose session frame has not heard, or whose answer got lost', () => {
    /** keycloak-js asks nothing while an answer is outstanding; the frame answers from the given message on. */
    const askedFrame = (answersFrom: number, refreshed: () => boolean) => {
      const heard: string[] = [];
      let answer: (() => void) | undefined;
      const frame = document.createElement('iframe');
      frame.title = 'keycloak-session-iframe';
      const contentWindow = {
        postMessage(message: string, origin: string) {
          heard.push(`${message} to ${origin}`);
          if (heard.length >= answersFrom) answer?.();
        },
      };
      Object.defineProperty(frame, 'contentWindow', { value: contentWindow });
      document.body.replaceChildren(frame);
      const client = keycloak({
        clientId: 'portal-web',
        sessionId: 's-1',
        updateToken: () => new Promise((resolve) => (answer = () => resolve(refreshed()))),
      });
      return { client, heard };
    };
    beforeEach(() => {
      jest.useFakeTimers();
    });
    afterEach(() => {
      jest.useRealTimers();
      document.body.replaceChildren();
    });

    test('calls go on with a fresh token after a second, and the frame is asked again', async () => {
      const { client, heard } = askedFrame(99, () => false);
      const bearer = sessionOf(client, ISSUER).bearer();
      await jest.advanceTimersByTimeAsync(999);
      expect(heard).toEqual([]);
      await jest.advanceTimersByTimeAsync(1);
      expect(heard).toEqual(['portal-web s-1 to https://login.example']);
      expect(await bearer).toBe('fresh');
    });

    test('one that has to be refreshed is waited for, and comes once the frame answers', async () => {
      let expired = true;
      const { client, heard } = askedFrame(3, () => {
        expired = false;
        return true;
      });
      client.isTokenExpired = () => expired;
      const bearer = sessionOf(client, ISSUER).bearer();
      await jest.advanceTimersByTimeAsync(3_000);
      expect(await bearer).toBe('fresh');
      await jest.advanceTimersByTimeAsync(20_000);
      expect(heard).toHaveLength(3);
    });

    test('one that has expired is given up after ten seconds', async () => {
      const { client } = askedFrame(99, () => true);
      client.isTokenExpired = () => true;
      const bearer = expect(sessionOf(client, ISSUER).bearer()).rejects.toThrow(
        'Der Anmeldedienst ist nicht erreichbar.',
      );
      await jest.advanceTimersByTimeAsync(10_000);
      await bearer;
      expect(jest.getTimerCount()).toBe(0);
    });
  });

  test('tells that it has ended, also when that was before anybody listened', async () => {
    const client: ReturnType<typeof keycloak> & { onAuthLogout?: () => void } = keycloak({});
    let lost = 0;
    sessionOf(client, ISSUER).onLost(() => (lost += 1));
    client.onAuthLogout?.();
    expect(lost).toBe(1);
    sessionOf(keycloak({ token: undefined }), ISSUER).onLost(() => (lost += 1));
    expect(lost).toBe(2);
  });

  test('asks whether the provider answers at all', async () => {
    const asked: string[] = [];
    globalThis.fetch = async (input) => {
      asked.push(String(input));
      if (asked.length > 1) throw new TypeError('fetch failed');
      return new Response(null, { status: 500 });
    };
    const session = sessionOf(keycloak({}), ISSUER);
    expect([await session.isReachable(), await session.isReachable()]).toEqual([true, false]);
    expect(asked[0]).toBe(`${ISSUER}/.well-known/openid-configuration`);
  });

  test('comes back to the present address', async () => {
    const client = keycloak({});
    history.replaceState(null, '', '/p/1/t/pricelist/OTC?x=1');
    await sessionOf(client, ISSUER).signIn();
    expect(client.asked).toEqual([{ redirectUri: 'http://localhost/p/1/t/pricelist/OTC?x=1' }]);
  });

  test('reads roles of the realm and of every client, the country and the name from the token', () => {
    const claims = {
      sub: 'f:1:anna',
      preferred_username: 'inhaber',
      country: 'DE',
      realm_access: { roles: ['solvena_customer'] },
      resource_access: { trueprice: { roles: ['TP_admin_100101'] } },
    };
    expect(tokenUser(claims)).toEqual({
      subject: 'f:1:anna',
      userName: 'inhaber',
      country: 'DE',
      roles: ['solvena_customer', 'TP_admin_100101'],
    });
    expect(tokenUser({})).toEqual({ subject: '', userName: '', country: null, roles: [] });
  });
});
