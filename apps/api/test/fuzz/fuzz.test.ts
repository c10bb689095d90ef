import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ENDPOINTS, type Endpoint, refusalSchema } from '@portal/contracts';
import fc from 'fast-check';
import type { Response } from 'supertest';
import type { z } from 'zod';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedOpenUpdate, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { type Known, NASTY, nearly, valid } from './arbitraries.ts';

/** Requests an endpoint gets, the same ones at every run: one that fits, nearly fits or is nonsense, by its place in the table; the night sets 400. */
const RUNS = Number(process.env.PORTAL_FUZZ_RUNS ?? 1);
const SEED = Number(process.env.PORTAL_FUZZ_SEED ?? 20_261_121);

const LISTED = [1, 2, 3, 4, 5, 6].map(testPzn);

let portal: TestPortal;
let known: Known;
type Place = { pharmacy: SeededPharmacy; update: string; group: string };
let places: Place[];
const callers: Client[] = [];

let pharmacies: SeededPharmacy[];

beforeAll(async () => {
  portal = await startPortal();
  const { database } = portal;
  const main = await seedPharmacy(database, 1);
  const mirror = await seedPharmacy(database, 2, { parentApoId: main.apoId });
  const other = await seedPharmacy(database, 3, { contractStatus: 0, userEmails: null });
  pharmacies = [main, mirror, other];
  const products = LISTED.map((pzn) => ({ pzn }));
  await seedList(database, main, 'OTC', products);
  await seedList(database, other, 'FREIWAHL', [
    { pzn: testPzn(7), type: 1 },
    { pzn: testPzn(8), manual: '3.50', type: 2 },
  ]);
  callers.push(
    await portal.as('Petra Hahn', ['solvena_admin']),
    await portal.as('Maria Keller', ['solvena_customer', `TP_user_${main.crmCompanyId}`]),
    await portal.as('till', [`till_sync_${main.crmCompanyId}`]),
    await portal.as('engine', ['pricing_engine']),
  );
});

/** Earlier requests have approved, deleted and rearranged things: every call finds open packages and the mirror again. */
let isRearranged = true;
beforeEach(async () => {
  if (!isRearranged) return;
  const { database } = portal;
  const [main, mirror, other] = pharmacies as [SeededPharmacy, SeededPharmacy, SeededPharmacy];
  await database.pool.query('UPDATE price_update SET status = -1 WHERE status = 0');
  await database.pool.query('UPDATE list_version SET flag = 2, qdp_flag = 0');
  await database.pool.query('UPDATE pharmacy SET parent_apo_id = CASE apo_id WHEN $1::int THEN $2::int END', [
    mirror.apoId,
    main.apoId,
  ]);
  const updates = [
    await seedOpenUpdate(database, main, 'MDP', 'OTC', LISTED.slice(0, 3)),
    await seedOpenUpdate(database, main, 'QDP', 'OTC', [testPzn(9)]),
    await seedOpenUpdate(database, other, 'LZD', 'FREIWAHL', [testPzn(7), testPzn(10)]),
  ].map(String);
  places = [
    { pharmacy: main, update: updates[0] as string, group: 'OTC' },
    { pharmacy: main, update: updates[1] as string, group: 'otc' },
    { pharmacy: other, update: updates[2] as string, group: 'FREIWAHL' },
  ];
  const ids = pharmacies.flatMap(({ apoId, crmCompanyId }) => [apoId, crmCompanyId]);
  const numbers = ['pharmacyId', 'crmId', 'crmCompanyId', 'apoId', 'shadowApoId', 'pharmacy', 'shadowPharmacy'];
  known = {
    token: [main.token, mirror.token, other.token],
    ...Object.fromEntries(numbers.map((name) => [name, [...ids, ...ids.map(String)]])),
    id: updates,
    lzdId: updates,
    productGroup: ['OTC', 'FREIWAHL', 'Freiwahl'],
    productGroups: [['OTC'], ['Freiwahl', 'OTC'], []],
    pzn: [...LISTED.slice(0, 2), testPzn(9)],
    version: [1],
    listVersion: [1],
    eventId: ['1', '2'],
    flag: ['0', '1', '2'],
    c: ['MDP', 'qdp', 'LZD'],
    a: updates,
    b: ['OTC', 'FREIWAHL'],
    x: ['OTC', 'FREIWAHL'],
  };
});
afterAll(() => portal?.close());

type Sent = {
  caller: number;
  params: Record<string, unknown>;
  query: unknown;
  body: unknown;
  accept: string | undefined;
};

