import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { acceptedEncoding, ENCODING_HEADERS } from './send-columns.ts';
import { type Encoding, encodeBody } from './body-cache.ts';

/** An answer that is the same for all: made once, compressed once for each encoding, 304 where it is known (rule 13.8). */
export function createConstant(make: () => unknown) {
  let made: { json: Buffer; tag: string } | undefined;
  const encoded = new Map<Encoding, Promise<Buffer>>();

  return async ({ request, response }: { request: Request; response: Response }): Promise<void> => {
    made ??= withTag(Buffer.from(JSON.stringify(make())));
    const { json, tag } = made;
    const encoding = json.length < SMALL ? 'identity' : acceptedEncoding(request);
    response.set({
      'Content-Type': 'application/json; charset=utf-8',
      ETag: `"${tag}.${encoding}"`,
      Vary: ENCODING_HEADERS,
    });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const body = encoded.get(encoding) ?? encodeBody(json, encoding);
    encoded.set(encoding, body);
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    const bytes = await body;
    response.set('Content-Length', String(bytes.length)).end(bytes);
  };
}

/** Bytes that are not worth compressing. */
const SMALL = 2_048;

function withTag(json: Buffer): { json: Buffer; tag: string } {
  return { json, tag: createHash('sha256').update(json).digest('base64url').slice(0, 22) };
}
