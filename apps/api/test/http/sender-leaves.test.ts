import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { bodyBounds, ENDPOINTS } from '@portal/contracts';
import express, { type Request, type Response } from 'express';
import { readBody } from '../../src/http/read-body.ts';
import { receiveUpload } from '../../src/http/upload.ts';
import { createBodyMemory } from '../../src/limits/body-memory.ts';

// Rules 13.4 and 13.19: who has sent all of it and leaves before all of it is read gives up his slot.

const rowOf = (n: number) =>
  `{"pzn":"${String((n * 7_919_317) % 1e8).padStart(8, '0')}","priceEdit":${(n % 997) / 100},"editedIgnore":false}`;
const JSON_BODY = Buffer.from(`{"products":[${Array.from({ length: 90_000 }, (_, n) => rowOf(n)).join(',')}]}`);
const FORM = Buffer.from(
  `--b\r\nContent-Disposition: form-data; name="csv"; filename="a.csv"\r\n\r\n${'PZN;VK\r\n'.repeat(1_000_000)}\r\n--b--\r\n`,
);
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const LEFT = expect.objectContaining({ httpStatus: 400, message: 'Die Anfrage wurde abgebrochen.' });
const json = { type: 'application/json' };

test.each([
  ['gzip', { ...json, encoding: 'gzip', body: gzipSync(JSON_BODY, { level: 1 }) }],
  ['deflate', { ...json, encoding: 'deflate', body: deflateSync(JSON_BODY, { level: 1 }) }],
  ['brotli', { ...json, encoding: 'br', body: brotliCompressSync(JSON_BODY, quick) }],
  ['JSON', { ...json, encoding: 'identity', body: JSON_BODY }],
  ['a form', { type: 'multipart/form-data; boundary=b', encoding: 'identity', body: FORM }],
])('%s', async (_, given) => {
  let outcome: unknown = TOO_QUICK;
  for (let attempt = 0; attempt < 10 && outcome === TOO_QUICK; attempt += 1) outcome = await leave(given);
  // JSON as it is has been read when the last of it comes.
  expect(outcome).toEqual(given.encoding === 'identity' && given.type === json.type ? 'read' : LEFT);
});

const TOO_QUICK = 'read before it was left';

/** When all of it has come, and not all of it is read. */
async function leave({ type, encoding, body }: { type: string; encoding: string; body: Buffer }): Promise<unknown> {
  const ended = Promise.withResolvers<unknown>();
  const share = createBodyMemory().share({});
  const app = express().post('/', (request: Request, response: Response) => {
    const look = () => {
      if (request.readableEnded) ended.resolve(TOO_QUICK);
      else if (request.complete) request.socket.destroy();
      else setImmediate(look);
    };
    look();
    const read =
      type === json.type
        ? readBody(request, bodyBounds(ENDPOINTS.savePriceList), share)
        : receiveUpload('csv', request, response);
    void read.then(
      () => ended.resolve('read'),
      (error: unknown) => ended.resolve(error),
    );
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  const head = `Host: localhost\r\nContent-Type: ${type}\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.length}`;
  socket.write(`POST / HTTP/1.1\r\n${head}\r\n\r\n`);
  socket.write(body);
  const outcome = await ended.promise;
  socket.destroy();
  server.close();
  return outcome;
}
