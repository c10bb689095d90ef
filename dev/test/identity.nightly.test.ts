import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { type IdentityProvider, startIdentityProvider } from '../src/identity/provider.ts';
import { FormBrowser, obtainServiceToken, obtainTokens } from '../src/identity/sign-in.ts';
import { DEMO_USERS } from '../src/identity/users.ts';

const PORTAL = 'http://localhost:3999';
const REDIRECT_URI = `${PORTAL}/p/100101/abc?tab=1`;

let dataDir: string;
let idp: IdentityProvider;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'identity-'));
  idp = await startIdentityProvider({ port: 0, dataDir, portalOrigins: [PORTAL], accessTokenSeconds: 25 });
});

afterAll(async () => {
  await idp.close();
  await rm(dataDir, { recursive: true });
});

function signIn(username: string, { password = 'demo', browser = new FormBrowser(), redirectUri = REDIRECT_URI } = {}) {
  return obtainTokens({ issuerUrl: idp.issuer, username, password, redirectUri, clientId: 'portal-web', browser });
}

function endpoint(name: string): string {
  return `${idp.issuer}/protocol/openid-connect/${name}`;
}

async function refresh(refreshToken: string): Promise<Response> {
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: 'portal-web',
    refresh_token: refreshToken,
  });
  return fetch(endpoint('token'), { method: 'POST', headers: { Origin: PORTAL }, body });
}

