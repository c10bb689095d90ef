import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type BodyBounds, bodyBounds, type Endpoint, ENDPOINTS } from '@portal/contracts';
import express, { type Request, type Response } from 'express';
import fc from 'fast-check';
import { z } from 'zod';
import { BodyCache } from '../../src/http/body-cache.ts';
import { JsonScan } from '../../src/http/json-scan.ts';
import { bodyForm, parseBody } from '../../src/http/parse-body.ts';
import { sendJson } from '../../src/http/send-json.ts';
import { receiveUpload } from '../../src/http/upload.ts';

describe('the scan', () => {
  const BOUNDS: BodyBounds = {
    bytes: 1_000_000,
    ratio: 100,
    depth: 8,
    values: 1_000,
    members: 10,
    text: 200,
    rows: 'rows',
  };
  const WIDE = { ...BOUNDS, values: 100_000, members: 1_000, text: 100_000 };
  const FORM = bodyForm(z.looseObject({ rows: z.array(z.unknown()).max(10_000) }), 'rows');

  /** A body as the server takes it in, cut into chunks of that size: what it is, or the status it is refused with. */
  async function take(text: string | Buffer, { chunk = 7, bounds = BOUNDS } = {}): Promise<unknown> {
    const bytes = Buffer.from(text as string);
    const scan = new JsonScan(bounds);
    try {
      for (let at = 0; at < bytes.length; at += chunk) scan.push(bytes.subarray(at, at + chunk));
      return { value: await parseBody(FORM, { bytes, lists: scan.end() }) };
    } catch (error) {
      return (error as { httpStatus?: number }).httpStatus ?? error;
    }
  }

  // Rule 13.4.
  describe('a body within its bounds', () => {
    const anything = fc.jsonValue({ maxDepth: 5 });
    const member = fc.string({ maxLength: 5 }).filter((name) => name !== 'rows' && name !== '__proto__');
    const body = fc
      .tuple(fc.dictionary(member, fc.oneof(fc.string(), fc.integer(), fc.boolean())), fc.array(anything))
      .map(([rest, rows]) => ({ ...rest, rows }));

    test('is what JSON.parse makes of it, however it is cut, spaced and escaped', async () => {
      await fc.assert(
        fc.asyncProperty(
          body,
          fc.integer({ min: 1, max: 40 }),
          fc.constantFrom('', ' ', '\n\t'),
          async (value, chunk, indent) => {
            const text = JSON.stringify(value, undefined, indent);
            expect(await take(text, { chunk, bounds: WIDE })).toEqual({ value: JSON.parse(text) });
            expect(await take(`\ufeff ${text}\r\n`, { chunk, bounds: WIDE })).toEqual({ value: JSON.parse(text) });
          },
        ),
        { numRuns: 300 },
      );
    });

    test('is refused where JSON.parse refuses it, and never taken for something else', async () => {
      const broken = fc
        .tuple(body, fc.nat(), fc.constantFrom('', ',', '[', ']', '{', '}', '"', '\\', ':', 'x', '[]', ',,'))
        .map(([value, at, put]) => {
          const text = JSON.stringify(value);
          const place = at % (text.length + 1);
          return text.slice(0, place) + put + text.slice(place + (put === '' ? 1 : 0));
        });
      await fc.assert(
        fc.asyncProperty(broken, fc.integer({ min: 1, max: 40 }), async (text, chunk) => {
          const taken = await take(text, { chunk, bounds: WIDE });
          const parsed = parse(text);
          if (typeof taken === 'object') expect(taken).toEqual({ value: parsed });
          // What is JSON may still be none of our bodies.
          else expect([400, ...(parsed === undefined ? [] : [413, 422])]).toContain(taken);
        }),
        { numRuns: 1_000 },
      );
    });

    test('is parsed in pieces when its rows are long, and no comma too many gets through', async () => {
      const rows = Array.from({ length: 4_000 }, (_, n) => ({ n, text: 'Salbe "20 g" '.repeat(8) }));
      const bounds = { ...BOUNDS, values: 100_000 };
      const text = JSON.stringify({ version: 3, rows, rest: [1, 2] });
      expect(await take(text, { chunk: 64 * 1024, bounds })).toEqual({ value: { version: 3, rows, rest: [1] } });
      for (const broken of [
        text.replace('[{', '[,{'),
        text.replace(/\}\],"rest/, '},],"rest'),
        text.replaceAll('},{', '},,{'),
      ])
        expect(await take(broken, { chunk: 64 * 1024, bounds })).toBe(400);
    });
  });

  function parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  describe('a body beyond its bounds is refused, without being read to its end', () => {
    const endless = (start: string, again: string) => start + again.repeat(20_000);
    test.each<[string, string, number]>([
      ['nested arrays', endless('', '['), 400],
      ['nested objects', endless('', '{"a":'), 400],
      ['nested arrays in a row', endless('{"rows":[', '['), 400],
      ['empty rows', endless('{"rows":[', '{},'), 413],
      ['empty lists', endless('{"rows":[', '[],'), 413],
      ['numbers', endless('{"rows":[', '0,'), 413],
      ['members of one object', endless('{', '"a":0,'), 413],
      ['members of one row', endless('{"rows":[{', '"a":0,'), 413],
      ['a long text', endless('{"a":"', 'x'), 413],
      ['a long text of escapes', endless('{"a":"', '\\"'), 413],
      ['a long name', endless('{"', 'x'), 413],
      ['a long number', endless('{"a":', '1'), 413],
      ['blanks', endless('{', ' '), 413],
      ['what is no JSON', endless('', 'x'), 400],
      ['one body after the other', endless('', '{}'), 400],
      ['brackets that do not fit', '{"rows":[}', 400],
      ['an array closed as an object', '{"rows":[{}}', 400],
      ['a text that does not end', '{"rows":["x', 400],
      ['nothing but a byte order mark', '\ufeff', 400],
    ])('%s', async (_, text, status) => {
      expect(await take(text, { chunk: 1_000 })).toBe(status);
      expect(await take(text, { chunk: 3 })).toBe(status);
    });
  });

  describe('the bounds of the contract table', () => {
    const bodies = Object.values<Endpoint>(ENDPOINTS).filter(({ body, upload }) => body && upload === undefined);

    test.each(bodies.map((endpoint) => [endpoint.id, endpoint] as const))(
      '%s has some, and room for its largest body',
      (_, endpoint) => {
        const bounds = bodyBounds(endpoint);
        expect(bounds.values).toBeGreaterThanOrEqual(1_000);
        expect(bounds.values).toBeLessThan(2_760_000);
        const rows = endpoint.id.endsWith('ReviewMarks')
          ? 'marks'
          : endpoint.id.includes('Labels')
            ? 'labels'
            : endpoint.id === 'approvePart'
              ? 'pzns'
              : ['keepFixedPrices', 'takeBackKept'].includes(endpoint.id)
                ? 'rows'
                : endpoint.id === 'acknowledgeTillPrices'
                  ? 'refused'
                  : endpoint.id === 'sendTillInventory'
                    ? 'prices'
                    : endpoint.id === 'intakePharmacies'
                      ? 'pharmacies'
                      : 'products';
        const hasRows = endpoint.bodyLimit === 'list' || endpoint.bodyLimit === 'till';
        expect(bounds.rows).toBe(hasRows ? rows : undefined);
      },
    );

    test('a save may carry 100,000 rows, and 20,000 as they were read', () => {
      const { values } = bodyBounds(ENDPOINTS.savePriceList);
      expect(values).toBeGreaterThan(100_000 * 6);
      expect(values).toBeGreaterThan(20_000 * 32);
    });
  });
});

