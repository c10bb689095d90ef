import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { claimsOf } from './support/issuer.ts';
import { startPortal, type TestPortal } from './support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.close());

const claims = claimsOf('Petra Hahn', ['solvena_admin']);
const callWith = (token: string) =>
  supertest(portal.app).get('/api/solvena/pharmacies').set('Authorization', `Bearer ${token}`);

function unsigned(payload: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(payload)}.`;
}

// Rule 1.3.
test('a valid access token is accepted', async () => {
  expect((await callWith(await portal.issuer.token(claims))).status).toBe(200);
});

test.each(['portal-web', 'pricing-engine', 'till-sync', 'till-sync-700001'])('one of the client %s is', async (azp) => {
  expect((await callWith(await portal.issuer.token({ ...claims, azp }))).status).toBe(200);
});

test.each(['at', ' At ', 'AUT', 'Österreich'])('a customer of %j is refused as one of AT', async (country) => {
  const customer = claimsOf('Lukas Gruber', ['solvena_customer', 'TP_user_700001'], country);
  const response = await callWith(await portal.issuer.token(customer));
  expect([response.status, response.body.reason]).toEqual([403, 'country_not_served']);
});

test.each<[string, () => Promise<string>]>([
  ['expired', () => portal.issuer.token(claims, { expiresIn: -5 })],
  ['of a foreign issuer', () => portal.issuer.token(claims, { issuer: 'http://evil.example/realms/test' })],
  ['of another audience', () => portal.issuer.token(claims, { audience: 'account' })],
  ['signed with a foreign key', () => portal.issuer.token(claims, { foreignKey: true })],
  ['an ID token', () => portal.issuer.token({ ...claims, typ: 'ID' })],
  ['a refresh token', () => portal.issuer.token({ ...claims, typ: 'Refresh' })],
  ['an offline token', () => portal.issuer.token({ ...claims, typ: 'Offline' })],
  ['of no type', () => portal.issuer.token({ ...claims, typ: undefined })],
  ['a bearer token in another letter case', () => portal.issuer.token({ ...claims, typ: 'bearer' })],
  ['of no client', () => portal.issuer.token({ ...claims, azp: undefined })],
  ['of another client of the realm', () => portal.issuer.token({ ...claims, azp: 'account-console' })],
  ['of a client whose name goes on after that of ours', () => portal.issuer.token({ ...claims, azp: 'portal-web-2' })],
  ['of a client whose name only holds that of a till', () => portal.issuer.token({ ...claims, azp: 'x-till-sync' })],
  [
    'tampered',
    async () => {
      const [head, body, signature] = (await portal.issuer.token(claimsOf('Jonas Klein', ['solvena_customer']))).split(
        '.',
      );
      const payload = JSON.parse(Buffer.from(body as string, 'base64url').toString());
      payload.realm_access.roles = ['solvena_admin'];
      return `${head}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${signature}`;
    },
  ],
  [
    'with alg none',
    async () =>
      unsigned({
        ...claims,
        iss: `${portal.issuer.url}/realms/${portal.issuer.realm}`,
        aud: 'portal-api',
        exp: Math.floor(Date.now() / 1000) + 300,
      }),
  ],
  ['garbage', async () => 'not-a-token'],
  ['empty', async () => ''],
])('a token that is %s is refused with 401 and a German message', async (_, make) => {
  const response = await callWith(await make());
  expect(response.status).toBe(401);
  expect(response.headers['www-authenticate']).toBe('Bearer');
  expect(response.body).toMatchObject({
    status: 'ERROR',
    reason: 'not_signed_in',
    message: 'Bitte melden Sie sich an.',
  });
});

test('an ID token of a provider without typ claims is refused by its audience', async () => {
  const token = await portal.issuer.token({ ...claims, typ: undefined }, { audience: 'portal-web' });
  expect((await callWith(token)).status).toBe(401);
});

test.each([
  ['no cookie', { cookie: undefined, header: 'x'.repeat(43) }],
  ['no header', { cookie: 'x'.repeat(43), header: undefined }],
  ['another header', { cookie: 'x'.repeat(43), header: 'y'.repeat(43) }],
])('a write with %s is refused by the XSRF check', async (_, { cookie, header }) => {
  const call = supertest(portal.app)
    .put('/api/price/700001/whatever')
    .set('Authorization', `Bearer ${await portal.issuer.token(claims)}`);
  if (cookie) call.set('Cookie', `XSRF-TOKEN=${cookie}`);
  if (header) call.set('X-XSRF-TOKEN', header);
  const response = await call.send({ products: [] });
  expect(response.status).toBe(403);
  expect(response.body.reason).toBe('xsrf');
});

describe('cookies of the same name that other applications on the host or a parent domain have set (rule 1.11)', () => {
  const OWN = 'own_'.padEnd(43, 'a');
  const write = async (cookie: string, header: string | undefined) => {
    const call = supertest(portal.app)
      .put('/api/price/700001/whatever')
      .set('Authorization', `Bearer ${await portal.issuer.token(claims)}`)
      .set('Cookie', cookie);
    if (header) call.set('X-XSRF-TOKEN', header);
    return call.send({ products: [] });
  };

  test.each([
    ['before the own one', `XSRF-TOKEN=${'s'.repeat(43)}; XSRF-TOKEN=${OWN}`],
    ['short', `XSRF-TOKEN=1; XSRF-TOKEN=${OWN}`],
    ['empty', `XSRF-TOKEN=; a=b; XSRF-TOKEN=${OWN}`],
    ['in quotes', `XSRF-TOKEN="x y"; XSRF-TOKEN=${OWN}`],
    ['with a broken escape', `XSRF-TOKEN=%E0%A4%A; XSRF-TOKEN=${OWN}; XSRF-TOKEN`],
    ['long and encoded', `XSRF-TOKEN=${'eyJpdiI6'.repeat(40)}%3D; XSRF-TOKEN=${OWN}`],
  ])('one that is %s does not stand in the way of a write', async (_, cookie) => {
    // past the check the token in the path is refused
    expect((await write(cookie, OWN)).body.reason).toBe('forbidden');
    expect((await write(cookie, 'z'.repeat(43))).body.reason).toBe('xsrf');
  });

  test.each([
    ['of another form', `XSRF-TOKEN=${'eyJpdiI6'.repeat(40)}%3D`, 'GET', undefined],
    ['that scripts cannot read', `XSRF-TOKEN=${'h'.repeat(43)}`, 'PUT', undefined],
    ['under /api that scripts do not see, but another one', `XSRF-TOKEN=${'h'.repeat(43)}`, 'PUT', 's'.repeat(43)],
  ] as const)('beside one %s the browser is given an own one', async (_, cookie, method, header) => {
    const response =
      method === 'PUT'
        ? await write(cookie, header)
        : await supertest(portal.app).get('/api/config').set('Cookie', cookie);
    expect(String(response.headers['set-cookie'])).toMatch(/^XSRF-TOKEN=[\w-]{43};/);
  });

  test('who has one keeps it', async () => {
    const get = await supertest(portal.app).get('/api/config').set('Cookie', `XSRF-TOKEN=1; XSRF-TOKEN=${OWN}`);
    const put = await write(`XSRF-TOKEN=${OWN}`, OWN);
    expect([get.headers['set-cookie'], put.headers['set-cookie']]).toEqual([undefined, undefined]);
  });
});

describe('names from the provider (rule 11.11)', () => {
  const userOf = async (more: object) => {
    const token = await portal.issuer.token({ ...claimsOf('System', ['solvena_sales']), ...more });
    return supertest(portal.app).get('/api/solvena/userData').set('Authorization', `Bearer ${token}`);
  };

  test.each([
    ['System', 'System (Benutzerkonto)'],
    ['Sys\u200btem', 'System (Benutzerkonto)'],
    ['An\u0000na \u202eBerger', 'An na Berger'],
    ['\u0000', 'a.berger'],
  ])('%j is %j', async (name, shown) => {
    const response = await userOf({ name, preferred_username: 'a.berger', given_name: 'An\u0000na' });
    expect([response.status, response.body.userName]).toEqual([200, shown]);
  });

  test('a subject that no database stores is no sign-in', async () => {
    expect((await userOf({ sub: 'a\u0000b' })).status).toBe(401);
  });
});

test('the XSRF cookie is given to a browser that has none, readable by its scripts', async () => {
  const response = await supertest(portal.app).get('/api/config');
  const cookie = String(response.headers['set-cookie']);
  expect(cookie).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Strict$/);
});
