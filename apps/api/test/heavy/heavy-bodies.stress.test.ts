import http from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Cost, COSTS, ENDPOINTS, type Endpoint } from '@portal/contracts';
import { freePort } from '@portal/dev/free-ports.ts';
import { type ApiInstance, instanceSettings, startInstance } from '../support/api-instance.ts';
import { claimsOf } from '../support/issuer.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { FORM_BODIES, type HeavyBody, jsonBodies } from './bodies.ts';

// A real process with little heap gets what would end it, call by call; it answers each and lives.
const HEAP_MB = 300;
/** Processor time that a refused body may take, in seconds, and what the process may grow by, in MB. */
const LIMITS = { seconds: 0.5, growthMb: 250 } as const;
const XSRF = 'x'.repeat(43);

let portal: TestPortal;
let pharmacy: SeededPharmacy;
let instance: ApiInstance;
let metricsUrl: string;
let tokens: Record<'staff' | 'till' | 'centre' | 'stranger', string>;

beforeAll(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: testPzn(1) }]);
  const token = (name: string, roles: string[]) => portal.issuer.token(claimsOf(name, roles));
  tokens = {
    staff: await token('Petra Hahn', ['solvena_admin']),
    till: await token('Kasse', [`till_sync_${pharmacy.crmCompanyId}`]),
    centre: await token('Kundencenter', ['customer_centre']),
    stranger: await token('Rolf Rater', ['solvena_customer', 'TP_user_1']),
  };
  const metricsPort = String(await freePort());
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const settings = { PORTAL_METRICS_PORT: metricsPort, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
  instance = await startInstance(instanceSettings(portal, settings));
}, 120_000);
afterAll(async () => {
  await instance?.end('SIGKILL');
  await portal?.close();
});

type Sent = { status: number; message: string };

/** Sends bytes as they are; the server may answer before it has them all. */
function send(endpoint: Endpoint, body: Pick<HeavyBody, 'bytes' | 'headers'>, token?: string): Promise<Sent> {
  const values: Record<string, string> = {
    ...Object.fromEntries(['pharmacyId', 'crmId', 'crmCompanyId'].map((name) => [name, `${pharmacy.crmCompanyId}`])),
    apoId: `${pharmacy.apoId}`,
    token: pharmacy.token,
    productGroup: 'OTC',
    block: '12',
    listKind: 'MDP',
    pzn: testPzn(1),
    kind: 'MDP',
  };
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => values[name] ?? '1');
  const headers = {
    ...body.headers,
    'Content-Length': body.bytes.length,
    Cookie: `XSRF-TOKEN=${XSRF}`,
    'X-XSRF-TOKEN': XSRF,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(instance.url + path, { method: endpoint.method, headers, agent: false });
    request.on('error', (error) => (request.destroyed ? undefined : reject(error)));
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        const isJson = /json/.test(response.headers['content-type'] ?? '');
        const { message = '' } = isJson ? (JSON.parse(text) as { message?: string }) : {};
        resolve({ status: response.statusCode ?? 0, message });
      });
    });
    request.end(body.bytes);
  });
}

