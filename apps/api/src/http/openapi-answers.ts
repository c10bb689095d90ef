import { type Endpoint, TILL_HEADER } from '@portal/contracts';
import type { z } from 'zod';

type Answers = Record<string, object>;

const text = (description: string) => ({ description, schema: { type: 'string' } });
const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'integer', minimum: 1 } },
};
const NOT_MODIFIED_AS = 'If-None-Match names the state that the answer would have';

/** Rules 13.3 and 13.4. */
const REFUSALS: Record<number, { description: string; headers?: object }> = {
  400: { description: 'Path, query, header or JSON that cannot be read' },
  401: { description: 'No valid token', headers: { 'WWW-Authenticate': text('Bearer') } },
  403: { description: 'No right to it, a wrong token of the pharmacy, or a write without XSRF token' },
  404: { description: 'There is no such thing' },
  405: { description: 'The path has no such method', headers: { Allow: text('The methods it has') } },
  406: { description: 'No media type that is accepted' },
  408: { description: 'The body came too slowly' },
  409: { description: 'Changed by somebody else meanwhile, or a step that the present state does not allow' },
  413: { description: 'The body is too large' },
  415: { description: 'A body of another type, charset or encoding' },
  422: { description: 'A body that does not fit, with every issue' },
  429: {
    description: 'Too many such calls within a minute, or no room for one more at this moment; nothing was done',
    headers: RETRY_AFTER,
  },
  500: { description: 'A mistake of the server' },
  503: { description: 'Not now: the server or what it stands on is busy or away', headers: RETRY_AFTER },
  507: { description: 'No room on the disk' },
};

/** The refusals as components, by status. */
export function refusalComponents(refusal: object): Answers {
  return Object.fromEntries(
    Object.entries(REFUSALS).map(([status, said]) => [
      `Refusal${status}`,
      { ...said, content: { 'application/json': { schema: refusal } } },
    ]),
  );
}

function refusalsOf({ access, body, upload, params, method, answerKind, changesState }: Endpoint): number[] {
  const isPublic = access.kind === 'public';
  return [
    400,
    ...(isPublic ? [] : [401, 403]),
    ...(params || upload || isPublic || method !== 'GET' ? [404] : []),
    405,
    ...(answerKind === 'negotiated' ? [406] : []),
    ...(body || upload ? [408] : []),
    ...(method === 'GET' && !changesState ? [] : [409]),
    ...(body || upload ? [413, 415, 422] : []),
    429,
    500,
    503,
    ...(body || upload || answerKind === 'binary' ? [507] : []),
  ];
}

export function answersOf(endpoint: Endpoint, schemaOf: (type: z.ZodType) => object): Answers {
  const json = endpoint.answerKind === 'binary' ? {} : { 'application/json': endpoint.answer };
  const media: Record<string, z.ZodType> = { ...json, ...endpoint.media };
  const negotiated = endpoint.answerKind === 'negotiated';
  const headers = {
    'X-Request-Id': text('Names the call in the log'),
    ...(negotiated ? { ETag: text('Of this state, where one is kept') } : {}),
  };
  const isTill = endpoint.id === 'getTillPrices';
  const ofTill = Object.fromEntries(Object.values(TILL_HEADER).map((name) => [name, text('With text/csv')]));
  const content = Object.entries(media).map(([type, answer]) => [type, { schema: schemaOf(answer) }] as const);
  return {
    200: {
      description: endpoint.summary,
      headers: { ...headers, ...(isTill ? ofTill : {}) },
      content: Object.fromEntries(content),
    },
    ...(negotiated ? { 304: { description: NOT_MODIFIED_AS } } : {}),
    ...Object.fromEntries(
      refusalsOf(endpoint).map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
    ),
  };
}
