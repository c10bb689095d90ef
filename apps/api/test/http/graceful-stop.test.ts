import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createGracefulServer } from '../../src/graceful-server.ts';

const BYTES = 32 * 2 ** 20; // more than the buffers of both sockets hold

async function listening(deadlineMs: number) {
  const body = Buffer.alloc(BYTES, 'x');
  const graceful = createGracefulServer((_, response) => void response.end(body), {
    requestMs: 20_000,
    logger: pino({ level: 'silent' }),
    headers: (_request, _response, next) => next(),
  });
  graceful.server.listen(0, '127.0.0.1');
  await once(graceful.server, 'listening');
  const { port } = graceful.server.address() as AddressInfo;
  return { port, stop: () => graceful.stop({ drainMs: 0, deadlineMs }) };
}

/** Asks, and reads nothing of the answer's body until `more` is called. */
async function slowReader(port: number) {
  const asked = request({ port, host: '127.0.0.1', agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return async () => {
    let received = 0;
    for await (const chunk of answer) received += (chunk as Buffer).length;
    return received;
  };
}

test('an answer that is written and still on its way is not cut off by a stop', async () => {
  const { port, stop } = await listening(10_000);
  const readOn = await slowReader(port);
  const stopped = stop();
  await pause(300); // several looks for idle connections
  expect(await readOn()).toBe(BYTES);
  expect(await stopped).toBe(0);
});

test('a client that reads nothing is cut off at the deadline, and counted', async () => {
  const { port, stop } = await listening(500);
  const readOn = await slowReader(port);
  expect(await stop()).toBe(1);
  await expect(readOn()).rejects.toThrow('aborted');
});
