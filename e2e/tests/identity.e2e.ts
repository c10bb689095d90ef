import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { obtainServiceToken, obtainTokens, type TokenSet } from '@portal/dev/identity/sign-in.ts';
import { DEMO_SERVICE_ACCOUNTS, DEMO_USERS, type DemoUser } from '@portal/dev/identity/users.ts';
import { accessFrom, readRoles } from '@portal/rules';
import type { Page } from '@playwright/test';
import { fillSignIn } from '../src/journey.ts';
import { ACCESS_TOKEN_SECONDS, portal, REFRESH_AFTER_MS } from '../src/running.ts';
import { describe, test, testByNight } from '../src/runner.ts';

const START = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;
const [till, pricingEngine] = DEMO_SERVICE_ACCOUNTS;

async function signIn(username: string, redirectUri?: string): Promise<TokenSet> {
  const { stack } = portal();
  const password = 'demo';
  return obtainTokens({
    issuerUrl: stack.issuer,
    clientId: 'portal-web',
    redirectUri: redirectUri ?? `${stack.portalUrl}/p/1/2?tab=1`,
    username,
    password,
  });
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

async function call(path: string, token: string): Promise<number> {
  const { stack } = portal();
  const response = await fetch(stack.portalUrl + path, { headers: { Authorization: `Bearer ${token}` } });
  await response.body?.cancel();
  return response.status;
}

/** What somebody may do, apart from the names of roles that mean nothing to the portal. */
function may(roles: readonly string[], country: string) {
  const { roles: _names, ...access } = accessFrom(roles, country);
  return access;
}

describe('tokens', () => {
  for (const user of DEMO_USERS) {
    test(`of ${user.username} say who it is and what they may do`, async () => {
      const { stack } = portal();
      const { access_token, id_token, expires_in } = await signIn(user.username);
      const claims = claimsOf(access_token);
      assert.equal(claims['iss'], stack.issuer);
      assert.ok([claims['aud']].flat().includes('portal-api'));
      assert.equal(claims['azp'], 'portal-web');
      assert.equal(claims['typ'], 'Bearer');
      // less what the answer itself took, in whole seconds; a provider that has just started takes one or two
      assert.ok(
        expires_in > ACCESS_TOKEN_SECONDS - 5 && expires_in <= ACCESS_TOKEN_SECONDS,
        `expires_in ${expires_in}`,
      );
      for (const token of [claims, claimsOf(id_token)]) assert.deepEqual(personIn(token), personOf(user));
      assert.equal(claimsOf(id_token)['sid'], claims['sid']);
      assert.ok(claims['sid']);
      assert.deepEqual(
        may(readRoles(claims), user.country),
        may([...user.realmRoles, ...user.pharmacyRoles], user.country),
      );
    });
  }

  const personIn = (claims: Record<string, unknown>) => ({
    sub: claims['sub'],
    name: claims['name'],
    given_name: claims['given_name'],
    family_name: claims['family_name'],
    preferred_username: claims['preferred_username'],
    email: claims['email'],
    title: claims['title'],
    country: claims['country'],
  });
  const personOf = (user: DemoUser): ReturnType<typeof personIn> => ({
    sub: user.id,
    name: `${user.givenName} ${user.familyName}`,
    given_name: user.givenName,
    family_name: user.familyName,
    preferred_username: user.username,
    email: user.email,
    title: user.title,
    country: user.country,
  });

  test('for calls are access tokens only', async () => {
    const tokens = await signIn('inhaber');
    assert.equal(await call('/api/solvena/userData', tokens.access_token), 200);
    assert.equal(await call('/api/solvena/userData', tokens.id_token), 401);
    assert.equal(await call('/api/solvena/userData', tokens.refresh_token), 401);
  });

  test('are for addresses of the portal and for codes with PKCE only', async () => {
    const { stack } = portal();
    await assert.rejects(signIn('inhaber', 'http://localhost:1/elsewhere'), /refused with 400/);
    const query = new URLSearchParams({
      client_id: 'portal-web',
      redirect_uri: `${stack.portalUrl}/`,
      response_type: 'code',
      response_mode: 'fragment',
      scope: 'openid',
      state: randomUUID(),
    });
    const answer = await fetch(`${stack.issuer}/protocol/openid-connect/auth?${query}`, { redirect: 'manual' });
    assert.match(answer.headers.get('location') ?? '', /#error=invalid_request/);
  });

  test('are rotated: a refresh token that was used is refused', async () => {
    const { refresh_token } = await signIn('vertretung');
    const first = await refresh(refresh_token);
    assert.equal(first.status, 200);
    assert.equal((await refresh(refresh_token)).status, 400);
  });
});

async function refresh(refreshToken: string): Promise<Response> {
  const { stack } = portal();
  const form = { grant_type: 'refresh_token', client_id: 'portal-web', refresh_token: refreshToken };
  return fetch(`${stack.issuer}/protocol/openid-connect/token`, { method: 'POST', body: new URLSearchParams(form) });
}

describe('service accounts', () => {
  const prices = `/api/till/v1/${OWNER_PHARMACY.crmCompanyId}/prices`;

  test('a till reads the prices of its own pharmacy and nothing else', async () => {
    const token = await serviceToken(till);
    assert.equal(await call(prices, token), 200);
    assert.equal(await call('/api/till/v1/100102/prices', token), 403);
    assert.equal(await call('/api/solvena/userData', token), 403);
  });

  test('the pricing engine is no till', async () => {
    const token = await serviceToken(pricingEngine);
    assert.deepEqual(readRoles(claimsOf(token)), ['pricing_engine']);
    assert.equal(await call(prices, token), 403);
  });

  test('a wrong secret is refused', async () => {
    await assert.rejects(serviceToken(till && { ...till, clientSecret: 'falsch' }), /refused with 401/);
  });

  async function serviceToken(account: (typeof DEMO_SERVICE_ACCOUNTS)[number] | undefined): Promise<string> {
    assert.ok(account);
    const { stack } = portal();
    const { clientId, clientSecret, id } = account;
    const { access_token } = await obtainServiceToken({ issuerUrl: stack.issuer, clientId, clientSecret });
    const claims = claimsOf(access_token);
    assert.equal(claims['sub'], id);
    assert.equal(claims['preferred_username'], `service-account-${clientId}`);
    return access_token;
  }
});

describe('several tabs of one sign-in', () => {
  testByNight('are refreshed each on its own', async ({ visitAs }) => {
    const { page, context } = await visitAs('inhaber', START);
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('heading', { name: /Willkommen/ }).waitFor();
    for (let round = 0; round < 2; round += 1) {
      await page.waitForTimeout(REFRESH_AFTER_MS);
      for (const tab of [page, other]) await goAndComeBack(tab);
    }
  });

  testByNight('end together: one that signs out is noticed by the other', async ({ visitAs }) => {
    const { page, context } = await visitAs('inhaber', START);
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    const other = await context.newPage();
    await other.goto(`${page.url()}/pricelist/OTC`);
    await other.getByText('Preisliste OTC').waitFor();
    await page.getByRole('button', { name: /Anna Berger/ }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
    await page.getByLabel('Benutzername').waitFor();
    await other.getByLabel('Benutzername').waitFor();
    await fillSignIn(other, 'inhaber');
    await other.waitForURL(`**${START}/pricelist/OTC`);
  });

  /** To another page by a call that needs a fresh token, without being signed in again. */
  async function goAndComeBack(tab: Page): Promise<void> {
    await tab.bringToFront();
    const refreshed = tab.waitForResponse((response) => response.url().endsWith('/protocol/openid-connect/token'));
    await tab.getByRole('link', { name: 'Preisliste OTC öffnen' }).click();
    const answer = await refreshed;
    assert.equal(answer.status(), 200);
    assert.match(answer.request().postData() ?? '', /grant_type=refresh_token/);
    await tab.getByText('Preisliste OTC').waitFor();
    await tab.goBack();
    await tab.getByRole('heading', { name: /Willkommen/ }).waitFor();
  }
});

testByNight('Mein Profil leads to the own data at the identity provider', async ({ visitAs }) => {
  const { page } = await visitAs('inhaber', START);
  await page.getByRole('button', { name: /Anna Berger/ }).click();
  await page.getByRole('menuitem', { name: 'Mein Profil' }).click();
  await page.waitForURL(`${portal().stack.issuer}/account**`);
  await page.getByText('Anna Berger').first().waitFor();
});