describe('bodies kept', () => {
  const MB = 2 ** 20;
  const never = () => Promise.reject(new Error('should be there already'));

  // Rule 13.8.
  describe('the cache of bodies', () => {
    test('builds once for all who ask at the same time and keeps what was built', async () => {
      const cache = new BodyCache(MB);
      let built = 0;
      const build = async () => {
        built += 1;
        return Buffer.from('body');
      };
      const answers = await Promise.all([cache.get('key', build), cache.get('key', build), cache.get('key', build)]);
      expect([built, ...answers.map(String)]).toEqual([1, 'body', 'body', 'body']);
      expect(String(await cache.get('key', never))).toBe('body');
    });

    test('does not keep a build that failed', async () => {
      const cache = new BodyCache(MB);
      await expect(cache.get('key', () => Promise.reject(new Error('database')))).rejects.toThrow('database');
      expect(String(await cache.get('key', async () => Buffer.from('later')))).toBe('later');
    });

    test('lets the least recently used go, and answers with a body that is too large to keep', async () => {
      const cache = new BodyCache(MB);
      const fill = (key: string, bytes: number) => cache.get(key, async () => Buffer.alloc(bytes));
      await fill('a', 0.4 * MB);
      await fill('b', 0.4 * MB);
      await cache.get('a', never);
      await fill('c', 0.4 * MB);
      expect((await cache.get('a', never)).length).toBe(Math.floor(0.4 * MB));
      await expect(cache.get('b', never)).rejects.toThrow('should be there already');
      expect((await fill('whole', 2 * MB)).length).toBe(2 * MB);
      await expect(cache.get('whole', never)).rejects.toThrow('should be there already');
      expect((await cache.get('c', never)).length).toBe(Math.floor(0.4 * MB));
    });
  });
});

describe('uploads', () => {
  // A sender may go at any moment. Whatever moment it is, the call ends: it holds a folder and one of the few places of the intake.
  const FORM = '--b\r\nContent-Disposition: form-data; name="csv"; filename="a.csv"\r\n\r\nPZN;True';
  /** Multer gives the request a body as soon as it begins to read. */
  const isRead = async (request: Request) => {
    while (request.body === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  test.each([
    ['while the folder for its file is made, before a byte of it', '', false],
    ['while the folder for its file is made, in the middle of it', FORM, false],
    ['before a byte of its file', '', true],
    ['in the middle of its file', FORM, true],
  ])(
    'a sender goes %s',
    async (_, begun, whileRead) => {
      const ended = Promise.withResolvers<unknown>();
      const app = express().post('/', (request: Request, response: Response) => {
        const receiving = receiveUpload('csv', request, response);
        if (whileRead) void isRead(request).then(() => socket.destroy());
        else request.destroy();
        ended.resolve(receiving.catch((error: unknown) => error));
      });
      const server = app.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
      socket.write(
        `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n${begun}`,
      );
      expect(await ended.promise).toMatchObject({ httpStatus: 400, reason: 'invalid_request' });
      socket.destroy();
      server.close();
    },
    5_000,
  );
});

describe('answers', () => {
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
    [
      'a long list between other members',
      { status: 'OK', data: rows(1000), rest: { a: [1] }, none: undefined, last: 1 },
    ],
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
});
