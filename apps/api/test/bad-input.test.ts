import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ENDPOINTS, type Endpoint } from '@portal/contracts';
import { gzipSync } from 'node:zlib';
import supertest from 'supertest';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from './support/seed.ts';

let portal: TestPortal;
let pharmacy: SeededPharmacy;
let admin: Client;
beforeAll(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: testPzn(1) }]);
  admin = await portal.as('Petra Hahn', ['solvena_admin']);
});
afterAll(() => portal?.close());

const put = () => admin.put(`/api/price/${pharmacy.path}`);
const row = { pzn: testPzn(1), priceEdit: 5, editedPermanent: false, editedIgnore: false };

// Rule 13.3.
describe('a body', () => {
  test.each<[string, string, string, number, string]>([
    ['that is no JSON', 'application/json', '{"products":', 400, 'Der Inhalt der Anfrage ist kein gültiges JSON.'],
    ['that is a bare text', 'application/json', '"x"', 400, 'Der Inhalt der Anfrage ist kein gültiges JSON.'],
    [
      'of another type',
      'text/plain',
      'hallo',
      415,
      'Der Inhalt der Anfrage muss JSON sein (Content-Type: application/json).',
    ],
    [
      'in an unknown charset',
      'application/json; charset=ebcdic',
      '{}',
      415,
      'Die Kodierung der Anfrage wird nicht unterstützt.',
    ],
  ])('%s gets 4xx with a German message', async (_, type, body, status, message) => {
    const response = await put().set('Content-Type', type).send(body);
    expect({ status: response.status, message: response.body.message }).toEqual({ status, message });
  });

  test.each<[string, object, string]>([
    ['lacks products', {}, 'products'],
    ['has no products', { products: [] }, 'products'],
    ['has products that are no list', { products: 'x' }, 'products'],
    ['has a broken PZN', { products: [{ ...row, pzn: '123' }] }, 'products.0.pzn'],
    ['has a price as text', { products: [row, { ...row, priceEdit: '5' }] }, 'products.1.priceEdit'],
    ['lacks a flag', { products: [{ pzn: row.pzn, priceEdit: 1, editedIgnore: false }] }, 'products.0.editedPermanent'],
    ['has a negative version', { products: [row], version: -1 }, 'version'],
  ])('that %s gets 422 naming the field', async (_, body, path) => {
    const response = await put().send(body);
    expect(response.status).toBe(422);
    expect(response.body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
    expect(response.body.message).toMatch(/^Die Anfrage ist fehlerhaft: /);
    expect(response.body.message).toContain(path);
  });

  test('may be compressed', async () => {
    const response = await put()
      .set({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      .serialize((value: unknown) => value as string)
      .send(gzipSync(JSON.stringify({ products: [row] })) as unknown as string);
    expect(response.body).toMatchObject({ status: 'OK' });
  });

  test('over the limit of its call gets 413 that says the limit', async () => {
    const response = await put()
      .set('Content-Type', 'application/json')
      .send(`{"products":[],"padding":"${'x'.repeat(33 * 1024 * 1024)}"}`);
    expect(response.status).toBe(413);
    expect(response.body.message).toBe('Die Anfrage ist zu groß. Erlaubt sind höchstens 32 MB.');
  });
});

describe('a path', () => {
  test.each([
    ['with a broken escape', '/api/price/%E0%A4%A/x/OTC'],
    ['with a letter for a number', '/api/price/abc/token/OTC'],
    ['with a NUL in the token', '/api/price/700001/a%00b/OTC'],
    ['with a number beyond the database', '/api/price/9999999999/token/OTC'],
    ['with SQL in the token', "/api/price/700001/'%20OR%201=1/OTC"],
    ['with a PZN of seven digits', `/api/price/pricehistory/1/t/1234567`],
  ])('%s gets 4xx and a German message', async (_, path) => {
    const response = await admin.get(path);
    expect([400, 403]).toContain(response.status);
    expect(response.body.message).toEqual(expect.any(String));
  });

  test('that does not exist gets 404 with the text of the specification', async () => {
    const response = await admin.get('/api/nirgendwo');
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ reason: 'not_found', message: 'Die angeforderte Seite existiert nicht' });
  });
});

test('a form of answer that is not offered gets 406', async () => {
  const response = await admin.get(`/api/price/${pharmacy.path}/OTC`).set('Accept', 'image/png');
  expect(response.status).toBe(406);
});

test('an unexpected error gives 500 with a request id and nothing else, and the server goes on', async () => {
  const real = portal.deps.database.pool.query;
  portal.deps.database.pool.query = () => {
    throw new Error('secret detail of the inside');
  };
  const response = await admin.get('/api/solvena/pharmacies');
  portal.deps.database.pool.query = real;
  expect(response.status).toBe(500);
  expect(response.body).toEqual({
    status: 'ERROR',
    reason: 'internal',
    message: 'Es ist ein unerwarteter Fehler aufgetreten. Bitte versuchen Sie es erneut.',
    requestId: response.headers['x-request-id'],
  });
  expect((await admin.get('/api/solvena/pharmacies')).status).toBe(200);
});

test('the OpenAPI document names every call of the table with its access', async () => {
  const { body } = await supertest(portal.app).get('/api/openapi.json');
  expect(body.openapi).toBe('3.1.0');
  for (const endpoint of Object.values<Endpoint>(ENDPOINTS)) {
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}');
    expect(body.paths[path]?.[endpoint.method.toLowerCase()]).toMatchObject({
      operationId: endpoint.id,
      'x-access': endpoint.access,
    });
  }
});

test('the OpenAPI document says what is checked and every way a call is refused', async () => {
  const { body } = await supertest(portal.app).get('/api/openapi.json');
  const { parameters, responses, security } = body.paths['/api/price/{pharmacyId}/{token}/{productGroup}'].get;
  const schemaOf = (name: string) => parameters.find((each: { name: string }) => each.name === name).schema;
  expect(schemaOf('pharmacyId')).toEqual({ type: 'integer', format: 'int32', minimum: 1, maximum: 2_147_483_647 });
  expect(schemaOf('productGroup')).toMatchObject({ enum: ['OTC', 'FREIWAHL', 'HILFSMITTEL'] });
  expect(security).toEqual([{ bearer: [] }]);
  expect(Object.keys(responses)).toEqual('200 304 400 401 403 404 405 406 429 500 503'.split(' '));
  const save = body.paths['/api/price/{pharmacyId}/{token}'].put;
  expect(Object.keys(save.responses)).toEqual('200 400 401 403 404 405 408 409 413 415 422 429 500 503 507'.split(' '));
  expect(save.security).toEqual([{ bearer: [], xsrfCookie: [], xsrfHeader: [] }]);
  expect(body.components.responses.Refusal429.headers).toHaveProperty('Retry-After');
  // `readOnly` would say that a request leaves the columns of a profile out, which it must name.
  expect(JSON.stringify(body)).not.toContain('"readOnly":');
  // One resource has one path, however its parameters are called.
  const shapes = Object.keys(body.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('no answer tells what the server is made of', async () => {
  const response = await supertest(portal.app).get('/api/config');
  expect(response.headers['x-powered-by']).toBeUndefined();
  expect(response.headers['content-security-policy']).toContain("default-src 'none'");
  expect(response.headers['x-content-type-options']).toBe('nosniff');
});
