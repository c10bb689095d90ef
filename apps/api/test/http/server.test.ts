import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Endpoint, ENDPOINTS } from '@portal/contracts';
import { pino } from 'pino';
import { z } from 'zod';
import { createGracefulServer, type GracefulServer } from '../../src/graceful-server.ts';
import { GERMAN } from '../../src/texts/zod-german.ts';

describe('messages', () => {
  beforeAll(() => {
    z.config(GERMAN);
  });

  /** Values of every type, so that some are wrong for any schema. */
  const EMPTY = [undefined, null, '', ' ', [], {}];
  const SCALARS = [true, 'x', '1', '2026-02-30', -1, 0, 1.5, 1e300, Number.NaN, Infinity, 10n, 'ä'.repeat(700)];
  const WRONG: unknown[] = [...EMPTY, ...SCALARS, [[]], [null], { x: 1 }, new Date(0)];

  type Def = { type: string } & Record<string, unknown>;
  const defOf = (schema: unknown) => (schema as { _zod: { def: Def } })._zod.def;

  /** Inputs that are wrong in one place each, at every place that the schema has. */
  function* probes(schema: unknown, depth = 0): Generator<unknown> {
    if (depth > 8) return;
    yield* WRONG;
    const def = defOf(schema);
    const inner = [def['innerType'], def['in'], def['out']].filter(Boolean);
    for (const part of inner) yield* probes(part, depth + 1);
    if (def.type === 'union') for (const option of def['options'] as unknown[]) yield* probes(option, depth + 1);
    if (def.type === 'object') {
      for (const [name, part] of Object.entries(def['shape'] as object))
        for (const value of probes(part, depth + 1)) yield { [name]: value };
    }
    if (def.type === 'record') {
      for (const value of probes(def['valueType'], depth + 1)) yield { OTC: value };
      yield { 1: 1, x: 1 };
    }
    if (def.type === 'array') {
      for (const value of probes(def['element'], depth + 1)) yield [value];
      const { maxItems } = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });
      if (maxItems !== undefined) yield Array.from({ length: maxItems + 1 }, () => 'x');
    }
  }

  const GERMAN_SENTENCE = /^[A-ZÄÖÜ„a-z][^]*[.!?]$/;
  const ENGLISH =
    /\b(expected|received|invalid|required|must|too|string|number|array|object|boolean|undefined|null|nan|bigint|at least|at most|characters|items|instanceof|input|option|unrecognized|key|one of|pattern|union|int)\b/i;

  const schemas = Object.values<Endpoint>(ENDPOINTS).flatMap(({ id, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? [{ name: `${id} ${part}`, schema }] : [],
    ),
  );

  test('there are schemas to try', () => expect(schemas.length).toBeGreaterThan(50));

  test.each(schemas)('$name says in German what is wrong, wherever it is', ({ schema }) => {
    const messages = new Set<string>();
    for (const value of probes(schema)) {
      const { error } = schema.safeParse(value);
      // Issues of the row a hundred thousand times are the same issue.
      for (const issue of error?.issues.slice(0, 500) ?? []) messages.add(issue.message);
    }
    for (const message of messages) {
      expect(message).not.toMatch(ENGLISH);
      expect(message).toMatch(GERMAN_SENTENCE);
    }
  });

  describe('a message', () => {
    const of = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
    const list = z.array(z.number()).min(1).max(3);
    const edits = ENDPOINTS.savePriceList.body.shape.products;
    test.each<[z.ZodType, unknown, string]>([
      [list, [], 'Die Liste darf nicht leer sein.'],
      [list, [1, 2, 3, 4], 'Erlaubt sind höchstens 3 Einträge.'],
      [
        z.array(z.number()).max(100_000),
        Array.from({ length: 100_001 }, () => 1),
        'Erlaubt sind höchstens 100.000 Einträge.',
      ],
      [z.array(z.number()).max(1), [1, 2], 'Erlaubt sind höchstens 1 Eintrag.'],
      [z.array(z.number()).min(2), [1], 'Nötig sind mindestens 2 Einträge.'],
      [list, undefined, 'Die Angabe fehlt.'],
      [edits, [{ pzn: '01234562', priceEdit: 4, editedPermanent: false }], 'Die Angabe fehlt.'],
      [list, 'x', 'Erwartet wird eine Liste, angegeben ist ein Text.'],
      [z.string(), null, 'Erwartet wird ein Text, angegeben ist nichts.'],
      [z.string().max(5), 'abcdef', 'Erlaubt sind höchstens 5 Zeichen.'],
      [z.string().min(1), '', 'Der Text darf nicht leer sein.'],
      [z.number().int(), 1.5, 'Erwartet wird eine ganze Zahl, angegeben ist eine Zahl.'],
      [z.number().max(3), 4, 'Der Wert darf höchstens 3 sein.'],
      [z.number().positive(), 0, 'Der Wert muss größer als 0 sein.'],
      [z.number().nonnegative(), -1, 'Der Wert muss mindestens 0 sein.'],
      [z.number().multipleOf(5), 4, 'Die Zahl muss ein Vielfaches von 5 sein.'],
      [z.enum(['OTC', 'FREIWAHL']), 'x', 'Erlaubt sind OTC, FREIWAHL.'],
      [z.literal('OK'), 'x', 'Erwartet wird OK.'],
      [z.iso.date(), 'gestern', 'Erwartet wird ein Datum wie 2026-03-31.'],
      [z.union([z.string(), z.number()]), true, 'Die Angabe hat keine der erlaubten Formen.'],
      [z.strictObject({}), { x: 1 }, 'Unbekannt: x.'],
      [z.record(z.string().min(3), z.number()), { X: 1 }, 'Ein Name ist nicht erlaubt.'],
    ])('%#', (schema, value, message) => expect(of(schema, value)).toBe(message));
  });
});

