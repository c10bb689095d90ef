import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { createApp } from '../../src/app.ts';
import { keepRelease } from '../../src/http/web-releases.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';

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

  test('sends what the build has compressed to clients that accept it, as the file that it is', async () => {
    const dist = await aBuild('1');
    const script = 'export const texts = [];'.repeat(200);
    await writeFile(join(dist, 'assets/start-1AAAAAAA.js'), script);
    await writeFile(join(dist, 'assets/start-1AAAAAAA.js.br'), brotliCompressSync(script));
    const asking = served(dist);
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0, gzip', 'gzip'],
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
