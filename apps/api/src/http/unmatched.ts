import type { Endpoint } from '@portal/contracts';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { methodNotAllowed, notFound } from './errors.ts';
import { countRefusals, type Identify } from './identify.ts';
import type { RateLimits } from './rate-limit.ts';

/** 404, or 405 with the methods. No CORS headers. Rule 13.11. */
export function answerUnmatched(table: readonly Endpoint[], limits: Pick<RateLimits, 'count'>): RequestHandler {
  return async (request, response) => {
    await limits.count('public', { subject: undefined, address: request.ip });
    const methods = methodsAt(table, request);
    if (methods.length === 0) throw notFound();
    if (request.method !== 'OPTIONS') throw methodNotAllowed(methods);
    response
      .status(204)
      .set({ Allow: methods.join(', '), 'Cache-Control': 'no-store' })
      .end();
  };
}

/** Broken escapes reach no route; still 401 first. */
export function refuseMalformedPath(
  table: readonly Endpoint[],
  { identify, limits }: { identify: Identify; limits: RateLimits },
): ErrorRequestHandler {
  return async (error: unknown, request, _response, _next) => {
    const there = endpointsAt(table, request);
    if (!(error instanceof URIError) || there.length === 0) throw error;
    const meant = there.find(({ method }) => method === (request.method === 'HEAD' ? 'GET' : request.method));
    if (!meant) throw methodNotAllowed(methodsAt(table, request));
    await countRefusals(limits, request, async (who) => void (await identify(meant, request, who)));
    throw error;
  };
}

export function methodsAt(table: readonly Endpoint[], request: Request): string[] {
  const there = endpointsAt(table, request);
  const methods = new Set(
    there.flatMap(({ method, changesState }) => (method === 'GET' && !changesState ? ['GET', 'HEAD'] : [method])),
  );
  return methods.size === 0 ? [] : [...methods, 'OPTIONS'];
}

/** Most literal parts first: 'lzd' is not a pharmacy. */
function endpointsAt(table: readonly Endpoint[], { baseUrl, path }: Request): Endpoint[] {
  const fullPath = baseUrl + path;
  const there = ofLength(table, lengthOf(fullPath)).filter((endpoint) => patternOf(endpoint.path).test(fullPath));
  const parameters = (endpoint: Endpoint) => endpoint.path.split('/:').length;
  const fewest = Math.min(...there.map(parameters));
  return there.filter((endpoint) => parameters(endpoint) === fewest);
}

const lengthOf = (path: string) => path.replace(/\/$/, '').split('/').length;

const byLength = new WeakMap<readonly Endpoint[], Map<number, Endpoint[]>>();

/** A tenth of the table. */
function ofLength(table: readonly Endpoint[], length: number): readonly Endpoint[] {
  const known = byLength.get(table) ?? Map.groupBy(table, ({ path }) => lengthOf(path));
  byLength.set(table, known);
  return known.get(length) ?? [];
}

const patterns = new Map<string, RegExp>();

/** As express: any case, optional slash. */
function patternOf(path: string): RegExp {
  const known = patterns.get(path);
  if (known) return known;
  const source = path.replaceAll('.', '\\.').replace(/:[A-Za-z]+/g, '[^/]+');
  const pattern = new RegExp(`^${source}/?$`, 'i');
  patterns.set(path, pattern);
  return pattern;
}
