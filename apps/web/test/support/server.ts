import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS, type Endpoint, type EndpointName, type Refusal } from '@portal/contracts';
import { inPieces, isInPieces, textOfPieces, travelsInPieces } from './pieces.ts';

/** A call as the server saw it. */
export type Call = {
  name: EndpointName;
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Headers;
  body: unknown;
};
type Reply = { status: number; body: unknown; headers?: Record<string, string> };
type Handler = (call: Call) => unknown;

const PUBLIC = join(process.cwd(), 'apps/web/public');

/**
 * Answers the calls of the browser in place of the api. Routes and answers are held against the contract: an address
 * that no endpoint has, or an answer that does not fit the schema, fails the test.
 */
export class TestServer {
  readonly calls: Call[] = [];
  readonly issues: unknown[] = [];
  readonly #handlers = new Map<EndpointName, Handler>();

  on(name: EndpointName, handler: Handler): this {
    this.#handlers.set(name, handler);
    return this;
  }

  callsOf(name: EndpointName): Call[] {
    return this.calls.filter((call) => call.name === name);
  }

  readonly fetch = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.origin);
    if (url.pathname.startsWith('/assets/')) {
      return new Response(readFileSync(join(PUBLIC, url.pathname)), {
        headers: { 'content-type': 'application/json' },
      });
    }
    const request = input instanceof Request ? input : new Request(url, init);
    const { status, body, headers } = await this.#answer(request, url);
    if (body instanceof Response) return body;
    // a file, which the portal tells from JSON by its type
    if (typeof body === 'string') return new Response(body, { status, headers: { 'content-type': 'text/csv' } });
    const text = isInPieces(body) ? textOfPieces(body) : JSON.stringify(body);
    return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } });
  };

  async #answer(request: Request, url: URL): Promise<Reply> {
    const path = url.pathname;
    const route = matchEndpoint(request.method, path);
    const handler = route && this.#handlers.get(route.name);
    if (!route || !handler) {
      this.issues.push(`no answer for ${request.method} ${path}`);
      return { status: 500, body: null };
    }
    const query = Object.fromEntries(url.searchParams);
    const call: Call = { ...route, query, headers: request.headers, body: await bodyOf(request) };
    this.calls.push(call);
    const answer = await handler(call);
    if (answer instanceof Response) return { status: answer.status, body: answer };
    if (answer instanceof Refused) return { status: answer.httpStatus, body: answer.body, headers: answer.headers };
    const endpoint: Endpoint = ENDPOINTS[route.name];
    const schema = endpoint.media?.[request.headers.get('accept') ?? ''] ?? endpoint.answer;
    const wire = travelsInPieces(route.name, answer) ? inPieces(answer) : answer;
    const parsed = schema.safeParse(wire);
    if (!parsed.success) this.issues.push(parsed.error);
    return { status: 200, body: wire };
  }
}

/** The JSON of a body, the fields of a form as an object, undefined where there is none. */
async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('multipart/form-data'))
    return Object.fromEntries(await request.formData());
  const text = await request.text();
  return text === '' ? undefined : JSON.parse(text);
}

/** What a handler returns to refuse the call. */
export class Refused {
  readonly httpStatus: number;
  readonly body: Refusal;
  readonly headers: Record<string, string>;
  constructor(httpStatus: number, reason: string, message: string, headers: Record<string, string> = {}) {
    this.httpStatus = httpStatus;
    this.headers = headers;
    this.body = { status: 'ERROR', reason, message, requestId: 'test' };
  }
}

function matchEndpoint(method: string, path: string): Pick<Call, 'name' | 'params'> | undefined {
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    const names = [...endpoint.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] as string);
    const match = new RegExp(`^${endpoint.path.replace(/:[A-Za-z]+/g, '([^/]+)')}$`).exec(path);
    if (!match || endpoint.method !== method) continue;
    const params = Object.fromEntries(names.map((param, index) => [param, decodeURIComponent(match[index + 1] ?? '')]));
    return { name: name as EndpointName, params };
  }
  return undefined;
}
