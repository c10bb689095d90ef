import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { startCustomerCentre } from '../src/customer-centre/server.ts';
import { type IdentityProvider, startIdentityProvider } from '../src/identity/provider.ts';
import { FormBrowser, obtainTokens, type TokenSet } from '../src/identity/sign-in.ts';

const PORTAL = 'http://localhost:3999';

let dataDir: string;
let idp: IdentityProvider;
let browser: FormBrowser;
let tokens: TokenSet;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'identity-'));
  idp = await startIdentityProvider({ port: 0, dataDir, portalOrigins: [PORTAL] });
  browser = new FormBrowser();
  tokens = await obtainTokens({
    issuerUrl: idp.issuer,
    username: 'inhaber',
    password: 'demo',
    redirectUri: `${PORTAL}/`,
    clientId: 'portal-web',
    browser,
  });
});

afterAll(async () => {
  await idp.close();
  await rm(dataDir, { recursive: true });
});

describe('the session check', () => {
  const frame = '/protocol/openid-connect/login-status-iframe.html';

  test.each([frame, '/protocol/openid-connect/3p-cookies/step1.html'])(
    '%s may be framed by the portal only',
    async (path) => {
      const answer = await fetch(idp.issuer + path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${PORTAL}`);
      expect(answer.headers.get('x-frame-options')).toBeNull();
    },
  );

  test.each([
    ['portal-web', PORTAL, 204],
    ['portal-web', 'http://elsewhere.example', 403],
    ['till-sync', PORTAL, 403],
  ])('answers the client %s at %s with %i', async (clientId, origin, status) => {
    const query = new URLSearchParams({ client_id: clientId, origin });
    expect((await fetch(`${idp.issuer}${frame}/init?${query}`)).status).toBe(status);
  });

  test('finds the session of the token in its cookie, whose name carries the port', () => {
    const cookie = browser.cookies.get(`idp_${new URL(idp.url).port}_status`);
    expect(decodeURIComponent(cookie!)).toBe(decodeJwt(tokens.access_token)['sid']);
  });
});

describe('the account', () => {
  test('is JSON for the bearer of a token', async () => {
    const headers = { Accept: 'application/json', Authorization: `bearer ${tokens.access_token}`, Origin: PORTAL };
    const answer = await fetch(`${idp.issuer}/account`, { headers });
    expect(answer.headers.get('access-control-allow-origin')).toBe(PORTAL);
    expect(await answer.json()).toMatchObject({ username: 'inhaber', firstName: 'Anna', lastName: 'Berger' });
  });

  test('is a German page for a signed-in browser, with a way back to the portal only', async () => {
    const headers = { Accept: 'text/html' };
    const page = async (referrer: string) =>
      (await browser.request(`${idp.issuer}/account?referrer_uri=${encodeURIComponent(referrer)}`, { headers })).text();
    expect(await page(`${PORTAL}/p/1`)).toContain('<dd>Dr. Anna Berger</dd>');
    expect(await page(`${PORTAL}/p/1`)).toContain(`href="${PORTAL}/p/1"`);
    expect(await page('http://elsewhere.example/')).toContain(`href="${PORTAL}/"`);
    expect(await page('javascript:alert(1)')).toContain(`href="${PORTAL}/"`);
  });

  test('asks a stranger to sign in', async () => {
    const answer = await fetch(`${idp.issuer}/account`, { headers: { Accept: 'text/html' } });
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain('Sie sind nicht angemeldet.');
  });

  test.each(['account', 'protocol/openid-connect/userinfo'])('%s refuses ID tokens and nonsense', async (path) => {
    for (const token of [tokens.id_token, tokens.refresh_token, `${tokens.access_token}x`, 'nonsense']) {
      const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
      const answer = await fetch(`${idp.issuer}/${path}`, { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toContain('Bearer');
    }
  });

  test('userinfo answers the claims of the token', async () => {
    const headers = { Authorization: `Bearer ${tokens.access_token}` };
    const answer = await fetch(`${idp.issuer}/protocol/openid-connect/userinfo`, { headers });
    expect(await answer.json()).toMatchObject({ preferred_username: 'inhaber', country: 'DE' });
  });
});

describe('the customer centre', () => {
  test('has an icon for every tool and a page behind every link', async () => {
    const centre = await startCustomerCentre({ port: 0 });
    for (const toolId of ['1', '2', '3', '4', 'unknown']) {
      const icon = await fetch(`${centre.url}/api/public/icon/${toolId}`);
      expect(icon.headers.get('content-type')).toContain('image/svg+xml');
      expect(icon.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(icon.headers.get('cache-control')).toContain('max-age');
    }
    const pages = {
      '/': 'Startseite des Kundencenters',
      '/admin/pharmacies/100101/abc': 'Verwaltungsbereich der Apotheke 100101',
      '/pharmacy/pharmacies/100101/abc': 'Kundenbereich der Apotheke 100101',
      '/impressum/de': 'Impressum für Deutschland',
      '/impressum/at': 'Impressum für Österreich',
      '/datenschutz/de': 'Datenschutzerklärung',
      '/tools/3': 'Werkzeug mit der Nummer 3',
      '/tools/%3Cb%3E': '&lt;b&gt;',
    };
    for (const [path, text] of Object.entries(pages)) {
      const page = await fetch(centre.url + path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(await page.text()).toContain(text);
    }
    expect((await fetch(`${centre.url}/nirgendwo`)).status).toBe(404);
    await centre.close();
  });
});
