import './support/browser.ts';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { CALLS } from '../src/api/calls.ts';
import { contractMutation, contractQuery } from '../src/api/contract-endpoint.ts';
import { loadList } from '../src/api/load-list.ts';
import { portalApi } from '../src/api/portal-api.ts';
import { createStore } from '../src/app/store.ts';
import { tabSafe } from '../src/lib/safe-storage.ts';
import { aPriceList } from './price-lists/list.ts';
import { inPieces, textOfPieces } from './support/pieces.ts';
import { TestAuth } from './support/portal.tsx';

const TEXT = textOfPieces(inPieces(aPriceList([{}, {}, {}, {}, {}, {}]), 2));
/** After four rows of six. */
const CUT = TEXT.indexOf('"00000005"');

/** An answer that breaks as the browser breaks one that it cannot decompress. */
const broken = (text: string, encoding: string) => {
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) controller.error(new TypeError('network error'));
      else controller.enqueue(new TextEncoder().encode(text || ' '));
      sent = true;
    },
  });
  return new Response(body, { headers: { 'content-encoding': encoding } });
};
const garbage = (headers: Record<string, string> = {}) => new Response('(\ufffd/\ufffd\u0004X\n\ufffd', { headers });
const whole = () => new Response(TEXT);

let asked: (string | null)[];
let answers: (() => Response)[];
beforeEach(() => {
  asked = [];
  tabSafe.clear();
  globalThis.fetch = (async (request: Request) => {
    asked.push(request.headers.get('x-without-encoding'));
    return (answers.shift() as () => Response)();
  }) as typeof fetch;
});
afterEach(() => {
  jest.useRealTimers();
});

const rowsOf = ({ columns }: { columns: { pzn: string[] } }) => columns.pzn.length;

function setUp() {
  const store = createStore(new TestAuth());
  const controller = new AbortController();
  const api = { dispatch: store.dispatch as never, extra: { auth: store.auth }, signal: controller.signal };
  const load = () => loadList({ url: '/api/list', method: 'GET' }, api, rowsOf);
  return { load, controller, store };
}

describe('a list that is spoiled on its way (rule 13.14)', () => {
  test.each([
    ['breaks off at once', () => broken('', 'zstd')],
    ['breaks off amid its rows', () => broken(TEXT.slice(0, CUT), 'zstd')],
    ['is named as another encoding', () => broken('', 'gzip')],
    ['is garbage', () => garbage({ 'content-encoding': 'zstd' })],
    ['is garbage that names no encoding any more', () => garbage()],
    ['ends before its first row', () => new Response('{')],
  ])('one that %s is asked for once more without zstd, as is all that follows in this tab', async (_, spoiled) => {
    const { load } = setUp();
    answers = [spoiled, whole, whole];
    expect(await load()).toEqual({ data: 6 });
    expect(await load()).toEqual({ data: 6 });
    expect(asked).toEqual([null, 'zstd', 'zstd']);
  });

  test('that comes spoiled again says what may be the cause, and is not remembered', async () => {
    const { load } = setUp();
    answers = [garbage, garbage, whole];
    expect(await load()).toMatchObject({
      error: {
        reason: 'malformed_answer',
        message: expect.stringMatching(
          /^Die Antwort des Servers ist nicht lesbar\. Ein Virenschutz oder Proxy kann sie unterwegs verändert haben/,
        ),
      },
    });
    await load();
    expect(asked).toEqual([null, 'zstd', null]);
  });

  test.each([
    [
      'breaks off in another encoding',
      () => broken(TEXT.slice(0, CUT), 'br'),
      /^Die Verbindung ist abgebrochen: 4 von 6/,
    ],
    [
      'does not come',
      () => {
        throw new TypeError('Failed to fetch');
      },
      /^Der Server ist nicht erreichbar/,
    ],
    ['is refused', () => Response.json({ reason: 'forbidden', message: 'Nein.' }, { status: 403 }), /^Nein\.$/],
  ])('one that %s is not asked for again', async (_, answer, sentence) => {
    const { load } = setUp();
    answers = [answer];
    expect(await load()).toMatchObject({ error: { message: expect.stringMatching(sentence) } });
    expect(asked).toEqual([null]);
  });

  test('one that nobody waits for any more is not asked for again', async () => {
    const { load, controller } = setUp();
    answers = [
      () => {
        controller.abort();
        return broken('', 'zstd');
      },
    ];
    await load();
    expect(asked).toEqual([null]);
  });

  test('one that is held back for 30 seconds has not arrived: nothing is said of unreadable', async () => {
    jest.useFakeTimers();
    const { load, store } = setUp();
    answers = [() => new Response(new ReadableStream(), { headers: { 'content-encoding': 'zstd' } })];
    const loading = load();
    await jest.advanceTimersByTimeAsync(31_000);
    expect(await loading).toMatchObject({
      error: {
        reason: 'network',
        message:
          'Vom Server ist seit 30 Sekunden nichts angekommen. Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
      },
    });
    expect(asked).toEqual([null]);
    expect(store.getState().connection.is).toBe('silent');
  });
});

describe('other calls', () => {
  const api = portalApi.injectEndpoints({
    endpoints: (build) => ({
      boardTried: contractQuery(build, CALLS.getSettings),
      writeTried: contractMutation(build, CALLS.savePriceList),
    }),
  });

  test('what is read is asked for once more, what is written never', async () => {
    const store = createStore(new TestAuth());
    const read = () =>
      store.dispatch(
        api.endpoints.boardTried.initiate(
          { params: { apoId: 1, token: 't' } },
          { forceRefetch: true, subscribe: false },
        ),
      );
    answers = [garbage, () => Response.json({ status: 'OK' }), () => Response.json({ status: 'OK' })];
    expect((await read()).error).toBeUndefined();
    await read();
    expect(asked).toEqual([null, 'zstd', 'zstd']);

    tabSafe.clear();
    asked = [];
    answers = [garbage];
    const written = await store.dispatch(
      api.endpoints.writeTried.initiate({ params: { pharmacyId: 1, token: 't' }, body: { products: [] } }),
    );
    expect(written.error).toMatchObject({ reason: 'malformed_answer' });
    expect(asked).toEqual([null]);
  });
});