function authorizationUrl(changes: Record<string, string | undefined>): string {
  const parameters: Record<string, string | undefined> = {
    client_id: 'portal-web',
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    response_mode: 'fragment',
    scope: 'openid',
    state: 'a-state',
    code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${endpoint('auth')}?${new URLSearchParams(given)}`;
}

describe('the realm', () => {
  test('is described at the paths of a Keycloak realm', async () => {
    const answer = await fetch(`${idp.issuer}/.well-known/openid-configuration`);
    expect(await answer.json()).toMatchObject({
      issuer: idp.issuer,
      authorization_endpoint: endpoint('auth'),
      token_endpoint: endpoint('token'),
      jwks_uri: endpoint('certs'),
      end_session_endpoint: endpoint('logout'),
      userinfo_endpoint: endpoint('userinfo'),
      check_session_iframe: endpoint('login-status-iframe.html'),
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256'],
    });
    expect(idp.issuer).toBe(`${idp.url}/realms/preisportal`);
  });

  test('publishes no private part of its key, and keeps the key readable by its owner only', async () => {
    const { keys } = (await (await fetch(endpoint('certs'))).json()) as { keys: Record<string, unknown>[] };
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0]!)).not.toEqual(expect.arrayContaining(['d']));
    const { mode } = await stat(join(dataDir, 'identity-signing-key.json'));
    expect(mode & 0o777).toBe(0o600);
  });

  test('keeps its key over a restart, so that earlier tokens can still be verified', async () => {
    const before = await (await fetch(endpoint('certs'))).json();
    const again = await startIdentityProvider({ port: 0, dataDir, portalOrigins: [PORTAL] });
    const after = await (await fetch(`${again.issuer}/protocol/openid-connect/certs`)).json();
    await again.close();
    expect(after).toEqual(before);
  });

  test('names the file of a damaged key', async () => {
    const damaged = await mkdtemp(join(tmpdir(), 'identity-'));
    await writeFile(join(damaged, 'identity-signing-key.json'), '{"kty":"RSA"');
    const start = startIdentityProvider({ port: 0, dataDir: damaged, portalOrigins: [PORTAL] });
    await expect(start).rejects.toThrow(/identity-signing-key\.json is damaged/);
    await rm(damaged, { recursive: true });
  });

  test('refuses a taken port', async () => {
    const port = Number(new URL(idp.url).port);
    await expect(startIdentityProvider({ port, dataDir, portalOrigins: [PORTAL] })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});

describe('signing in', () => {
  test('gives tokens for the api with roles, names and session', async () => {
    const tokens = await signIn('inhaber');
    const { payload } = await jwtVerify(tokens.access_token, createRemoteJWKSet(new URL(endpoint('certs'))), {
      issuer: idp.issuer,
      audience: 'portal-api',
      algorithms: ['RS256'],
    });
    expect(payload).toMatchObject({
      sub: DEMO_USERS[0]!.id,
      azp: 'portal-web',
      realm_access: { roles: ['solvena_customer'] },
      resource_access: { trueprice: { roles: ['TP_admin_100101'] } },
      preferred_username: 'inhaber',
      name: 'Anna Berger',
      given_name: 'Anna',
      family_name: 'Berger',
      title: 'Dr.',
      country: 'DE',
    });
    expect(payload['sid']).toBe(payload['session_state']);
    expect(payload.exp! - payload.iat!).toBe(25);
    expect(tokens.expires_in).toBe(25);

    const idToken = decodeJwt(tokens.id_token);
    expect(idToken).toMatchObject({ aud: 'portal-web', sub: payload.sub, sid: payload['sid'], typ: 'ID' });
    expect(idToken['nonce']).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/));
    expect(decodeJwt(tokens.refresh_token).exp).toBeGreaterThan(payload.exp!);
  });

  test.each([
    ['inhaber', ['solvena_customer'], ['TP_admin_100101'], 'DE'],
    ['vertretung', ['solvena_customer'], ['TP_user_100101'], 'DE'],
    ['filialleiter', ['solvena_customer'], ['TP_user_100102', 'TP_user_100103', 'TP_user_100104'], 'DE'],
    ['vertrieb', ['solvena_sales'], undefined, 'DE'],
    ['admin', ['solvena_admin'], undefined, 'DE'],
    ['at-kunde', ['solvena_customer'], ['TP_user_100190'], 'AT'],
    ['ohne-rolle', [], undefined, 'DE'],
  ])('%s has the roles of the demo', async (username, realmRoles, pharmacyRoles, country) => {
    const claims = decodeJwt<{
      realm_access: { roles: string[] };
      resource_access: { trueprice?: { roles: string[] } };
      country: string;
    }>((await signIn(username)).access_token);
    expect(claims.realm_access.roles).toEqual(realmRoles);
    expect(claims.resource_access.trueprice?.roles).toEqual(pharmacyRoles);
    expect(claims.country).toBe(country);
  });

  test('takes people beside the demo users', async () => {
    const extra = { ...DEMO_USERS[1]!, id: 'extra-1', username: 'extra', pharmacyRoles: ['TP_user_7'] };
    const own = await startIdentityProvider({ port: 0, dataDir, portalOrigins: [PORTAL], extraUsers: [extra] });
    const tokens = await obtainTokens({
      issuerUrl: own.issuer,
      username: 'extra',
      password: 'demo',
      redirectUri: `${PORTAL}/`,
      clientId: 'portal-web',
    });
    await own.close();
    expect(decodeJwt(tokens.access_token)).toMatchObject({ resource_access: { trueprice: { roles: ['TP_user_7'] } } });
  });

  test.each([
    ['inhaber', 'falsch'],
    ['niemand', 'demo'],
    ['niemand', ''],
  ])('shows the form again for %s with the password "%s"', async (username, password) => {
    const refused = signIn(username, { password });
    await expect(refused).rejects.toThrow('Benutzername oder Passwort ist falsch.');
  });

  test('stops guessing after ten failures within a minute', async () => {
    let now = Date.now();
    const own = await startIdentityProvider({ port: 0, dataDir, portalOrigins: [PORTAL], now: () => now });
    const attempt = (password: string) =>
      obtainTokens({
        issuerUrl: own.issuer,
        username: 'inhaber',
        password,
        redirectUri: `${PORTAL}/`,
        clientId: 'portal-web',
      });
    for (let failures = 0; failures < 10; failures += 1) await expect(attempt('falsch')).rejects.toThrow('falsch');
    await expect(attempt('demo')).rejects.toThrow('Zu viele Versuche');
    now += 61_000;
    await expect(attempt('demo')).resolves.toHaveProperty('access_token');
    await own.close();
  });

  test('shows a German form that loads nothing from elsewhere and cannot be framed', async () => {
    const browser = new FormBrowser();
    const start = await browser.request(authorizationUrl({ login_hint: '"><script>' }));
    const form = await browser.request(new URL(start.headers.get('location')!, idp.url).href);
    const html = await form.text();
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('<label for="username">Benutzername</label>');
    expect(html).toContain('<label for="password">Passwort</label>');
    expect(html).not.toContain('"><script>');
    expect(html).not.toMatch(/(?:src|href)="(?!data:,)/);
    const policy = form.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`form-action 'self' ${PORTAL}`);
  });

  test('says so when a form has expired or belongs to another browser', async () => {
    const answer = await fetch(`${idp.issuer}/login-actions/authenticate/unknown`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Diese Anmeldung ist abgelaufen oder bereits abgeschlossen.');
  });
});

describe('an authorization request', () => {
  test.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['with PKCE in plain text', { code_challenge_method: 'plain' }],
  ])('%s is refused', async (_what, changes) => {
    const answer = await fetch(authorizationUrl(changes), { redirect: 'manual' });
    const target = new URL(answer.headers.get('location')!);
    expect(new URLSearchParams(target.hash.slice(1)).get('error')).toBe('invalid_request');
  });

  test.each([
    'http://localhost:3998/',
    'https://localhost:3999/',
    'http://localhost:3999.example/',
    'http://someone@localhost:3999/',
    '//localhost:3999/',
  ])('never returns to %s', async (redirectUri) => {
    const answer = await fetch(authorizationUrl({ redirect_uri: redirectUri }), {
      redirect: 'manual',
      headers: { Accept: 'text/html' },
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
    expect(await answer.text()).toContain('Anmeldung nicht möglich');
  });

  test('returns to any path of the portal', async () => {
    await expect(signIn('vertretung', { redirectUri: `${PORTAL}/admin/export` })).resolves.toHaveProperty('id_token');
  });
});

describe('refreshing', () => {
  test('rotates the refresh token and refuses the old one, with CORS for the portal', async () => {
    const { refresh_token: first, access_token } = await signIn('inhaber');
    const answer = await refresh(first);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(PORTAL);
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    const next = (await answer.json()) as { refresh_token: string; access_token: string };
    expect(next.refresh_token).not.toBe(first);
    expect(decodeJwt(next.access_token)['sid']).toBe(decodeJwt(access_token)['sid']);

    const reused = await refresh(first);
    expect(reused.status).toBe(400);
    expect(await reused.json()).toMatchObject({ error: 'invalid_grant' });
  });

  test('works for each tab of one sign-in', async () => {
    const browser = new FormBrowser();
    const first = await signIn('inhaber', { browser });
    const second = await signIn('inhaber', { browser });
    expect(decodeJwt(second.access_token)['sid']).toBe(decodeJwt(first.access_token)['sid']);
    expect((await refresh(first.refresh_token)).status).toBe(200);
    expect((await refresh(second.refresh_token)).status).toBe(200);
  });

  test('is refused to other origins', async () => {
    const { refresh_token } = await signIn('inhaber');
    const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'portal-web', refresh_token });
    const headers = { Origin: 'http://elsewhere.example' };
    const answer = await fetch(endpoint('token'), { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('signing out', () => {
  async function requestLogout(browser: FormBrowser, idTokenHint: string | undefined) {
    const query = new URLSearchParams({ client_id: 'portal-web', post_logout_redirect_uri: `${PORTAL}/ende` });
    if (idTokenHint !== undefined) query.set('id_token_hint', idTokenHint);
    return (await browser.request(`${endpoint('logout')}?${query}`)).text();
  }

  async function submitLogout(browser: FormBrowser, html: string) {
    const action = /action="([^"]+)"/.exec(html)![1]!;
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)![1]!;
    return browser.request(action, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) });
  }

  test('with the ID token returns to the portal unasked, and ends refresh and userinfo', async () => {
    const browser = new FormBrowser();
    const tokens = await signIn('inhaber', { browser });
    const page = await requestLogout(browser, tokens.id_token);
    expect(page).toContain('Sie werden abgemeldet');
    expect(page).toContain("<script>document.getElementById('op.logoutForm').requestSubmit(");

    const answer = await submitLogout(browser, page);
    expect(answer.headers.get('location')).toBe(`${PORTAL}/ende`);
    expect([...browser.cookies.keys()].filter((name) => /session$|status$/.test(name))).toEqual([]);
    expect((await refresh(tokens.refresh_token)).status).toBe(400);
    const headers = { Authorization: `Bearer ${tokens.access_token}` };
    expect((await fetch(endpoint('userinfo'), { headers })).status).toBe(401);
  });

  test('without the ID token asks first', async () => {
    const browser = new FormBrowser();
    await signIn('inhaber', { browser });
    const page = await requestLogout(browser, undefined);
    expect(page).toContain('Möchten Sie sich abmelden?');
    expect(page).not.toContain('<script>');
  });
});

describe('a service account', () => {
  test.each([
    ['till-sync', 'demo-till-sync', 'till_sync_100101'],
    ['pricing-engine', 'demo-pricing-engine', 'pricing_engine'],
    ['customer-centre', 'demo-customer-centre', 'customer_centre'],
  ])('%s signs in with its secret', async (clientId, clientSecret, role) => {
    const { access_token } = await obtainServiceToken({ issuerUrl: idp.issuer, clientId, clientSecret });
    expect(decodeJwt(access_token)).toMatchObject({
      iss: idp.issuer,
      aud: 'portal-api',
      azp: clientId,
      client_id: clientId,
      realm_access: { roles: [role] },
    });
  });

  test('may send its secret in the Authorization header too', async () => {
    const headers = { Authorization: `Basic ${Buffer.from('till-sync:demo-till-sync').toString('base64')}` };
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    expect((await fetch(endpoint('token'), { method: 'POST', headers, body })).status).toBe(200);
  });

  test('is refused with a wrong secret, and the browser client has no such grant', async () => {
    const wrong = obtainServiceToken({ issuerUrl: idp.issuer, clientId: 'till-sync', clientSecret: 'falsch' });
    await expect(wrong).rejects.toThrow(/401.*invalid_client/);
    const browserClient = obtainServiceToken({ issuerUrl: idp.issuer, clientId: 'portal-web', clientSecret: 'x' });
    await expect(browserClient).rejects.toThrow(/401.*invalid_client/);
  });
});
