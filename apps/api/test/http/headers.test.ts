import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Endpoint, ENDPOINTS } from '@portal/contracts';
import { ROUTE_ROLES } from '@portal/rules';
import { pino } from 'pino';
import supertest from 'supertest';
import { createApp } from '../../src/app.ts';
import { createGracefulServer, type GracefulServer } from '../../src/graceful-server.ts';
import { securityHeaders } from '../../src/http/web-app.ts';
import { keepRelease } from '../../src/http/web-releases.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedOpenUpdate, seedPharmacy, testPzn } from '../support/seed.ts';

describe('headers', () => {
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

  test('a file is sent whole, whatever parts are asked for', async () => {
    for (const path of ['/assets/a-12345678.js', '/robots.txt']) {
      const { status, headers } = await served().get(path).set('Range', 'bytes=0-0,2-2');
      expect([path, status, headers['accept-ranges'], headers['content-range']]).toEqual([
        path,
        200,
        undefined,
        undefined,
      ]);
    }
  });

  test('pages and files are limited by address', async () => {
    const config = { ...portal.deps.config, webDist: dist, rateFactor: 1 / 100, trustProxy: 1 };
    const agent = supertest(createApp({ ...portal.deps, config }));
    const get = async (path: string, address: string) => (await agent.get(path).set('X-Forwarded-For', address)).status;
    const paths = ['/', '/assets/a-12345678.js', '/assets/missing-12345678.js'];
    for (let count = 0; count < 30; count += 1) {
      expect(await get(paths[count % 3] as string, '192.0.2.1')).toBe(count % 3 === 2 ? 404 : 200);
    }
    for (const path of paths) expect(await get(path, '192.0.2.1')).toBe(429);
    expect(await get('/', '192.0.2.2')).toBe(200);
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
        expect([path, String(cookieOf(await served().get(path)))]).toEqual([
          path,
          expect.stringMatching(/^XSRF-TOKEN=/),
        ]);
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
    const { status, text } = await portal.anonymous.get('/api/health/live').set('If-None-Match', '*');
    expect([status, text.slice(0, 1)]).toEqual([200, '{']);
  });
});

