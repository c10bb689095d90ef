import { COLUMNS_MEDIA_TYPE } from '@portal/contracts';
import type { Request, Response } from 'express';
import { TEXT } from '../texts/de.ts';
import { BodyCache, type Encoding, encodeBody } from './body-cache.ts';
import { PortalError } from './errors.ts';

/** `rows` is the specified answer, `columns` the media type that the web uses. */
export type AnswerForm = 'columns' | 'rows';

export type WholeAnswer = {
  /** Changes whenever the answer would. */
  readonly key: string;
  /** The answer in a form, as the bytes of its JSON; runs once per key, form and encoding while it is cached. */
  build(form: AnswerForm): Promise<Buffer>;
};

/**
 * Sends whole lists in the form and encoding the caller accepts. A body is built once per state of its list and kept
 * compressed; an unchanged list answers 304.
 */
export function createColumnsSender(maxCacheBytes = 192 * 1024 * 1024) {
  const cache = new BodyCache(maxCacheBytes);

  return async (
    { request, response }: { request: Request; response: Response },
    read: () => Promise<WholeAnswer>,
  ): Promise<void> => {
    const form = acceptedForm(request);
    const encoding = acceptedEncoding(request);
    const answer = await read();
    const key = `${answer.key}.${form}.${encoding}`;
    response.set({
      'Content-Type': form === 'columns' ? COLUMNS_MEDIA_TYPE : 'application/json; charset=utf-8',
      // Prices are kept by no cache (docs/security.md); a program that keeps the ETag itself still gets 304.
      'Cache-Control': 'private, no-store',
      ETag: `"${key}"`,
      Vary: 'Accept, Accept-Encoding, Authorization',
    });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const body = await cache.get(key, async () => encodeBody(await answer.build(form), encoding));
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.set('Content-Length', String(body.length)).end(body);
  };
}
export type ColumnsSender = ReturnType<typeof createColumnsSender>;

/** The head of an answer and the JSON object of its rows as one object, without parsing the rows. */
export function joinAnswer(head: object, rows: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head).slice(0, -1)},`), rows.subarray(1)]);
}

/** Rows are the default; columns only when asked for by name. */
function acceptedForm(request: Request): AnswerForm {
  const accepted = request.accepts(['application/json', COLUMNS_MEDIA_TYPE]);
  if (accepted === false) throw new PortalError(406, 'invalid_request', TEXT.notAcceptable);
  return accepted === COLUMNS_MEDIA_TYPE ? 'columns' : 'rows';
}

/** Best first. The order of a browser's header says nothing, since it gives all the same weight. */
const ENCODINGS: Encoding[] = ['zstd', 'br', 'gzip', 'identity'];

function acceptedEncoding(request: Request): Encoding {
  return ENCODINGS.find((encoding) => request.acceptsEncodings(encoding)) ?? 'identity';
}
