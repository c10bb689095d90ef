import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { bodyBounds, ENDPOINTS } from '@portal/contracts';
import express, { type Request, type Response } from 'express';
import { readBody } from '../../src/http/read-body.ts';
import { receiveUpload } from '../../src/http/upload.ts';
import { createBodyMemory } from '../../src/limits/body-memory.ts';
import { withLowestRate } from '../../src/limits/lowest-rate.ts';

const RATE = { windowMs: 300, bytes: 1_000 };
const FORM = '--b\r\nContent-Disposition: form-data; name="csv"; filename="a.csv"\r\n\r\nPZN;True';
const form = { type: 'multipart/form-data; boundary=b', begun: FORM };
const json = { type: 'application/json', begun: '{"products":[' };

/** What becomes of a body of 5,000 bytes that a client sends a piece of every 100 ms. */
async function receive({ type, begun }: { type: string; begun: string }, piece: number): Promise<unknown> {
  const ended = Promise.withResolvers<unknown>();
  const share = createBodyMemory().share({});
  const app = express().post('/', (request: Request, response: Response) => {
    const read = () =>
      type === json.type
        ? readBody(request, bodyBounds(ENDPOINTS.savePriceList), share)
        : receiveUpload('csv', request, response);
    ended.resolve(withLowestRate<unknown>(request, RATE, read).catch((error: unknown) => error));
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n${begun}`);
  let isOver = false;
  void ended.promise.then(() => {
    isOver = true;
  });
  for (let sent = begun.length; sent < 5_000 && !isOver; sent += piece) {
    await pause(100);
    socket.write(' '.repeat(Math.min(piece, 5_000 - sent)));
  }
  const outcome = await ended.promise;
  socket.destroy();
  server.close();
  return outcome;
}

test.each([
  ['a form', form],
  ['JSON', json],
])('%s that comes too slowly is ended with 408, one byte or none at a time', async (_, body) => {
  const slow = { httpStatus: 408, message: expect.stringMatching(/^Die Daten kommen zu langsam an\./) };
  expect(await receive(body, 1)).toMatchObject(slow);
  expect(await receive(body, 0)).toMatchObject(slow);
});

test.each([
  ['a form', form],
  ['JSON', json],
])('%s that comes as fast as it has to is read to its end', async (_, body) => {
  // 2,000 bytes a window; what is read is neither a whole form nor whole JSON, and that is what is said of it
  expect(await receive(body, 700)).toMatchObject({ httpStatus: 400 });
});