describe('errors of clients', () => {
  let portal: TestPortal;
  let graceful: GracefulServer;
  let port: number;
  const logged: string[] = [];

  beforeAll(async () => {
    portal = await startPortal();
    const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
    const headers = securityHeaders({ ...portal.deps.config, baseUrl: 'https://preise.example.com' });
    graceful = createGracefulServer(portal.app, { requestMs: 1000, logger, headers, isDirect: true });
    await new Promise<void>((resolve) => graceful.server.listen(0, '127.0.0.1', resolve));
    ({ port } = graceful.server.address() as AddressInfo);
  });
  afterAll(async () => {
    await graceful?.stop({ drainMs: 0, deadlineMs: 1000 });
    await portal?.close();
  });

  /** Sends these bytes as they are and reads until the server closes. */
  function talk(bytes: string, keep?: (socket: Socket) => void): Promise<string> {
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(bytes);
        keep?.(socket);
      });
      socket.setEncoding('utf8');
      socket.on('data', (text: string) => void (answer += text));
      socket.on('end', () => socket.end());
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  }

  function read(answer: string) {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const [line = '', ...rest] = head.split('\r\n');
    const headers = Object.fromEntries(
      rest.map((text) => [text.slice(0, text.indexOf(':')).toLowerCase(), text.slice(text.indexOf(':') + 2)]),
    );
    return {
      status: Number(line.split(' ')[1]),
      headers,
      body: JSON.parse(body) as Record<string, unknown>,
      text: answer,
    };
  }

  const SECRET = 'geheimes-token-4711';
  describe('what never becomes a request', () => {
    test.each<[string, string, number, string]>([
      ['no HTTP at all', `${SECRET}\r\n\r\n`, 400, 'Die Anfrage ist kein gültiges HTTP.'],
      [
        'a header without a name',
        `GET /api/config HTTP/1.1\r\nHost: x\r\n: ${SECRET}\r\n\r\n`,
        400,
        'Die Anfrage ist kein gültiges HTTP.',
      ],
      [
        'two lengths',
        `POST /api/${SECRET} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na`,
        400,
        'Die Anfrage ist kein gültiges HTTP.',
      ],
      ['no host', `GET /api/config?${SECRET} HTTP/1.1\r\n\r\n`, 400, 'Die Anfrage ist kein gültiges HTTP.'],
      [
        'a head too long',
        `GET /api/config HTTP/1.1\r\nHost: x\r\nX: ${SECRET}${'x'.repeat(20_000)}\r\n\r\n`,
        431,
        'Der Kopf der Anfrage ist zu groß. Bitte löschen Sie in Ihrem Browser die Cookies dieser Seite und melden Sie sich neu an. Kommt diese Meldung wieder, hat Ihr Benutzerkonto zu viele Berechtigungen: Bitte wenden Sie sich an den Support.',
      ],
      [
        'an unknown expectation',
        `GET /api/config HTTP/1.1\r\nHost: x\r\nExpect: ${SECRET}\r\n\r\n`,
        417,
        'Die Erwartung im Kopf der Anfrage (Expect) wird nicht unterstützt.',
      ],
    ])('%s is refused in German, with the security headers, telling nothing', async (_, bytes, status, message) => {
      logged.length = 0;
      const answer = read(await talk(bytes));
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ status: 'ERROR', message, requestId: answer.headers['x-request-id'] });
      expectSecured(answer.headers);
      expect(answer.text + logged.join('')).not.toContain(SECRET);
    });

    test('a request that never ends is refused with 408', async () => {
      const answer = read(await talk('POST /api/price/1/2 HTTP/1.1\r\nHost: x\r\nContent-Le'));
      expect([answer.status, answer.body['message']]).toEqual([
        408,
        'Die Anfrage kam nicht rechtzeitig vollständig an.',
      ]);
      expectSecured(answer.headers);
    });

    test('the rest of a refused body is not waited for', async () => {
      const head = 'PUT /api/price/bulk-rules/1/2 HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n\r\n';
      const answer = read(await talk(`${head}{`));
      expect([answer.status, answer.headers['connection']]).toEqual([401, 'close']);
    });

    test('other requests are answered as before', async () => {
      const text = await talk('GET /api/health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(await talk('GET /api/health/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    });
  });

  function expectSecured(headers: Record<string, string>): void {
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'strict-transport-security': expect.stringMatching(/^max-age=31536000/),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
    });
  }
});

