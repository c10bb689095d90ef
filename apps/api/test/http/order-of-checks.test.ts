import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ENDPOINTS, type Endpoint, REFUSALS } from '@portal/contracts';
import supertest from 'supertest';
import { createApp } from '../../src/app.ts';
import { claimsOf } from '../support/issuer.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';

const XSRF = 'x'.repeat(43);

let portal: TestPortal;
let admin: Client;
beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.as('Petra Hahn', ['solvena_admin']);
});
afterAll(() => portal?.close());

const table = Object.values<Endpoint>(ENDPOINTS);
const guarded = table.filter(({ access }) => access.kind !== 'public');
const filled = ({ path }: Endpoint, value = '1') => path.replace(/:[A-Za-z]+/g, value);

type Method = 'get' | 'post' | 'put' | 'delete' | 'patch' | 'head' | 'options';
function call(method: Method, path: string, headers: Record<string, string> = {}, agent = supertest(portal.url)) {
  return agent[method](path).set({ Cookie: `XSRF-TOKEN=${XSRF}`, 'X-XSRF-TOKEN': XSRF, ...headers });
}
const methodOf = ({ method }: Endpoint) => method.toLowerCase() as Method;

// Rules 13.2 and 13.11.
describe.each(guarded)('$id: nobody', (endpoint) => {
  const method = methodOf(endpoint);

  test.each<[string, string]>([
    ['no valid parameter', filled(endpoint, 'x')],
    ['a broken escape', filled(endpoint, '%E0%A4%A')],
    ['a broken query', `${filled(endpoint)}?limit=%ZZ&productGroup=x`],
  ])('with %s in the path gets 401, not 400', async (_, path) => {
    const response = await call(method, path);
    expect([response.status, response.body.reason]).toEqual([401, 'not_signed_in']);
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  test('with a body that is no JSON, of a foreign type or huge gets 401', async () => {
    if (endpoint.method === 'GET') return;
    for (const [type, body] of [
      ['application/json', '{"products":'],
      ['text/plain', 'hallo'],
      ['application/json', `"${'x'.repeat(200_000)}"`],
      ['multipart/form-data', 'no boundary'],
    ] as const) {
      const response = await call(method, filled(endpoint), { 'Content-Type': type }).send(body);
      expect([type, response.status]).toEqual([type, 401]);
    }
  });

  test('without an XSRF token gets 401', async () => {
    const response = await supertest(portal.url)[method](filled(endpoint));
    expect(response.status).toBe(401);
  });
});

test('somebody signed in gets 400 for a broken path, before rights and XSRF are looked at', async () => {
  for (const path of ['/api/price/%E0%A4%A/x/OTC', '/api/price/abc/token/OTC']) {
    const response = await admin.get(path);
    expect([response.status, response.body.reason]).toEqual([400, 'invalid_request']);
  }
  const customer = await portal.issuer.token(claimsOf('Karl Kunde', ['solvena_customer']));
  const write = await supertest(portal.url).put('/api/price/abc/token').set('Authorization', `Bearer ${customer}`);
  expect(write.status).toBe(400);
  expect((await call('get', '/api/price/exportLogs/file/%E0%A4%A')).status).toBe(400); // public
});

describe('a token that is none', () => {
  const most = Math.round(REFUSALS.perAddress / 1000);
  const limitedAgent = () => {
    const config = { ...portal.deps.config, rateFactor: 1 / 1000, trustProxy: 1 };
    return supertest(createApp({ ...portal.deps, config }));
  };
  const from = (address: string, token?: string) => ({
    'X-Forwarded-For': address,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  });

  test.each<[string, () => Promise<string | undefined>]>([
    ['missing', async () => undefined],
    ['garbage', async () => 'not-a-token'],
    ['badly signed', () => portal.issuer.token(claimsOf('Rolf Rater', ['solvena_admin']), { foreignKey: true })],
    ['expired', () => portal.issuer.token(claimsOf('Rolf Rater', ['solvena_admin']), { expiresIn: -5 })],
    ['of another audience', () => portal.issuer.token(claimsOf('Rolf Rater', ['solvena_admin']), { audience: 'x' })],
    ['an ID token', () => portal.issuer.token({ ...claimsOf('Rolf Rater', ['solvena_admin']), typ: 'ID' })],
  ])('%s is throttled by the address it comes from, on every path', async (_, make) => {
    const agent = limitedAgent();
    const token = await make();
    for (let n = 1; n <= most; n += 1)
      expect((await call('get', '/api/solvena/userData', from('192.0.2.1', token), agent)).status).toBe(401);
    for (const path of ['/api/solvena/userData', '/api/price/1/2/OTC', '/api/price/%E0%A4%A/x/OTC']) {
      const response = await call('get', path, from('192.0.2.1', token), agent);
      expect([path, response.status]).toEqual([path, 429]);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await call('get', '/api/solvena/userData', from('192.0.2.2', token), agent)).status).toBe(401);
    // A signed-in caller is counted alone.
    const valid = await portal.issuer.token(claimsOf('Anna Antwort', ['solvena_admin']));
    expect((await call('get', '/api/solvena/userData', from('192.0.2.1', valid), agent)).status).toBe(200);
  });

  test('all of them count together, missing, broken and in broken paths', async () => {
    const agent = limitedAgent();
    const foreign = await portal.issuer.token(claimsOf('Rolf Rater', ['solvena_admin']), { foreignKey: true });
    const attempts: [string, string | undefined][] = [
      ['/api/solvena/userData', undefined],
      ['/api/solvena/userData', foreign],
      ['/api/price/%E0%A4%A/x/OTC', 'not-a-token'],
    ];
    for (let n = 0; n < most; n += 1) {
      const [path, token] = attempts[n % 3] as (typeof attempts)[number];
      expect((await call('get', path, from('192.0.2.9', token), agent)).status).toBe(401);
    }
    expect((await call('get', '/api/solvena/userData', from('192.0.2.9'), agent)).status).toBe(429);
  });

  test('hinders no public call', async () => {
    const response = await call('get', '/api/config', { Authorization: 'Bearer not-a-token' });
    expect(response.status).toBe(200);
  });
});

describe('another method on a known path', () => {
  const METHODS = ['get', 'post', 'put', 'delete', 'patch'] as const;
  const matches = (path: string, other: Endpoint) =>
    new RegExp(`^${other.path.replace(/:[A-Za-z]+/g, '[^/]+')}$`).test(path);

  const parameters = (other: Endpoint) => other.path.split('/:').length;

  test.each(table)('$method $path', async (endpoint) => {
    const path = filled(endpoint);
    // `/api/price/exportLogs/open` fits the path of a price list as well; it is what its literal parts say.
    const there = table.filter((other) => matches(path, other));
    const fewest = Math.min(...there.map(parameters));
    const known = new Set(there.filter((other) => parameters(other) === fewest).map(({ method }) => method as string));
    for (const method of METHODS) {
      if (known.has(method.toUpperCase())) continue;
      for (const at of [path, `${path}/`, path.toUpperCase()]) {
        const response = await call(method, at);
        expect([method, at, response.status]).toEqual([method, at, 405]);
        const allowed = String(response.headers.allow).split(', ');
        expect(allowed.filter((name) => name !== 'HEAD' && name !== 'OPTIONS').toSorted()).toEqual(
          [...known].toSorted(),
        );
        expect(response.body).toMatchObject({ status: 'ERROR', reason: 'method_not_allowed' });
        expect(response.body.message).toMatch(/^Diese Adresse kennt nur: /);
      }
    }
    const options = await call('options', path);
    expect([options.status, options.text]).toEqual([204, '']);
    expect(String(options.headers.allow).split(', ')).toEqual(expect.arrayContaining([...known, 'OPTIONS']));
    expect(options.headers['access-control-allow-origin']).toBeUndefined();
    // HEAD is GET without a body; the one GET that changes something has none.
    const head = await call('head', path);
    if (!known.has('GET') || endpoint.id.startsWith('releaseLzd')) expect(head.status).toBe(405);
    else expect(head.status).toBe((await call('get', path)).status);
  });

  test('a path that does not exist stays 404 for every method, signed in or not', async () => {
    for (const method of [...METHODS, 'options', 'head'] as const) {
      for (const path of ['/api', '/api/nirgendwo', '/api/price', '/api/nirgendwo/%ZZ']) {
        expect([method, path, (await call(method, path)).status]).toEqual([method, path, 404]);
      }
    }
    expect((await admin.get('/api/nirgendwo')).status).toBe(404);
  });

  test('a broken escape does not hide it', async () => {
    const response = await call('post', '/api/pharmacy/dashboard/%ZZ/x');
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
