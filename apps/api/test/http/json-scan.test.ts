import { describe, expect, test } from '@jest/globals';
import { type BodyBounds, bodyBounds, ENDPOINTS, type Endpoint } from '@portal/contracts';
import fc from 'fast-check';
import { z } from 'zod';
import { JsonScan } from '../../src/http/json-scan.ts';
import { bodyForm, parseBody } from '../../src/http/parse-body.ts';

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
      expect(bounds.values).toBeLessThan(2_750_000);
      const rows = endpoint.id.endsWith('ReviewMarks')
        ? 'marks'
        : endpoint.id.includes('Labels')
          ? 'labels'
          : endpoint.id === 'approvePart'
            ? 'pzns'
            : endpoint.id === 'keepFixedPrices'
              ? 'rows'
              : endpoint.id === 'acknowledgeTillPrices'
                ? 'refused'
                : endpoint.id === 'sendTillInventory'
                  ? 'prices'
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