describe('the stop', () => {
  const BYTES = 32 * 2 ** 20; // more than the buffers of both sockets hold

  async function listening(deadlineMs: number) {
    const body = Buffer.alloc(BYTES, 'x');
    const graceful = createGracefulServer((_, response) => void response.end(body), {
      requestMs: 20_000,
      logger: pino({ level: 'silent' }),
      headers: (_request, _response, next) => next(),
      isDirect: true,
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
});

// Rule 13.20.
describe('a connection', () => {
  let handled = 0;
  let graceful: GracefulServer;
  let port: number;
  const listen = async (isDirect: boolean) => {
    handled = 0;
    graceful = createGracefulServer(
      (call, response) => {
        handled += 1;
        call.resume();
        setTimeout(() => response.end('OK'), 5);
      },
      { requestMs: 20_000, logger: pino({ level: 'silent' }), headers: (_call, _answer, next) => next(), isDirect },
    );
    graceful.server.listen(0, '127.0.0.1');
    await once(graceful.server, 'listening');
    ({ port } = graceful.server.address() as AddressInfo);
  };
  afterEach(() => graceful.stop({ drainMs: 0, deadlineMs: 100 }));

  /** Writes these bytes at once and reads until the other side closes, or for half a second. */
  async function talk(bytes: string): Promise<{ answers: number; isClosed: boolean }> {
    const socket = connect({ port, host: '127.0.0.1' });
    let received = '';
    let isClosed = false;
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.once('close', resolve)).then(() => (isClosed = true));
    socket.write(bytes);
    await Promise.race([closed, pause(500)]);
    const answers = received.split('HTTP/1.1 200').length - 1;
    const seen = { answers, isClosed };
    socket.destroy();
    return seen;
  }
  const CALL = 'GET /x HTTP/1.1\r\nHost: a\r\n\r\n';
  const HEAD = 'POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  const pieces = (count: number, text: string) => `${text.length.toString(16)}\r\n${text}\r\n`.repeat(count);

  test('may send few calls before the first is answered; a thousand close it, and eight are asked for', async () => {
    await listen(true);
    expect(await talk(CALL.repeat(8))).toEqual({ answers: 8, isClosed: false });
    handled = 0;
    expect((await talk(CALL.repeat(1_000))).isClosed).toBe(true);
    expect(handled).toBe(8);
  });

  test('serves call after call', async () => {
    await listen(true);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let call = 0; call < 100; call += 1) {
      const [answer] = (await once(request({ port, host: '127.0.0.1', agent }).end(), 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
    }
    agent.destroy();
    expect(handled).toBe(100);
  });

  test.each([
    ['two thousand pieces of one byte', true, pieces(2_000, 'x')],
    ['a thousand of one byte', false, `${pieces(1_000, 'x')}0\r\n\r\n`],
    ['two thousand of 100 bytes', false, `${pieces(2_000, 'x'.repeat(100))}0\r\n\r\n`],
  ])('whose body has %s: closed %p', async (_name, isClosed, body) => {
    await listen(true);
    expect((await talk(HEAD + body)).isClosed).toBe(isClosed);
  });

  test.each([
    ['is not listened to for a while, without a proxy', true],
    ['is that of the proxy: never', false],
  ])('an address that goes on %s', async (_name, isDirect) => {
    await listen(isDirect);
    for (let time = 0; time < 3; time += 1) await talk(CALL.repeat(1_000));
    handled = 0;
    expect(await talk(CALL)).toEqual(isDirect ? { answers: 0, isClosed: true } : { answers: 1, isClosed: false });
  });

  /** Fifty at once, each ended by `end` when its bytes are written. */
  async function leave(most: number, bytes: string, end: (socket: Socket) => void): Promise<void> {
    for (let count = 0; count < most; count += 50) {
      const sockets = Array.from({ length: 50 }, async () => {
        const socket = connect(port, '127.0.0.1').on('error', () => {});
        socket.write(bytes, () => end(socket));
        await new Promise((resolve) => socket.resume().once('close', resolve));
      });
      await Promise.all(sockets);
    }
  }

  test.each([
    ['unreadable ones', 'nonsense\r\n\r\n', (socket: Socket) => socket.end()],
    ['calls that it leaves', HEAD, (socket: Socket) => socket.destroy()],
  ])('an address with many %s in a second is not listened to for a while; the proxy is', async (_name, bytes, end) => {
    await listen(true);
    await leave(150, bytes, end);
    expect((await talk(CALL)).answers).toBe(1);
    for (let time = 0; time < 5 && (await talk(CALL)).answers > 0; time += 1) await leave(1_000, bytes, end);
    expect(await talk(CALL)).toEqual({ answers: 0, isClosed: true });
    await graceful.stop({ drainMs: 0, deadlineMs: 100 });
    await listen(false);
    await leave(2_000, bytes, end);
    expect((await talk(CALL)).answers).toBe(1);
  });

  test('is closed where its address has a thousand', async () => {
    await listen(true);
    const open = Array.from({ length: 1_000 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await talk(CALL)).toEqual({ answers: 0, isClosed: true });
    open[0]?.destroy();
    await pause(100);
    expect(await talk(CALL)).toEqual({ answers: 1, isClosed: false });
    for (const socket of open) socket.destroy();
  });
});
