import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type ApiInstance, instanceSettings, pause, startInstance } from '../support/api-instance.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { claimsOf } from '../support/issuer.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

let portal: TestPortal;
let pharmacy: SeededPharmacy;
let instance: ApiInstance;
let client: HttpClient;

beforeAll(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
}, 120_000);
afterAll(() => portal?.close());
beforeEach(async () => {
  instance = await startInstance(instanceSettings(portal, { PORTAL_DRAIN_SECONDS: '0' }));
  client = httpClient(instance.url, await portal.issuer.token(claimsOf('Petra Hahn', ['solvena_admin'])));
}, 120_000);
afterEach(async () => {
  await instance?.end('SIGKILL');
});

const makePdf = (rows: number) =>
  client.post(`/api/price/pdf/${pharmacy.apoId}/${pharmacy.token}/OTC`, {
    template: 'pricelist',
    products: Array.from({ length: rows }, () => ({ pzn: testPzn(1), name: 'Salbe', price: '1,00 EUR' })),
  });

/** Processes whose parent is the instance, as Linux lists them. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) && parentOf(name) === pid ? [Number(name)] : []));
}
function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined; // it has ended meanwhile
  }
}
async function childOf(pid: number): Promise<number> {
  for (;;) {
    const [child] = childrenOf(pid);
    if (child !== undefined) return child;
    await pause(20);
  }
}
const lives = (pid: number) => parentOf(String(pid)) !== undefined;
async function untilGone(pid: number): Promise<void> {
  while (lives(pid)) await pause(50);
}

(process.platform === 'linux' ? describe : describe.skip)('the process that makes a PDF', () => {
  test('ends alone when the system ends it: that PDF gets a clear answer, the next one another process', async () => {
    const pdf = makePdf(60_000);
    const child = await childOf(instance.child.pid as number);
    process.kill(child, 'SIGKILL');
    const { status, body } = await pdf;
    expect([status, body]).toEqual([
      422,
      expect.objectContaining({ message: 'Das PDF würde zu umfangreich. Bitte grenzen Sie die Liste ein.' }),
    ]);
    expect((await makePdf(10)).status).toBe(200);
  });

  test('gets nothing of the settings and secrets of the server', async () => {
    expect((await makePdf(10)).status).toBe(200);
    const child = await childOf(instance.child.pid as number);
    const names = readFileSync(`/proc/${child}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0]);
    expect(names.filter((name) => /DATABASE|PORTAL|SECRET|PATH/.test(name as string))).toEqual([]);
  });

  test('does not outlive a server that is killed', async () => {
    expect((await makePdf(10)).status).toBe(200);
    const child = await childOf(instance.child.pid as number);
    await instance.end('SIGKILL');
    await untilGone(child);
    expect(lives(child)).toBe(false);
  });

  test('finishes its PDF when the server is asked to stop, and ends with it', async () => {
    const pdf = makePdf(40_000);
    const child = await childOf(instance.child.pid as number);
    const ended = instance.end('SIGTERM');
    expect((await pdf).status).toBe(200);
    expect(await ended).toBe(0);
    await untilGone(child);
  });
});
