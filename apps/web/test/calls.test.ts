import './support/browser.ts';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { CALLS } from '../src/api/calls.ts';
import { contractMutation, requestOf } from '../src/api/contract-endpoint.ts';
import { portalApi } from '../src/api/portal-api.ts';
import { readXsrfToken } from '../src/api/xsrf.ts';
import { createStore } from '../src/app/store.ts';
import { SignInRequired } from '../src/auth/auth-session.ts';
import { usersApi } from '../src/features/users/users-api.ts';
import { TestAuth } from './support/portal.tsx';
import { aUser } from './support/data.ts';

const saveApi = portalApi.injectEndpoints({
  endpoints: (build) => ({ savePriceList: contractMutation(build, CALLS.savePriceList) }),
});
const SAVE = {
  params: { pharmacyId: 5001, token: 'tokenA' },
  body: { products: [{ pzn: '00000017', priceEdit: 4.99, editedPermanent: false, editedIgnore: false }] },
};

/** Of the form that the server gives them. */
const XSRF = 'secret-1_'.padEnd(43, 'x');

let sent: Request[];
let reply: () => Response;
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  sent = [];
  reply = () => json(200, aUser());
  globalThis.fetch = (async (request: Request) => {
    sent.push(request);
    return reply();
  }) as typeof fetch;
  document.cookie = `XSRF-TOKEN=${XSRF}; path=/`;
});
afterEach(() => {
  document.cookie = 'XSRF-TOKEN=; max-age=0; path=/';
  jest.restoreAllMocks();
});

function setUp(auth = new TestAuth()) {
  const store = createStore(auth);
  const read = () => store.dispatch(usersApi.endpoints.getUserData.initiate(undefined, { forceRefetch: true }));
  const save = () => store.dispatch(saveApi.endpoints.savePriceList.initiate(SAVE));
  return { auth, store, read, save };
}

// Rules 1.11 and 2.17.
describe('every call (rule 13.1)', () => {
  test('carries the bearer token, and no anti-forgery header when it reads', async () => {
    await setUp().read();
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-of-the-user');
    expect(sent[0]?.headers.get('x-xsrf-token')).toBeNull();
  });

  test('carries the XSRF-TOKEN cookie when it writes, with method, path and body of the contract', async () => {
    reply = () => json(200, { status: 'OK', changed: 1 });
    const result = await setUp().save();
    expect(result.data).toEqual({ status: 'OK', changed: 1 });
    expect(sent[0]?.headers.get('x-xsrf-token')).toBe(XSRF);
    expect(sent[0]?.method).toBe('PUT');
    expect(sent[0]?.url).toBe('http://localhost/api/price/5001/tokenA');
    expect(await sent[0]?.json()).toEqual(SAVE.body);
  });

  test('gives the refusal of the contract as the error', async () => {
    const refusal = {
      status: 'ERROR',
      reason: 'changed_by_somebody_else',
      message: 'Geändert.',
      requestId: 'r1',
      pzns: ['00000017'],
    };
    reply = () => json(409, refusal);
    expect((await setUp().save()).error).toEqual({ ...refusal, httpStatus: 409 });
  });

  test('says after a 401 that the session is lost, and leaves the page as it is', async () => {
    reply = () => json(401, { status: 'ERROR', reason: 'not_signed_in', message: 'Bitte anmelden.', requestId: 'r' });
    const { auth, store, read } = setUp();
    expect(store.getState().session.lost).toBe(false);
    await read();
    expect(store.getState().session.lost).toBe(true);
    expect(auth.asked).toEqual([]);
  });

  test('is not sent without a token, and says so', async () => {
    const auth = new TestAuth();
    auth.bearer = async () => {
      throw new SignInRequired('Ihre Anmeldung ist abgelaufen. Sie werden neu angemeldet.');
    };
    const { read } = setUp(auth);
    expect((await read()).error).toMatchObject({
      httpStatus: 401,
      message: 'Ihre Anmeldung ist abgelaufen. Sie werden neu angemeldet.',
    });
    expect(sent).toEqual([]);
  });

  test('says in German that the server cannot be reached', async () => {
    reply = () => {
      throw new TypeError('fetch failed');
    };
    expect((await setUp().read()).error).toMatchObject({
      httpStatus: 0,
      reason: 'network',
      message: 'Der Server ist nicht erreichbar. Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
    });
  });

  test('says in German that a proxy answered in its own words', async () => {
    reply = () => new Response('<html>Bad Gateway</html>', { status: 502 });
    const { error } = await setUp().read();
    expect(error).toMatchObject({ httpStatus: 502 });
    expect((error as { message: string }).message).toContain('Fehler 502');
  });

  test.each([
    [431, ''],
    [400, '<center>Request Header Or Cookie Too Large</center>'],
    [494, '<html>'],
  ])('says what to do where a proxy refuses the head of the request with %d', async (status, body) => {
    reply = () => new Response(body, { status });
    expect((await setUp().read()).error).toMatchObject({
      reason: 'too_large',
      message: expect.stringMatching(
        /löschen Sie in Ihrem Browser die Cookies dieser Seite und melden Sie sich neu an/,
      ),
    });
  });

  test('says in German that an answer is unreadable', async () => {
    reply = () => new Response('<html>', { status: 200 });
    expect((await setUp().read()).error).toMatchObject({ reason: 'malformed_answer' });
  });
});

describe('requests from the contract', () => {
  test('encode what goes into the path and ask for the media type', () => {
    const params = { pharmacyId: '1', token: 'a/b', productGroup: 'OTC' };
    expect(requestOf(CALLS.getPriceList, { params }, 'application/x')).toEqual({
      url: '/api/price/1/a%2Fb/OTC',
      method: 'GET',
      accept: 'application/x',
    });
  });

  test.each([
    ['another name', `MY-XSRF-TOKEN=${'m'.repeat(43)}; XSRF-TOKEN=${XSRF}`],
    ['a sibling before it', `XSRF-TOKEN=eyJpdiI6%3D; XSRF-TOKEN=${XSRF}`],
    ['one of the same form, of a narrower path', `XSRF-TOKEN=${'s'.repeat(43)}; XSRF-TOKEN=${XSRF}`],
    ['a sibling after it, without a blank', `XSRF-TOKEN=${XSRF};XSRF-TOKEN=1`],
    ['a broken escape', `XSRF-TOKEN=%E0%A4%A; XSRF-TOKEN=${XSRF}; XSRF-TOKEN`],
  ])('find the anti-forgery token of the portal beside %s', (_, cookies) => {
    expect(readXsrfToken(cookies)).toBe(XSRF);
  });

  test.each(['', 'XSRF-TOKEN', 'XSRF-TOKEN=%', `XSRF-TOKEN=${'x'.repeat(42)}`, `XSRF-TOKEN="${XSRF}"`])(
    'find none in %j and never throw',
    (cookies) => {
      expect(readXsrfToken(cookies)).toBeUndefined();
    },
  );
});