/** What the process has used so far, by its own metrics. */
async function used(): Promise<{ seconds: number; mb: number }> {
  const text = await (await fetch(metricsUrl)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return { seconds: value('process_cpu_seconds_total'), mb: value('process_resident_memory_bytes') / 2 ** 20 };
}

/** Sends each body, several at once, and expects one of its statuses with a sentence; on the whole within the bounds. */
async function expectRefused(endpoint: Endpoint, bodies: readonly HeavyBody[], token: string): Promise<void> {
  const before = await used();
  const cost: Cost = COSTS[endpoint.cost];
  const { perPharmacy = 5, queuePerPharmacy = 0 } = cost.received ?? cost.work;
  const atOnce = Math.min(5, perPharmacy + queuePerPharmacy);
  for (let at = 0; at < bodies.length; at += atOnce) {
    const some = bodies.slice(at, at + atOnce);
    const answers = await Promise.all(some.map((body) => send(endpoint, body, token)));
    for (const [index, { name, expected }] of some.entries()) {
      const { status, message } = answers[index] as Sent;
      expect({ name, status: expected.includes(status) ? 'refused' : status, message }).toEqual({
        name,
        status: 'refused',
        message: expect.stringMatching(/^(Die|Der|Das|Ein|Es|Bitte|Sie|Zu|In|Keine|Zwischen) .{10}/),
      });
    }
  }
  const after = await used();
  expect((after.seconds - before.seconds) / bodies.length).toBeLessThan(LIMITS.seconds);
  expect(after.mb - before.mb).toBeLessThan(LIMITS.growthMb);
  expect(instance.ended).toBe(false);
}

const all = Object.values<Endpoint>(ENDPOINTS);
const named = (endpoints: Endpoint[]) => endpoints.map((endpoint) => [endpoint.id, endpoint] as const);
const OF_SERVICES: Partial<Record<string, 'till' | 'centre'>> = { till_sync: 'till', customer_centre: 'centre' };
const tokenFor = ({ access }: Endpoint) => tokens[(access.kind === 'service' && OF_SERVICES[access.role]) || 'staff'];
/** They answer 404 here, as where the test clock is off. */
const isTestClock = ({ path }: Endpoint) => path.startsWith('/api/dev/');

// Rule 13.4.
describe('heavy and broken bodies are refused at little cost by', () => {
  const json = all.filter((endpoint) => endpoint.body && endpoint.upload === undefined && !isTestClock(endpoint));
  test.each(named(json))('%s', (_, endpoint) => expectRefused(endpoint, jsonBodies(endpoint), tokenFor(endpoint)));

  const files = all.filter(({ upload }) => upload !== undefined);
  test.each(named(files))('%s', (_, endpoint) => expectRefused(endpoint, FORM_BODIES, tokenFor(endpoint)));
});

test('calls that take no body do not read one', async () => {
  const before = await used();
  const [rows, nested] = jsonBodies(ENDPOINTS.savePriceList) as [HeavyBody, HeavyBody];
  for (const endpoint of all.filter(({ body }) => body === undefined)) {
    for (const body of [rows, nested])
      expect((await send(endpoint, body, tokenFor(endpoint))).status).toBeLessThan(500);
  }
  expect((await used()).seconds - before.seconds).toBeLessThan(10);
});

test('a caller without the right makes the server read nothing', async () => {
  const before = await used();
  const json = { 'Content-Type': 'application/json' };
  const heavy = { headers: json, bytes: Buffer.alloc(8 * 2 ** 20, '[') };
  const writing = all.filter(({ body, access }) => body && access.kind === 'pharmacy');
  for (const endpoint of writing) {
    expect((await send(endpoint, heavy)).status).toBe(401);
    expect((await send(endpoint, heavy, 'no-token')).status).toBe(401);
    expect((await send(endpoint, heavy, tokens.stranger)).status).toBe(403);
  }
  const { seconds } = await used();
  expect((seconds - before.seconds) / (writing.length * 3)).toBeLessThan(LIMITS.seconds / 2);
});

test.each(['createPdf', 'savePriceList', 'approveLzd'] as const)('ten at once do not stop %s', async (id) => {
  const endpoint: Endpoint = ENDPOINTS[id];
  const before = await used();
  for (const body of jsonBodies(endpoint).slice(0, 2)) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(endpoint, body, tokens.staff)));
    for (const { status } of answers) expect([400, 413]).toContain(status);
  }
  const after = await used();
  expect((after.seconds - before.seconds) / 20).toBeLessThan(LIMITS.seconds);
  expect(after.mb - before.mb).toBeLessThan(LIMITS.growthMb);
});

test('many large bodies of one caller at once are turned away, and taken again afterwards', async () => {
  const row = `{"pzn":"${testPzn(2)}","priceEdit":1,"editedPermanent":false,"editedIgnore":false,"name":"${'x'.repeat(200)}"}`;
  const bytes = Buffer.from(`{"products":[${Array.from({ length: 90_000 }, () => row).join(',')}]}`);
  const body = { bytes, headers: { 'Content-Type': 'application/json' } };
  const before = await used();
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(ENDPOINTS.savePriceList, body, tokens.staff)));
  // 422: 90,000 times a product that is not on the list.
  for (const { status } of answers) expect([422, 429]).toContain(status);
  expect(answers.map(({ status }) => status)).toContain(422);
  expect((await send(ENDPOINTS.savePriceList, body, tokens.staff)).status).toBe(422);
  expect((await used()).mb - before.mb).toBeLessThan(500);
});
