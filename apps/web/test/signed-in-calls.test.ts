import './support/browser.ts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { CALLS } from '../src/api/calls.ts';
import { contractFile, contractMutation, contractQuery } from '../src/api/contract-endpoint.ts';
import { loadList } from '../src/api/load-list.ts';
import { portalApi } from '../src/api/portal-api.ts';
import { sendUpload } from '../src/api/upload.ts';
import { createStore, type PortalStore } from '../src/app/store.ts';
import { SignInRequired } from '../src/auth/auth-session.ts';
import { TestAuth } from './support/portal.tsx';

/** A session whose refresh token is good, or not. */
class Renewing extends TestAuth {
  refreshes = 0;
  good = true;
  override async renewed(refused?: string) {
    if (this.token !== refused) return this.bearer();
    this.refreshes += 1;
    if (!this.good) throw new SignInRequired('Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich neu an.');
    this.token = `fresh-${this.refreshes}`;
    return this.token;
  }
}

type Sent = { bearer: string | null; xsrf: string | null };
let sent: Sent[];
let accepts: (call: Sent) => Response;
const json = (status: number, body: unknown) => Response.json(body, { status });
const refused = (status: number, reason: string) =>
  json(status, { status: 'ERROR', reason, message: 'Nein.', requestId: 'r' });
/** JSON that is a list, too. */
const done = () =>
  new Response('{"status":"OK","count":1,"pieces":[\n{"pzn":["1"]}\n]}', {
    headers: { 'content-type': 'application/json' },
  });

const realRequest = globalThis.XMLHttpRequest;
/** Sends by the same server as fetch, which uploads do not use. */
class TestRequest {
  upload: { onprogress?: (event: object) => void } = {};
  status = 0;
  responseText = '';
  onload?: () => void;
  readonly #headers = new Headers();
  open() {}
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value);
  }
  getResponseHeader() {
    return null;
  }
  async send() {
    const answer = answerTo(this.#headers);
    this.status = answer.status;
    this.responseText = await answer.text();
    this.onload?.();
  }
}

function answerTo(headers: Headers): Response {
  const call = { bearer: headers.get('authorization'), xsrf: headers.get('x-xsrf-token') };
  sent.push(call);
  return accepts(call);
}

beforeEach(() => {
  sent = [];
  globalThis.fetch = (async (request: Request) => answerTo(request.headers)) as typeof fetch;
  globalThis.XMLHttpRequest = TestRequest as unknown as typeof XMLHttpRequest;
  document.cookie = `XSRF-TOKEN=${'a'.repeat(43)}; path=/`;
});
afterEach(() => {
  globalThis.XMLHttpRequest = realRequest;
  document.cookie = 'XSRF-TOKEN=; max-age=0; path=/';
});

const api = portalApi.injectEndpoints({
  endpoints: (build) => ({
    settingsTried: contractQuery(build, CALLS.getSettings),
    saveTried: contractMutation(build, CALLS.savePriceList),
    fileTried: contractFile(build, CALLS.getEventLog),
  }),
});
const params = { pharmacyId: 1, token: 't' };
const direct = (store: PortalStore) => ({
  dispatch: store.dispatch as never,
  extra: { auth: store.auth, products: undefined },
  signal: new AbortController().signal,
});

/** Every way in which the web makes a call; each gives its error, where there is one. */
const WAYS: [string, (store: PortalStore) => Promise<{ error?: unknown }>][] = [
  [
    'a query',
    async (store) =>
      store.dispatch(
        api.endpoints.settingsTried.initiate({ params: { apoId: 1, token: 't' } }, { forceRefetch: true }),
      ),
  ],
  ['a save', async (store) => store.dispatch(api.endpoints.saveTried.initiate({ params, body: { products: [] } }))],
  [
    'a download',
    async (store) => {
      const file = { params: { crmId: 1, token: 't', eventId: 1 } } as never;
      const { error } = await store.dispatch(api.endpoints.fileTried.initiate(file));
      // JSON stands for the file
      return (error as { reason?: string } | undefined)?.reason === 'malformed_answer' ? {} : { error };
    },
  ],
  [
    'an upload',
    (store) => sendUpload({ url: '/api/x', method: 'POST', body: new FormData() }, direct(store), () => undefined),
  ],
  [
    'a list',
    async (store) => {
      const loaded = await loadList({ url: '/api/list', method: 'GET' }, direct(store), (list) => list);
      return 'error' in loaded ? loaded : {};
    },
  ],
];

describe.each(WAYS)('%s', (_, call) => {
  const setUp = () => {
    const auth = new Renewing();
    const store = createStore(auth);
    return { auth, store, lost: () => store.getState().session.lost };
  };

  test('whose token is refused is repeated once with a refreshed one (rule 1.2)', async () => {
    accepts = ({ bearer }) => (bearer === 'Bearer fresh-1' ? done() : refused(401, 'not_signed_in'));
    const { store, lost } = setUp();
    expect((await call(store)).error).toBeUndefined();
    expect(sent.map(({ bearer }) => bearer)).toEqual(['Bearer token-of-the-user', 'Bearer fresh-1']);
    expect(lost()).toBe(false);
  });

  test('that is refused with the refreshed token too ends the session', async () => {
    accepts = () => refused(401, 'not_signed_in');
    const { auth, store, lost } = setUp();
    expect((await call(store)).error).toMatchObject({ httpStatus: 401 });
    expect([sent.length, auth.refreshes, lost()]).toEqual([2, 1, true]);
  });

  test('is not repeated where the refresh is refused', async () => {
    accepts = () => refused(401, 'not_signed_in');
    const { auth, store } = setUp();
    auth.good = false;
    expect((await call(store)).error).toMatchObject({
      httpStatus: 401,
      message: 'Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich neu an.',
    });
    expect(sent).toHaveLength(1);
  });
});

describe('a write whose anti-forgery token is refused (rule 1.11)', () => {
  const replaced = `XSRF-TOKEN=${'b'.repeat(43)}; path=/`;
  test.each(WAYS.filter(([name]) => name === 'a save' || name === 'an upload'))(
    '%s is repeated with the cookie that the refusal brought',
    async (_, call) => {
      accepts = ({ xsrf }) => {
        if (xsrf === 'b'.repeat(43)) return done();
        document.cookie = replaced;
        return refused(403, 'xsrf');
      };
      expect((await call(createStore(new Renewing()))).error).toBeUndefined();
      expect(sent).toHaveLength(2);
    },
  );

  test('is repeated once', async () => {
    accepts = () => refused(403, 'xsrf');
    const save = WAYS[1]?.[1] as (store: PortalStore) => Promise<{ error?: unknown }>;
    expect((await save(createStore(new Renewing()))).error).toMatchObject({ httpStatus: 403, reason: 'xsrf' });
    expect(sent).toHaveLength(2);
  });

  test('another refusal is not repeated', async () => {
    accepts = () => refused(403, 'forbidden');
    const save = WAYS[1]?.[1] as (store: PortalStore) => Promise<{ error?: unknown }>;
    expect((await save(createStore(new Renewing()))).error).toMatchObject({ reason: 'forbidden' });
    expect(sent).toHaveLength(1);
  });
});
