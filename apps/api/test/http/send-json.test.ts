import { once } from 'node:events';
import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import express from 'express';
import { sendJson } from '../../src/http/send-json.ts';

let answer: unknown;
const app = express().get('/', (_, response) => sendJson(response, answer));
const server = createServer(app);
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());
const read = async () => {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { type: response.headers.get('content-type'), text: await response.text() };
};

const row = (n: number) => ({ pzn: String(10_000_000 + n), price: n / 100, name: `Größe "${n}"\n`, none: null });
const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n));

test.each<[string, unknown]>([
  ['nothing long', { status: 'OK', data: rows(3), none: undefined }],
  ['a long list alone', { data: rows(1201) }],
  ['a long list between other members', { status: 'OK', data: rows(1000), rest: { a: [1] }, none: undefined, last: 1 }],
  ['a missing member first', { none: undefined, data: rows(501), also: rows(500) }],
  ['two long lists, one of them of gaps', { one: rows(700), other: Array.from({ length: 501 }) }],
  ['a list without an object', rows(600)],
])('%s is answered as JSON.stringify would', async (_, given) => {
  answer = given;
  expect(await read()).toEqual({ type: 'application/json; charset=utf-8', text: JSON.stringify(given) });
});

test.each([
  ['before the first piece', true],
  ['amid the pieces', false],
])('a client that leaves %s is not an error', async (_, isGone) => {
  const sent = Promise.withResolvers<unknown>();
  const early = createServer(
    express().get('/', async (_request, response) => {
      if (isGone) await once(response, 'close');
      sent.resolve(sendJson(response, { data: rows(50_000) }).catch((error: unknown) => error));
    }),
  ).listen(0, '127.0.0.1');
  await once(early, 'listening');
  const reader = connect((early.address() as AddressInfo).port, '127.0.0.1');
  reader.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  if (isGone) setTimeout(() => reader.destroy(), 50);
  else reader.once('data', () => reader.destroy());
  expect(await sent.promise).toBeUndefined();
  early.close();
});

test('others get their turn while a long answer is made', async () => {
  let [turns, written, done] = [0, 0, false];
  const tick = () => {
    turns += 1;
    if (!done) setImmediate(tick);
  };
  // Takes everything at once, so that a slow reader gives no turns.
  const taker = new Writable({ write: (chunk: Buffer, _, next) => ((written += chunk.length), next()) });
  const response = Object.assign(taker, { type: () => taker, json: (value: unknown) => JSON.stringify(value) });
  setImmediate(tick);
  await sendJson(response as unknown as express.Response, { data: rows(300_000) });
  const during = turns;
  done = true;
  expect(written).toBeGreaterThan(20_000_000);
  expect(during).toBeGreaterThan(3);
});
