import { describe, expect, test } from '@jest/globals';
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
