import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { TILL_PROFILES } from '@portal/rules/till';

export const TOKEN_PATH = '/realms/test/protocol/openid-connect/token';

/** How a call goes wrong instead of being answered. */
export type Trouble =
  | { status: number; headers?: Record<string, string>; body?: object }
  /** The connection breaks before, or in the middle of, the answer. */
  | 'cut'
  | 'cut in the body'
  | 'silence';

export type FakePage = {
  reload?: string | null;
  message?: string;
  prices: [pzn: string, price: number | null, details?: object][];
  cursor: string;
  more?: boolean;
};

/**
 * A portal of a few lines: pages by the cursor they follow, tokens that count up, acknowledgements that are kept. `trouble` holds
 * what shall go wrong with the next calls whose path contains its key, in turn.
 */
export async function startFakePortal() {
  const pages = new Map<string, FakePage>();
  const trouble = new Map<string, Trouble[]>();
  const calls: string[] = [];
  const waits: number[] = [];
  const profile: { now: { profile: object; version: string } } = { now: { profile: TILL_PROFILES.csv, version: '1' } };
  const acknowledged: string[] = [];
  const held: object[] = [];
  const inventories: { cursor: string | null; text: string }[] = [];
  let tokens = 0;
  let validFrom = 0;
  let lastCall = Date.now();

  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://localhost');
    calls.push(`${request.method} ${url.pathname}${url.search}`);
    waits.push(Date.now() - lastCall);
    lastCall = Date.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const key = [...trouble.keys()].find((part) => url.pathname.includes(part));
    const wrong = key === undefined ? undefined : trouble.get(key)?.shift();
    if (wrong !== undefined) return misbehave(wrong, response);
    const json = (status: number, value: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
    };
    if (url.pathname === '/api/config') return json(200, { kcUrl: address(), kcRealm: 'test' });
    if (url.pathname === TOKEN_PATH) {
      const known = new URLSearchParams(body).get('client_secret') === 'secret';
      return known ? json(200, { access_token: `token-${++tokens}` }) : json(401, { error: 'invalid_client' });
    }
    const token = Number(/^Bearer token-(\d+)$/.exec(request.headers.authorization ?? '')?.[1] ?? -1);
    if (token <= validFrom) return json(401, { message: 'Bitte melden Sie sich an.' });
    if (!url.pathname.startsWith('/api/till/v1/77/')) {
      return json(403, { message: 'Keine Zugriffsrechte auf die Ressource' });
    }
    if (url.pathname.endsWith('/inventory')) {
      inventories.push({ cursor: url.searchParams.get('cursor'), text: gunzipSync(Buffer.concat(chunks)).toString() });
      return json(200, {
        status: 'OK',
        equal: 1234,
        different: 1,
        missing: 2,
        extra: 3,
        doubts: ['Freiwahl fehlt ganz (231 Artikel).'],
      });
    }
    if (request.method === 'POST') {
      const told = JSON.parse(body) as { cursor: string; held: object };
      acknowledged.push(told.cursor);
      held.push(told.held);
      return json(200, { status: 'OK' });
    }
    if (url.pathname.endsWith('/profile')) return json(200, { status: 'OK', ...profile.now });
    const page = pages.get(url.searchParams.get('since') ?? '');
    if (!page) return json(500, {});
    const prices = page.prices.map(([pzn, price, details]) => ({ pzn, price, withdrawn: price === null, ...details }));
    json(200, { status: 'OK', reload: null, message: null, more: false, ...page, prices });
  }
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: address(),
    pages,
    /** `now` is the till's profile with its version. */
    profile,
    trouble,
    calls,
    /** Milliseconds before each call since the one before. */
    waits,
    acknowledged,
    /** What each acknowledgement said of the till. */
    held,
    inventories,
    /** From now on the tokens given out so far are refused. */
    expireTokens: () => {
      validFrom = tokens;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
export type FakePortal = Awaited<ReturnType<typeof startFakePortal>>;

function misbehave(wrong: Trouble, response: ServerResponse): void {
  if (wrong === 'silence') return;
  if (wrong === 'cut') {
    response.destroy();
    return;
  }
  if (wrong === 'cut in the body') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
    response.write('{"status":"OK","prices":[');
    setTimeout(() => response.destroy(), 20);
    return;
  }
  response.writeHead(wrong.status, wrong.headers).end(JSON.stringify(wrong.body ?? {}));
}
