import './support/browser.ts';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { answerStatuses, ENDPOINTS, type Endpoint } from '@portal/contracts';
import { ProductCache } from '../src/api/product-cache.ts';
import { contractFile, contractMutation, contractQuery, contractUpload } from '../src/api/contract-endpoint.ts';
import { portalApi } from '../src/api/portal-api.ts';
import { sendUpload } from '../src/api/upload.ts';
import { createStore } from '../src/app/store.ts';
import { TestAuth } from './support/portal.tsx';

/** Everything that changes something: what does not read, and the release, which the specification makes by GET. */
const MUTATIONS: Endpoint[] = Object.values(ENDPOINTS).filter(
  ({ id, method }) => method !== 'GET' || id === 'releaseLzd',
);
const FILES: Endpoint[] = [ENDPOINTS.createPdf, ENDPOINTS.getEventLog];
const QUERIES: Endpoint[] = [ENDPOINTS.getDashboard, ENDPOINTS.getSettings, ENDPOINTS.getProductGroupInfo];

let reply: () => Response;
const json = (body: unknown) =>
  new Response(JSON.stringify(body), { status: 200, headers: { 'content-type': 'application/json' } });
beforeEach(() => {
  globalThis.fetch = (async () => reply()) as typeof fetch;
});

type Made = (build: never, declaration: never) => never;

/** What a call made from the contract makes of an answer with 200. */
async function call(declaration: Endpoint, make: unknown = contractMutation, kind: 'mutation' | 'query' = 'mutation') {
  const store = createStore(new TestAuth());
  const api = portalApi.injectEndpoints({
    endpoints: (build) => ({ tried: (make as Made)(build as never, declaration as never) }),
    overrideExisting: true,
  });
  const params = Object.fromEntries([...declaration.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => [name, '1']));
  const request = { params, file: new File(['x'], 'x.csv') };
  const { tried } = api.endpoints as unknown as { tried: { initiate: (argument: unknown) => never } };
  const result = (await store.dispatch(tried.initiate(request))) as { data?: unknown; error?: { message: string } };
  return kind === 'query' ? { ...result, data: result.data } : result;
}
const makerOf = (declaration: Endpoint) => (declaration.upload === undefined ? contractMutation : contractUpload);

const names = (declarations: Endpoint[]) => declarations.map((each) => [each.id, each] as const);

// Rule 13.7.
describe('an answer 200 whose status is not OK is a failure', () => {
  test('every mutation of the contract is looked at', () => {
    expect(MUTATIONS.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['savePriceList', 'addMirror', 'removeMirror', 'approveLzd', 'uploadLzd', 'releaseLzd']),
    );
  });

  test.each(names(MUTATIONS))('%s: with the message of the answer', async (_id, declaration) => {
    reply = () => json({ status: 'ERROR', message: 'So geht es nicht.' });
    expect((await call(declaration, makerOf(declaration))).error?.message).toBe('So geht es nicht.');
  });

  test.each(names(MUTATIONS))("%s: under 'fail' with the reason, which is the sentence", async (_id, declaration) => {
    reply = () => json({ status: 'fail', reason: 'Die Datei ist leer.' });
    expect((await call(declaration, makerOf(declaration))).error?.message).toBe('Die Datei ist leer.');
  });

  test.each(names(MUTATIONS))('%s: with a sentence of its own where the answer has none', async (_id, declaration) => {
    reply = () => json({ status: 'NO_PILOT' });
    expect((await call(declaration, makerOf(declaration))).error?.message).toBe(
      'Der Server hat die Anfrage nicht ausgeführt. Bitte versuchen Sie es in Kürze erneut.',
    );
  });

  test.each(names(MUTATIONS.filter(answerStatuses)))('%s: without the status it declares', async (_id, declaration) => {
    for (const body of [{}, null, [], { status: null }, { status: 'ok' }]) {
      reply = () => json(body);
      expect((await call(declaration, makerOf(declaration))).error).toBeDefined();
    }
  });

  test.each(names(MUTATIONS.filter(answerStatuses)))('%s: with OK it is none', async (_id, declaration) => {
    reply = () => json({ status: 'OK' });
    expect(await call(declaration, makerOf(declaration))).toMatchObject({ data: { status: 'OK' } });
  });

  test.each(names(FILES))('%s: JSON in place of a file', async (_id, declaration) => {
    reply = () => json({ status: 'ERROR', message: 'Kein PDF.' });
    expect((await call(declaration, contractFile)).error?.message).toBe('Kein PDF.');
    reply = () => json({});
    expect((await call(declaration, contractFile)).error).toMatchObject({ reason: 'malformed_answer' });
    reply = () => new Response('%PDF', { headers: { 'content-disposition': 'attachment; filename="a.pdf"' } });
    expect(await call(declaration, contractFile)).toMatchObject({ data: { fileName: 'a.pdf' } });
  });

  test.each(names(QUERIES))('%s: what is read as well', async (_id, declaration) => {
    reply = () => json({ status: 'ERROR', message: 'Nein.' });
    expect((await call(declaration, contractQuery, 'query')).error?.message).toBe('Nein.');
  });

  test('no pilot access is a state of dashboard and settings, no failure', async () => {
    reply = () => json({ status: 'NO_PILOT' });
    expect(await call(ENDPOINTS.getDashboard, contractQuery, 'query')).toMatchObject({ data: { status: 'NO_PILOT' } });
    expect(answerStatuses(ENDPOINTS.getSettings)).toEqual(['OK', 'NO_PILOT']);
  });

  test('an upload that tells how much of it is sent', async () => {
    const real = globalThis.XMLHttpRequest;
    class Answered {
      upload = {};
      status = 200;
      responseText = JSON.stringify({ status: 'fail', reason: 'Die Datei ist leer.' });
      onload?: () => void;
      open() {}
      setRequestHeader() {}
      getResponseHeader() {
        return null;
      }
      send() {
        this.onload?.();
      }
    }
    globalThis.XMLHttpRequest = Answered as unknown as typeof XMLHttpRequest;
    const api = {
      dispatch: () => {},
      extra: { auth: { current: new TestAuth() }, products: new ProductCache() },
      signal: new AbortController().signal,
    };
    const request = { url: '/api', method: 'POST', body: new FormData(), statuses: ['OK'] };
    const { error } = await sendUpload(request, api, () => {});
    globalThis.XMLHttpRequest = real;
    expect(error?.message).toBe('Die Datei ist leer.');
  });
});
