import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import supertest from 'supertest';
import { createApp } from '../src/app.ts';
import { createKeys, type Keys } from '../src/auth/provider-keys.ts';
import { ConfigError, readConfig } from '../src/config.ts';
import { claimsOf } from './support/issuer.ts';
import { startPortal, type TestPortal } from './support/portal.ts';

describe('tokens', () => {
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

  test.each(['portal-web', 'pricing-engine', 'till-sync', 'till-sync-700001'])(
    'one of the client %s is',
    async (azp) => {
      expect((await callWith(await portal.issuer.token({ ...claims, azp }))).status).toBe(200);
    },
  );

  test.each(['at', ' At ', 'AUT', 'Österreich'])('a customer of %j is refused as one of AT', async (country) => {
    const customer = claimsOf('Lukas Gruber', ['solvena_customer', 'TP_user_700001'], country);
    const response = await callWith(await portal.issuer.token(customer));
    expect([response.status, response.body.reason]).toEqual([403, 'country_not_served']);
  });

  test('a token that was right costs one signature, and is refused all the same once it has expired', async () => {
    const token = await portal.issuer.token(claims, { expiresIn: 2 });
    const verified = jest.spyOn(crypto.subtle, 'verify');
    for (let calls = 0; calls < 3; calls += 1) expect((await callWith(token)).status).toBe(200);
    expect(verified).toHaveBeenCalledTimes(1);
    verified.mockRestore();
    await pause(2_100);
    expect((await callWith(token)).status).toBe(401);
  });

  test('expired and malformed tokens cost no signature, and one that is forged costs one', async () => {
    const expired = await portal.issuer.token(claims, { expiresIn: -5 });
    const forged = await portal.issuer.token(claims, { foreignKey: true });
    const verified = jest.spyOn(crypto.subtle, 'verify');
    for (const [token, signatures] of [
      [expired, 0],
      ['x.y.z', 0],
      [forged, 1],
    ] as const) {
      verified.mockClear();
      for (let calls = 0; calls < 3; calls += 1) expect((await callWith(token)).status).toBe(401);
      expect(verified).toHaveBeenCalledTimes(signatures);
    }
    expect((await callWith(await portal.issuer.token(claims))).status).toBe(200);
    verified.mockRestore();
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
    [
      'of a client whose name goes on after that of ours',
      () => portal.issuer.token({ ...claims, azp: 'portal-web-2' }),
    ],
    ['of a client whose name only holds that of a till', () => portal.issuer.token({ ...claims, azp: 'x-till-sync' })],
    [
      'tampered',
      async () => {
        const [head, body, signature] = (
          await portal.issuer.token(claimsOf('Jonas Klein', ['solvena_customer']))
        ).split('.');
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
});

describe('keys of the provider', () => {
  const MINUTE = 60_000;
  const realNow = Date.now;
  let server: Server;
  let away: boolean;
  let asked: number;
  let key: Awaited<ReturnType<typeof generateKeyPair>>;
  let keys: Keys;
  let ahead = 0;

  beforeEach(async () => {
    key = await generateKeyPair('RS256');
    const jwk = { ...(await exportJWK(key.publicKey)), kid: 'known', alg: 'RS256' };
    [away, asked, ahead] = [false, 0, 0];
    server = createServer((_request, response) => {
      asked += 1;
      if (away) response.writeHead(502).end();
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // jose reads the time from here and nowhere else.
    Date.now = () => realNow() + ahead;
    keys = createKeys(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/certs`), 5_000);
  });
  afterEach(async () => {
    Date.now = realNow;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function verify(kid = 'known'): Promise<string> {
    const token = await new SignJWT({ sub: 'somebody' }).setProtectedHeader({ alg: 'RS256', kid }).sign(key.privateKey);
    return jwtVerify(token, keys).then(
      () => 'accepted',
      (error: { httpStatus?: number; code?: string }) => String(error.httpStatus ?? error.code),
    );
  }

  // Rule 1.3.
  test('known keys serve while the provider is away, also when they would be fetched again', async () => {
    expect(await verify()).toBe('accepted');
    away = true;
    ahead = 30 * MINUTE;
    expect(await verify()).toBe('accepted');
    ahead = 11 * 60 * MINUTE;
    expect(await verify()).toBe('accepted');
    away = false;
    ahead += MINUTE;
    expect(await verify()).toBe('accepted');
    // The keys are confirmed again, so that the next outage may last as long.
    away = true;
    ahead += 11 * 60 * MINUTE;
    expect(await verify()).toBe('accepted');
  });

  test('keys that the provider has not confirmed for twelve hours are not used any more', async () => {
    expect(await verify()).toBe('accepted');
    away = true;
    ahead = 13 * 60 * MINUTE;
    expect(await verify()).toBe('503');
  });

  test('an unknown key is 503 while the provider is away and an error of the token when it is there', async () => {
    expect(await verify('other')).toBe('ERR_JWKS_NO_MATCHING_KEY');
    away = true;
    ahead = 20 * MINUTE;
    expect(await verify('other')).toBe('503');
    expect(await verify()).toBe('accepted');
  });

  test('a provider that is away is not asked at every call', async () => {
    expect(await verify()).toBe('accepted');
    away = true;
    ahead = 20 * MINUTE;
    for (let call = 0; call < 20; call++) expect(await verify()).toBe('accepted');
    expect(asked).toBe(2);
  });

  test('without any known key the answer is 503, and recovers by itself', async () => {
    away = true;
    expect(await verify()).toBe('503');
    away = false;
    ahead = MINUTE;
    expect(await verify()).toBe('accepted');
  });
});

describe('users', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal?.close());

  const REQUIRED = {
    DATABASE_URL: 'postgresql://localhost/portal',
    PORTAL_BASE_URL: 'https://portal.example',
    PORTAL_ENVIRONMENT: 'test',
    PORTAL_IDENTITY_URL: 'https://login.example/',
    PORTAL_IDENTITY_REALM: 'preise',
    PORTAL_IDENTITY_CLIENT: 'web',
    PORTAL_IDENTITY_AUDIENCE: 'api',
    PORTAL_CUSTOMER_CENTRE_URL: 'https://kundencenter.example/',
    PORTAL_SMTP_URL: 'smtps://user:secret@mail.example',
    PORTAL_MAIL_FROM: 'TruePrice <preise@example.com>',
    PORTAL_LINK_SECRET: 'b7d02c6e1f984a35b7d02c6e1f984a36',
    PORTAL_TASKS_SECRET: 'Quitte-Nebel-41-Hafen-Zimt-Orgel',
  };
  const contacts = (title: string) => ({
    title,
    people: [{ name: 'A', mobile: '1', title: 'B' }],
    phone: '2',
    email: 'c',
  });
  const SUPPORT = JSON.stringify({ DE: contacts('Hilfe'), AT: contacts('Servus') });

  describe('the support contacts (rule 2.14)', () => {
    test.each([
      ['DE', 'TruePrice Support Deutschland'],
      ['AT', 'TruePrice Support Österreich'],
      ['CH', 'TruePrice Support Deutschland'],
      [' at ', 'TruePrice Support Österreich'],
      ['AUT', 'TruePrice Support Österreich'],
    ])('of somebody from %s are "%s"', async (country, title) => {
      const { body } = await (await portal.as('Tobias Sommer', ['solvena_sales'], country)).get(
        '/api/solvena/userData',
      );
      expect(body.support.title).toBe(title);
    });

    test('come from the settings', async () => {
      const { support } = readConfig({ ...REQUIRED, PORTAL_SUPPORT: SUPPORT });
      const app = createApp({ ...portal.deps, config: { ...portal.deps.config, support } });
      const token = await portal.issuer.token(claimsOf('Tobias Sommer', ['solvena_sales'], 'AT'));
      const { body } = await supertest(app).get('/api/solvena/userData').set('Authorization', `Bearer ${token}`);
      expect(body.support).toEqual(contacts('Servus'));
      expect(body.supportByCountry).toEqual({ DE: contacts('Hilfe'), AT: contacts('Servus') });
    });

    test.each(['DE', 'AT', 'CH'])(
      'of both countries are told somebody from %s, who may look at either',
      async (country) => {
        const { body } = await (await portal.as('Tobias Sommer', ['solvena_sales'], country)).get(
          '/api/solvena/userData',
        );
        expect(Object.keys(body.supportByCountry)).toEqual(['DE', 'AT']);
        expect(body.supportByCountry.DE.title).toBe('TruePrice Support Deutschland');
        expect(body.supportByCountry.AT.title).toBe('TruePrice Support Österreich');
      },
    );

    test('have to be set in production', () => {
      const production = { ...REQUIRED, PORTAL_ENVIRONMENT: 'production', PORTAL_BASE_URL: 'https://preise.example' };
      expect(() => readConfig(production)).toThrow(
        new ConfigError('PORTAL_SUPPORT: Im Produktivbetrieb müssen Ansprechpartner angegeben sein.'),
      );
      expect(readConfig({ ...production, PORTAL_SUPPORT: SUPPORT }).support.DE.title).toBe('Hilfe');
      expect(() => readConfig({ ...REQUIRED, PORTAL_SUPPORT: '{"DE": 1}' })).toThrow(
        /PORTAL_SUPPORT: keine gültigen Ansprechpartner/,
      );
    });
  });

  describe('the links out', () => {
    test('lead to customer centre and identity provider where nothing else is set', () => {
      expect(readConfig(REQUIRED).links).toEqual({
        imprint: {
          de: 'https://kundencenter.example/impressum/de',
          other: 'https://kundencenter.example/impressum/at',
        },
        privacy: {
          de: 'https://kundencenter.example/datenschutz/de',
          other: 'https://kundencenter.example/datenschutz/at',
        },
        help: 'https://kundencenter.example/hilfe',
        profile: 'https://login.example/realms/preise/account',
      });
      expect(readConfig(REQUIRED).tasks.url).toBe('https://kundencenter.example/api/tasks/closed');
    });

    test('are each what is set', () => {
      const links = readConfig({
        ...REQUIRED,
        PORTAL_IMPRINT_URL_DE: 'https://a.example',
        PORTAL_IMPRINT_URL_OTHER: 'https://b.example',
        PORTAL_PRIVACY_URL_DE: 'https://c.example',
        PORTAL_PRIVACY_URL_OTHER: 'https://d.example',
        PORTAL_HELP_URL: 'https://f.example/hilfe',
        PORTAL_PROFILE_URL: 'https://e.example',
      }).links;
      expect(links).toEqual({
        imprint: { de: 'https://a.example', other: 'https://b.example' },
        privacy: { de: 'https://c.example', other: 'https://d.example' },
        help: 'https://f.example/hilfe',
        profile: 'https://e.example',
      });
    });

    test.each(['PORTAL_SMTP_URL', 'PORTAL_MAIL_FROM', 'PORTAL_LINK_SECRET', 'PORTAL_TASKS_SECRET'])(
      'a portal without %s does not start and says so',
      (name) => {
        expect(() => readConfig({ ...REQUIRED, [name]: undefined })).toThrow(new RegExp(name));
      },
    );

    test('a short secret is refused', () => {
      expect(() => readConfig({ ...REQUIRED, PORTAL_LINK_SECRET: 'short' })).toThrow(
        /PORTAL_LINK_SECRET: mindestens 32/,
      );
    });
  });
});