/** Requests that fit the declaration, nearly fit it, or are nonsense. */
function requestsTo(endpoint: Endpoint): fc.Arbitrary<Sent> {
  const part = (schema: z.ZodType | undefined) =>
    schema
      ? fc.oneof(
          { weight: 5, arbitrary: valid(schema, known) },
          { weight: 3, arbitrary: nearly(schema, known) },
          { weight: 1, arbitrary: NASTY },
        )
      : fc.constant(undefined);
  const names = [...endpoint.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name as string);
  const params = endpoint.params
    ? fc.oneof(
        { weight: 6, arbitrary: valid(endpoint.params, known) },
        { weight: 1, arbitrary: nearly(endpoint.params, known) },
      )
    : fc.constant({});
  return fc.record({
    caller: fc.oneof({ weight: 4, arbitrary: fc.constant(callerFor(endpoint)) }, { weight: 1, arbitrary: fc.nat(3) }),
    params: fc.tuple(params, fc.nat(9), fc.nat()).map(([value, chance, at]) => {
      const given = Object.fromEntries(
        names.map((name) => [name, (value as Record<string, unknown> | null)?.[name] ?? 'x']),
      );
      return chance > 2 ? { ...given, ...coherent(names, at) } : given;
    }),
    query: part(endpoint.query),
    body: part(endpoint.body),
    accept: fc.constantFrom(
      undefined,
      ...Object.keys(endpoint.media ?? {}),
      'text/csv',
      'image/png',
      '*/*;q=0.1',
      ';;',
    ),
  });
}

/** Numbers, token, package and group that belong together. */
function coherent(names: readonly string[], at: number): Record<string, unknown> {
  const { pharmacy, update, group } = places[at % places.length] as Place;
  const all: Record<string, unknown> = {
    pharmacyId: pharmacy.crmCompanyId,
    crmId: pharmacy.crmCompanyId,
    crmCompanyId: pharmacy.crmCompanyId,
    apoId: pharmacy.apoId,
    token: pharmacy.token,
    id: update,
    lzdId: update,
    a: update,
    productGroup: group,
    b: group,
    x: group,
  };
  return Object.fromEntries(names.filter((name) => name in all).map((name) => [name, all[name]]));
}

/** Who is most likely admitted. */
function callerFor({ access }: Endpoint): number {
  if (access.kind !== 'service') return 0;
  return access.role === 'till_sync' ? 2 : 3;
}

async function send(endpoint: Endpoint, { caller, params, query, body, accept }: Sent): Promise<Response> {
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => encoded(params[name]));
  const method = endpoint.method.toLowerCase() as 'get' | 'put' | 'post' | 'delete';
  let request = (callers[caller] as Client)[method](path);
  if (accept !== undefined) request = request.set('Accept', accept);
  if (typeof query === 'object' && query !== null) request = request.query(wellFormed(query) as object);
  if (endpoint.upload !== undefined) {
    const file = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? 'PZN;TruePrice neu\n'), 'latin1');
    request = request.attach(endpoint.upload, file, { filename: 'ZumDurchsehen_OTC_500001_Test_1_3_2026.csv' });
    for (const [name, value] of Object.entries(Object(body) as Record<string, unknown>)) {
      if (typeof value === 'string' && /^\w+$/.test(name)) request = request.field(name, value);
    }
  } else if (endpoint.method !== 'GET' && body !== undefined) {
    request = request.set('Content-Type', 'application/json').send(JSON.stringify(body));
  }
  return request;
}

/** Lone surrogates cannot travel in an address; everything else can. */
function encoded(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed()) || '%20';
}

function wellFormed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).toWellFormed());
}

/** An answer as the table declares it: no error of the server, and nothing outside its schema. */
function validate(endpoint: Endpoint, response: Response): void {
  const { status, body, headers } = response;
  if (status >= 400) {
    expect({ status, ...body }).not.toMatchObject({ reason: 'internal' });
    expect(status).toBeLessThan(500);
    expect(refusalSchema.safeParse(body).error).toBeUndefined();
    expect((body as { message: string }).message).not.toBe('');
    return;
  }
  if (status === 204 || status === 304) return;
  const type = String(headers['content-type']).split(';')[0] as string;
  const schema = endpoint.media?.[type] ?? (type === 'application/json' ? endpoint.answer : undefined);
  if (schema === undefined) expect(endpoint.answerKind).toMatch(/^(binary|negotiated)$/);
  else if (type.endsWith('json')) expect(schema.safeParse(parsed(response)).error).toBeUndefined();
}

/** The body of a media type that the client does not parse by itself. */
function parsed({ body, text }: Response): unknown {
  return Buffer.isBuffer(body) ? JSON.parse(body.toString()) : typeof text === 'string' ? JSON.parse(text) : body;
}

// Rule 13.1.
describe('any request gets an answer that its declaration allows', () => {
  test.each(Object.values<Endpoint>(ENDPOINTS).map((endpoint, place) => [endpoint.id, endpoint, place] as const))(
    '%s',
    async (_, endpoint, place) => {
      isRearranged = endpoint.method !== 'GET';
      await fc.assert(
        fc.asyncProperty(requestsTo(endpoint), async (sent) => validate(endpoint, await send(endpoint, sent))),
        { numRuns: RUNS, seed: SEED + place, endOnFailure: RUNS > 200 },
      );
    },
  );
});
