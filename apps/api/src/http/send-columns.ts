import { COLUMNS_MEDIA_TYPE, PRICES_MEDIA_TYPE, WITHOUT_ENCODING_HEADER } from '@portal/contracts';
import type { Request, Response } from 'express';
import { type ByteParts, cutParts } from '../db/byte-parts.ts';
import { TEXT } from '../texts/de.ts';
import { BodyCache, type Encoding, encodeBody } from './body-cache.ts';
import { PortalError } from './errors.ts';

/** `rows` is the specified answer. */
const FORMS = { rows: 'application/json', columns: COLUMNS_MEDIA_TYPE, prices: PRICES_MEDIA_TYPE } as const;
export type AnswerForm = keyof typeof FORMS;

/** What the encoding of an answer depends on. */
export const ENCODING_HEADERS = `Accept-Encoding, ${WITHOUT_ENCODING_HEADER}`;

/** The forms of most lists. */
const ROWS_OR_COLUMNS = ['rows', 'columns'] as const;

export type WholeAnswer<Form extends AnswerForm> = {
  /** Changes whenever the answer would. */
  readonly key: string;
  /** The address never answers anything else (ADR 73). */
  readonly immutable?: boolean;
  /** Once per key, form and encoding. */
  build(form: Form): Promise<Buffer>;
};

/** Built once per state of its list; 304 when unchanged. */
export function createColumnsSender(maxCacheBytes = 192 * 1024 * 1024) {
  const cache = new BodyCache(maxCacheBytes);

  return async <Form extends AnswerForm = (typeof ROWS_OR_COLUMNS)[number]>(
    { request, response }: { request: Request; response: Response },
    read: () => Promise<WholeAnswer<Form>>,
    forms: readonly AnswerForm[] = ROWS_OR_COLUMNS,
  ): Promise<void> => {
    const form = acceptedForm<Form>(request, forms);
    const encoding = acceptedEncoding(request);
    const answer = await read();
    const key = `${answer.key}.${form}.${encoding}`;
    const type = form === 'rows' ? 'application/json; charset=utf-8' : FORMS[form];
    if (!answer.immutable) {
      // Prices are not cached by browsers (docs/security.md); 304 works with a stored ETag.
      const headers = { 'Cache-Control': 'private, no-store', ETag: `"${key}"` };
      response.set({ 'Content-Type': type, ...headers, Vary: `Accept, ${ENCODING_HEADERS}, Authorization` });
      if (request.fresh) {
        response.status(304).end();
        return;
      }
    }
    const body = await cache.get(key, async () => encodeBody(await answer.build(form), encoding));
    if (answer.immutable)
      response.set({
        'Content-Type': type,
        // No shared cache: callers without a token.
        'Cache-Control': 'private, max-age=31536000, immutable',
        Vary: ENCODING_HEADERS,
      });
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.set('Content-Length', String(body.length)).end(body);
  };
}
export type ColumnsSender = ReturnType<typeof createColumnsSender>;

export async function sendBody(request: Request, response: Response, json: Buffer): Promise<void> {
  const encoding = acceptedEncoding(request);
  const body = await encodeBody(json, encoding);
  response.set({ 'Content-Type': 'application/json; charset=utf-8', Vary: ENCODING_HEADERS });
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  response.set('Content-Length', String(body.length)).end(body);
}

export function joinAnswer(head: object, rows: ByteParts): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head).slice(0, -1)},`), ...cutParts(rows, 1)]);
}

function acceptedForm<Form extends AnswerForm>(request: Request, forms: readonly AnswerForm[]): Form {
  const accepted = request.accepts(forms.map((form) => FORMS[form]));
  const form = forms.find((each) => FORMS[each] === accepted);
  if (form === undefined) throw new PortalError(406, 'invalid_request', TEXT.notAcceptable);
  return form as Form;
}

/** A browser's header gives all the same weight. */
const ENCODINGS: Encoding[] = ['zstd', 'br', 'gzip', 'identity'];

export function acceptedEncoding(request: Request): Encoding {
  return ENCODINGS.find((encoding) => request.acceptsEncodings(encoding)) ?? 'identity';
}