describe('releases of the web', () => {
  const NOW = new Date('2026-11-22T12:00:00Z');
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60 * 1000);

  let portal: TestPortal;
  let folder: string;
  let releases: string;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal?.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'preisportal-releases-'));
    releases = join(folder, 'releases');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A built web application as a release brings it. */
  async function aBuild(name: string): Promise<string> {
    const dist = join(folder, `dist-${name}`);
    await mkdir(join(dist, 'assets/i18n/de'), { recursive: true });
    await writeFile(join(dist, 'index.html'), `<script src="/assets/index-${name}AAAAAAA.js"></script>`);
    await writeFile(join(dist, `assets/index-${name}AAAAAAA.js`), `// ${name}`);
    await writeFile(join(dist, 'assets/i18n/de/common.json'), JSON.stringify({ of: name }));
    await writeFile(join(dist, 'start.js'), '// start');
    return dist;
  }

  const served = (webDist: string, webReleases: string | undefined = releases) =>
    supertest(createApp({ ...portal.deps, config: { ...portal.deps.config, webDist, webReleases } }));

  describe('a new release under open browsers', () => {
    test('goes on serving the files of the former one, for ever from a cache; its own go before', async () => {
      const [first, second] = [await aBuild('1'), await aBuild('2')];
      await keepRelease(first, releases, daysAgo(1));
      await keepRelease(second, releases, NOW);
      await rm(first, { recursive: true }); // as with a new container
      const former = await served(second).get('/assets/index-1AAAAAAA.js');
      expect([former.status, former.text]).toEqual([200, '// 1']);
      expect(former.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect((await served(second).get('/assets/index-2AAAAAAA.js')).text).toBe('// 2');
      expect((await served(second).get('/assets/i18n/de/common.json')).body).toEqual({ of: '2' });
    });

    test('is served by a server of the former one that still runs', async () => {
      const [first, second] = [await aBuild('1'), await aBuild('2')];
      await keepRelease(first, releases, daysAgo(1));
      const older = served(first);
      expect((await older.get('/assets/index-2AAAAAAA.js')).status).toBe(404);
      await keepRelease(second, releases, NOW);
      expect((await older.get('/assets/index-2AAAAAAA.js')).text).toBe('// 2');
    });

    test('answers 404, not the page, for what no release has or what lies beside them', async () => {
      const dist = await aBuild('1');
      await keepRelease(dist, releases, NOW);
      await writeFile(join(releases, 'secret.js'), 'secret');
      for (const path of ['/assets/index-9AAAAAAA.js', '/assets/..%2f..%2fsecret.js', '/assets/%2e%2e/secret.js']) {
        const { status, text } = await served(dist).get(path);
        expect([path, status, text.includes('secret')]).toEqual([path, 404, false]);
      }
      expect((await served(dist, undefined).get('/assets/index-9AAAAAAA.js')).status).toBe(404);
    });

    test('lets no cache answer for the page or what has no content in its name', async () => {
      const dist = await aBuild('1');
      for (const path of ['/', '/index.html', '/p/1/2/pricelist/OTC']) {
        const { headers, text } = await served(dist).get(path);
        expect([path, headers['cache-control']]).toEqual([path, 'private, no-cache']);
        expect(text).not.toContain('__CSP_NONCE__');
      }
      expect((await served(dist).get('/start.js')).headers['cache-control']).toBe('no-cache');
      expect((await served(dist).get('/assets/i18n/de/common.json')).headers['cache-control']).toBe('no-cache');
    });

    test('sends what the build has compressed to clients that accept it, as the file that it is, and packs nothing itself', async () => {
      const dist = await aBuild('1');
      const script = 'export const texts = [];'.repeat(200);
      await writeFile(join(dist, 'assets/start-1AAAAAAA.js'), script);
      await writeFile(join(dist, 'assets/start-1AAAAAAA.js.br'), brotliCompressSync(script));
      const asking = served(dist);
      for (const [accepted, encoding] of [
        ['gzip, deflate, br, zstd', 'br'],
        ['br;q=0, gzip', undefined],
        ['identity', undefined],
      ] as const) {
        const answer = await asking.get('/assets/start-1AAAAAAA.js').set('Accept-Encoding', accepted).buffer(true);
        expect(answer.headers['content-encoding']).toBe(encoding);
        expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/);
        expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
        expect(answer.headers.vary).toMatch(/Accept-Encoding/);
        expect(answer.text).toBe(script);
      }
    });

    test('lets browsers keep texts whose folder is named by their content', async () => {
      const dist = await aBuild('1');
      const folder = 'assets/i18n/0123456789abcdef/de';
      await mkdir(join(dist, folder), { recursive: true });
      await writeFile(join(dist, folder, 'common.json'), '{}');
      const { headers } = await served(dist).get(`/${folder}/common.json`);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    });
  });

  describe('the folder of releases', () => {
    test('keeps the latest five, and all of the last 30 days', async () => {
      for (let age = 70; age > 0; age -= 10) await keepRelease(await aBuild(String(age)), releases, daysAgo(age));
      await mkdir(join(releases, 'unfinished-x'));
      await utimes(join(releases, 'unfinished-x'), daysAgo(2), daysAgo(2));
      await keepRelease(await aBuild('0'), releases, NOW);
      const kept = await Promise.all(
        (await readdir(releases)).map(async (name) =>
          JSON.parse(await readFile(join(releases, name, 'assets/i18n/de/common.json'), 'utf8')),
        ),
      );
      expect(kept.map(({ of }) => Number(of)).toSorted((a, b) => a - b)).toEqual([0, 10, 20, 30, 40]);
    });

    test('holds a release once, after any number of starts', async () => {
      const dist = await aBuild('1');
      await Promise.all([keepRelease(dist, releases, NOW), keepRelease(dist, releases, NOW)]);
      await keepRelease(dist, releases, NOW);
      expect(await readdir(releases)).toHaveLength(1);
    });

    test('is left alone where builds are made in it', async () => {
      const dist = await aBuild('1');
      await keepRelease(dist, folder, NOW);
      expect(await readdir(folder)).toEqual(['dist-1']);
    });

    test('that cannot be written to is refused', async () => {
      await writeFile(join(folder, 'file'), '');
      await expect(keepRelease(await aBuild('1'), join(folder, 'file'), NOW)).rejects.toThrow(/EEXIST|ENOTDIR|ENOENT/);
    });
  });
});
