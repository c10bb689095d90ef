import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ENDPOINTS, type Endpoint } from '@portal/contracts';
import { ROUTE_ROLES } from '@portal/rules';
import supertest from 'supertest';
import { createApp } from '../../src/app.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedOpenUpdate, seedPharmacy, testPzn } from '../support/seed.ts';

let portal: TestPortal;
let dist: string;
beforeAll(async () => {
  portal = await startPortal();
  dist = await mkdtemp(join(tmpdir(), 'preisportal-dist-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'assets/a-12345678.js'), 'export {};');
  await writeFile(join(dist, 'robots.txt'), 'User-agent: *');
  await writeFile(
    join(dist, 'index.html'),
    '<meta name="csp-nonce" content="__CSP_NONCE__" /><script type="module" src="/assets/a-12345678.js"></script>',
  );
});
afterAll(async () => {
  await portal?.close();
  await rm(dist, { recursive: true, force: true });
});

const served = (baseUrl = 'http://localhost:3000') =>
  supertest(createApp({ ...portal.deps, config: { ...portal.deps.config, baseUrl, webDist: dist } }));

/** The directives of a policy by name. */
function policyOf(response: supertest.Response): Record<string, string[]> {
  const policy = response.headers['content-security-policy'] as string;
  return Object.fromEntries(
    policy.split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(/\s+/);
      return [name, values];
    }),
  );
}

// Rules 13.8 and 13.9.
describe('the policy of the page', () => {
  test('lets scripts come from the portal alone and nothing stand in the page itself', async () => {
    const policy = policyOf(await served().get('/'));
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['script-src']).toEqual(["'self'"]);
    expect(policy['style-src-attr']).toEqual(["'none'"]);
    expect(policy['object-src']).toEqual(["'none'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    expect(policy['frame-ancestors']).toEqual(["'self'"]);
    expect(Object.values(policy).flat().join(' ')).not.toMatch(/unsafe|\*|https?:(?!\/\/)/);
  });

  test('names a nonce for style elements, the one in the page, new with every answer', async () => {
    const answers = [await served().get('/'), await served().get('/p/1/2')];
    const nonces = answers.map((answer) => {
      const [, inPage] = /content="([^"]*)"/.exec(answer.text) ?? [];
      expect(policyOf(answer)['style-src-elem']).toEqual(["'self'", `'nonce-${inPage}'`]);
      return inPage as string;
    });
    expect(Buffer.from(nonces[0] as string, 'base64')).toHaveLength(16);
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(answers[0]?.headers['cache-control']).toBe('private, no-cache');
  });
});

