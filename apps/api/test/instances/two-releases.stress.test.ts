import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ApiInstance, instanceSettings, pause, startInstance } from '../support/api-instance.ts';
import { startBalancer } from '../support/balancer.ts';
import { hasCaddy, startCaddy } from '../support/caddy.ts';
import { httpClient } from '../support/http-client.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { claimsOf } from '../support/issuer.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { type SeededPharmacy, seedListedPharmacy, testPzn } from '../support/seed.ts';

const API = fileURLToPath(new URL('../../', import.meta.url));
const PZNS = Array.from({ length: 50 }, (_, index) => testPzn(index));
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let folder: string;
/** The api of the next release lies beside the present one, so that it finds the same packages. */
let nextApi: string;
let instances: ApiInstance[] = [];

beforeAll(async () => {
  portal = await startPortal();
  pharmacy = await seedListedPharmacy(portal.database, PZNS);
  folder = await mkdtemp(join(tmpdir(), 'preisportal-two-releases-'));
  nextApi = await mkdtemp(join(API, '.next-'));
  await cp(join(API, 'src'), nextApi, { recursive: true });
  const openapi = join(nextApi, 'http/openapi.ts');
  const text = await readFile(openapi, 'utf8');
  expect(text).toContain("version: '1'");
  await writeFile(openapi, text.replace("version: '1'", "version: '2'"));
}, 60_000);
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.end('SIGKILL')));
  await rm(nextApi, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await portal.close();
});

/** A built web application as a release brings it. */
async function webBuild(name: string): Promise<string> {
  const dist = join(folder, `dist-${name}`);
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'index.html'), `<script src="/assets/index-${name}AAAAAAA.js"></script>`);
  await writeFile(join(dist, `assets/index-${name}AAAAAAA.js`), `// ${name}`);
  return dist;
}

// With Caddy where it is installed, else with the balancer of these tests.
test('two portals are replaced by another release, one by one: no call fails, no save is lost, open browsers keep their files', async () => {
  const shared = { PORTAL_WEB_RELEASES: join(folder, 'releases'), PORTAL_DRAIN_SECONDS: '3' };
  const former = instanceSettings(portal, { ...shared, PORTAL_WEB_DIST: await webBuild('1') });
  const next = instanceSettings(portal, { ...shared, PORTAL_WEB_DIST: await webBuild('2') });
  instances = await Promise.all([startInstance(former), startInstance(former)]);
  const addresses = instances.map(({ url }) => url);
  const proxy = await (hasCaddy() ? startCaddy(addresses) : startBalancer(addresses));
  const token = await portal.issuer.token(claimsOf('Petra Hahn', ['solvena_admin']), { expiresIn: 3600 });
  const client = httpClient(proxy.url, token);

  const failures: string[] = [];
  const saved = new Map<string, number>();
  const seen = new Set<string>();
  let working = true;
  const expectOk = async (what: string, call: Promise<{ status: number; body: unknown }>) => {
    const answer = await call.catch((error: Error) => ({ status: 0, body: `${error.message} ${String(error.cause)}` }));
    if (answer.status !== 200) failures.push(`${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
    return answer;
  };
  const save = async (round: number) => {
    const pzn = PZNS[round % PZNS.length] as string;
    const price = (100 + (round % 9000)) / 100;
    const products = [{ pzn, priceEdit: price, editedPermanent: false, editedIgnore: false }];
    const { status } = await expectOk('save', client.put(`/api/price/${pharmacy.path}`, { products }));
    if (status === 200) saved.set(pzn, price);
  };
  const browse = async () => {
    await expectOk('open browser', client.get('/assets/index-1AAAAAAA.js'));
    const page = await expectOk('page', client.get('/'));
    const file = /src="([^"]+)"/.exec(String(page.body))?.[1] ?? '';
    seen.add(file);
    await expectOk(`file of the page ${file}`, client.get(file));
    const { body } = await expectOk('api', client.get('/api/openapi.json'));
    seen.add(`api ${(body as { info?: { version: string } }).info?.version}`);
  };
  const repeat = async (step: (round: number) => Promise<void>) => {
    for (let round = 0; working; round++) {
      await step(round);
      await pause(20);
    }
  };
  const work = [repeat(save), repeat(browse), repeat(browse)];

  const codes: (number | string)[] = [];
  for (const [index, old] of instances.entries()) {
    codes.push(await old.end('SIGTERM'));
    instances[index] = await startInstance(next, { port: old.port, main: join(nextApi, 'main.ts') });
    // The proxy asks every second; `up --wait` waits for the health check of the image, ten seconds.
    await pause(5_000);
  }
  working = false;
  await Promise.all(work);

  expect(failures.slice(0, 10)).toEqual([]);
  expect(codes).toEqual([0, 0]);
  expect([...seen].toSorted()).toEqual(['/assets/index-1AAAAAAA.js', '/assets/index-2AAAAAAA.js', 'api 1', 'api 2']);
  const rows = await portal.database.prisma.priceItem.findMany({ where: { apoId: pharmacy.apoId, priceType: 2 } });
  expect(new Map(rows.map((row) => [row.pzn, Number(row.manualPrice)]))).toEqual(saved);
  expect(saved.size).toBeGreaterThan(0);
  expect((await client.get('/api/openapi.json')).body).toMatchObject({ info: { version: '2' } });
  await proxy.close();
  expect(await brokenInvariants(portal.database)).toEqual([]);
}, 120_000);
