import { COLUMNS_MEDIA_TYPE, PRICES_MEDIA_TYPE, WITHOUT_ENCODING_HEADER } from '@portal/contracts';
import type { Request, Response } from 'express';
import { type ByteParts, cutParts } from '../db/byte-parts.ts';
import { TEXT } from '../texts/de.ts';
import { BodyCache, type Encoding, encodeBody } from './body-cache.ts';
import { PortalError } from './errors.ts';

/** The media types of whole lists: `rows` is the specified answer, the others are what the web uses. */
const FORMS = { rows: 'application/json', columns: COLUMNS_MEDIA_TYPE, prices: PRICES_MEDIA_TYPE } as const;
export type AnswerForm = keyof typeof FORMS;

/** What the encoding of an answer depends on. */
const ENCODING_HEADERS = `Accept-Encoding, ${WITHOUT_ENCODING_HEADER}`;

/** The forms of most lists. */
const ROWS_OR_COLUMNS = ['rows', 'columns'] as const;

export type WholeAnswer<Form extends AnswerForm> = {
  /** Changes whenever the answer would. */
  readonly key: string;
  /** Caches may keep it, for ever: the same address never answers anything else, whoever asks (ADR 73). */
  readonly immutable?: boolean;
  /** The answer in a form, as the bytes of its JSON; runs once per key, form and encoding while it is cached. */
  build(form: Form): Promise<Buffer>;
};

/**
 * Sends whole lists in the form and encoding the caller accepts. A body is built once per state of its list and kept
 * compressed; an unchanged list answers 304.
 */
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
      // Prices are kept by no cache (docs/security.md); a program that keeps the ETag itself still gets 304.
      const kept = { 'Cache-Control': 'private, no-store', ETag: `"${key}"` };
      response.set({ 'Content-Type': type, ...kept, Vary: `Accept, ${ENCODING_HEADERS}, Authorization` });
      if (request.fresh) {
        response.status(304).end();
        return;
      }
    }
    const body = await cache.get(key, async () => encodeBody(await answer.build(form), encoding));
    if (answer.immutable)
      response.set({
        'Content-Type': type,
        // Private: no cache between may give it to a caller without a token.
        'Cache-Control': 'private, max-age=31536000, immutable',
        Vary: ENCODING_HEADERS,
      });
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.set('Content-Length', String(body.length)).end(body);
  };
}
export type ColumnsSender = ReturnType<typeof createColumnsSender>;

/** Sends the bytes of a long JSON that is another one each time, compressed as the caller accepts. */
export async function sendBody(request: Request, response: Response, json: Buffer): Promise<void> {
  const encoding = acceptedEncoding(request);
  const body = await encodeBody(json, encoding);
  response.set({ 'Content-Type': 'application/json; charset=utf-8', Vary: ENCODING_HEADERS });
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  response.set('Content-Length', String(body.length)).end(body);
}

/** The head of an answer and the JSON object of its rows as one object, without parsing the rows. */
export function joinAnswer(head: object, rows: ByteParts): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head).slice(0, -1)},`), ...cutParts(rows, 1)]);
}

/** Rows are the default; the others only when asked for by name. */
function acceptedForm<Form extends AnswerForm>(request: Request, forms: readonly AnswerForm[]): Form {
  const accepted = request.accepts(forms.map((form) => FORMS[form]));
  const form = forms.find((each) => FORMS[each] === accepted);
  if (form === undefined) throw new PortalError(406, 'invalid_request', TEXT.notAcceptable);
  return form as Form;
}

/** Best first. The order of a browser's header says nothing, since it gives all the same weight. */
const ENCODINGS: Encoding[] = ['zstd', 'br', 'gzip', 'identity'];

function acceptedEncoding(request: Request): Encoding {
  return ENCODINGS.find((encoding) => request.acceptsEncodings(encoding)) ?? 'identity';
}