// Rule 21.6.
describe('the page that reads codes with the camera', () => {
  const PAGE = '/p/100101/tokenA/regal';

  test('alone may use the camera and run WebAssembly, and nothing more', async () => {
    const answer = await served().get(PAGE);
    expect(policyOf(answer)).toEqual({
      ...policyOf(await served().get('/')),
      'script-src': ["'self'", "'wasm-unsafe-eval'"],
      'style-src-elem': ["'self'", expect.stringMatching(/^'nonce-/)],
    });
    expect(answer.headers['permissions-policy']).toBe(
      'camera=(self), geolocation=(), microphone=(), payment=(), usb=(), serial=(), display-capture=()',
    );
  });

  test('is on no other answer: page, file or call', async () => {
    const pages = Object.keys(ROUTE_ROLES)
      .map((route) => `/${route.replace(/:\w+/g, 'x')}`)
      .filter((path) => !path.endsWith('/regal'));
    const others = [
      '/regal',
      `${PAGE}/x`,
      '/api/config',
      '/api/price/shelf/1/regal',
      '/assets/a-12345678.js',
      '/index.html',
    ];
    expect(pages.length).toBeGreaterThan(14);
    for (const path of [...pages, ...others]) {
      const answer = await served().get(path);
      expect([path, policyOf(answer)['script-src']]).toEqual([path, ["'self'"]]);
      expect([path, answer.headers['permissions-policy']]).toEqual([path, expect.stringContaining('camera=()')]);
    }
  });
});

test('every answer forbids guessing its type, framing by others, telling where a reader came from', async () => {
  for (const path of ['/', '/api/config', '/api/nirgendwo', '/assets/missing-12345678.js']) {
    const { headers } = await served().get(path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('what is no page and no file is refused in German, never with a page of the framework', async () => {
  for (const [method, path, status, message] of [
    ['get', '/p/%ZZ', 400, 'Die Adresse enthält ungültige Zeichen.'],
    ['post', '/', 405, 'Diese Adresse kennt nur: GET, HEAD, OPTIONS.'],
    ['delete', '/p/1/2', 405, 'Diese Adresse kennt nur: GET, HEAD, OPTIONS.'],
  ] as const) {
    const response = await served()[method](path);
    expect([path, response.status, response.body.message]).toEqual([path, status, message]);
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.headers.allow).toBe(status === 405 ? 'GET, HEAD, OPTIONS' : undefined);
  }
  const without = await supertest(portal.app).post('/irgendwo');
  expect([without.status, without.body.reason]).toEqual([404, 'not_found']);
});

test('the cookie is Secure and HTTPS is insisted on where the portal has it', async () => {
  const plain = await served().get('/');
  expect(plain.headers['set-cookie']?.[0]).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Strict$/);
  expect(plain.headers['strict-transport-security']).toBeUndefined();
  const secure = await served('https://portal.example').get('/');
  expect(secure.headers['set-cookie']?.[0]).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; Secure; SameSite=Strict$/);
  expect(secure.headers['strict-transport-security']).toMatch(/^max-age=31536000/);
});

describe('the XSRF cookie', () => {
  const cookieOf = (response: supertest.Response) => response.headers['set-cookie'];

  test('comes with pages and calls, where the web needs it', async () => {
    for (const path of ['/', '/p/1/2', '/api/config', '/api/solvena/userData'])
      expect([path, String(cookieOf(await served().get(path)))]).toEqual([path, expect.stringMatching(/^XSRF-TOKEN=/)]);
  });

  test('never comes with files and probes, which are the same for everybody', async () => {
    for (const path of [
      '/assets/a-12345678.js',
      '/assets/missing-12345678.js',
      '/robots.txt',
      '/api/health/live',
      '/api/health/ready',
      '/API/health/live',
      '/api/openapi.json',
    ])
      expect([path, cookieOf(await served().get(path))]).toEqual([path, undefined]);
  });
});

test('no answer of a call is kept by a cache, for any caller and any status', async () => {
  const pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: testPzn(1) }]);
  const mdp = await seedOpenUpdate(portal.database, pharmacy, 'MDP', 'OTC', [testPzn(1)]);
  const values: Record<string, string> = {
    token: pharmacy.token,
    productGroup: 'OTC',
    block: '12',
    listKind: 'MDP',
    kind: 'MDP',
    pzn: testPzn(1),
    id: String(mdp),
    ticket: 'x.y',
  };
  for (const id of ['pharmacyId', 'apoId', 'crmId', 'crmCompanyId']) values[id] = String(pharmacy.crmCompanyId);
  const clients = [
    portal.anonymous,
    await portal.as('Petra Hahn', ['solvena_admin']),
    await portal.as('Karl Kasse', [`till_sync_${pharmacy.crmCompanyId}`]),
  ];
  const answered = new Set<string>();
  for (const endpoint of Object.values<Endpoint>(ENDPOINTS)) {
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => values[name] ?? '1');
    const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    for (const client of clients) {
      const { status, headers } = await client[method](path, {});
      expect([endpoint.id, status, headers['cache-control']]).toEqual([
        endpoint.id,
        status,
        expect.stringMatching(/^(private, )?no-store$/),
      ]);
      expect(headers['referrer-policy']).toBe('no-referrer');
      if (status === 200) answered.add(endpoint.id);
    }
  }
  // Those that are written by the use cases themselves are among them.
  const negotiated = ['getPriceList', 'getMdp', 'getTillPrices', 'getPriceListPdf', 'getLogFile', 'getConfig'];
  expect([...answered]).toEqual(expect.arrayContaining(negotiated));
});

test('a call without an ETag never says that nothing has changed', async () => {
  for (const path of ['/api/config', '/api/health/live']) {
    const { status, text } = await portal.anonymous.get(path).set('If-None-Match', '*');
    expect([path, status, text.slice(0, 1)]).toEqual([path, 200, '{']);
  }
});
