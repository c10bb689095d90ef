import { bodyBounds, type Endpoint } from '@portal/contracts';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** A body that means harm, as it travels, and the statuses it may be refused with. */
export type HeavyBody = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly expected: readonly number[];
};

const JSON_TYPE = { 'Content-Type': 'application/json' };

function repeated(start: string, again: string, times: number, end = ''): Buffer {
  const bytes = Buffer.alloc(start.length + again.length * times + end.length);
  bytes.write(start);
  bytes.fill(again, start.length, bytes.length - end.length);
  bytes.write(end, bytes.length - end.length);
  return bytes;
}

/** What a few kilobytes unpack to, largely the same for every call: made once. */
const BOMBS = [
  ['10.5 million empty rows', repeated('{"products":[{}', ',{}', 10_500_000, ']}')],
  ['16 million nested arrays', repeated('', '[', 16_000_000)],
  ['16 million numbers', repeated('{"products":[0', ',0', 16_000_000, ']}')],
  ['8 million empty lists', repeated('{"products":[[]', ',[]', 8_000_000, ']}')],
  ['4 million nested objects', repeated('', '{"a":', 4_000_000)],
  ['4 million times one member', repeated('{"a":0', ',"a":0', 4_000_000, '}')],
  ['4 million times __proto__', repeated('{"__proto__":0', ',"__proto__":0', 2_000_000, '}')],
  ['a text of 31 MB', repeated('{"title":"', 'x', 31 * 2 ** 20, '"}')],
  ['a name of 31 MB', repeated('{"', 'x', 31 * 2 ** 20, '":0}')],
  ['a number of 31 MB', repeated('{"version":', '1', 31 * 2 ** 20, '}')],
  ['31 MB of blanks', repeated('{', ' ', 31 * 2 ** 20, '}')],
  ['31 MB of escapes', repeated('{"title":"', '\\u0041', 5_000_000, '"}')],
  ['31 MB of NULs', Buffer.alloc(31 * 2 ** 20)],
] as const;

const bombs: HeavyBody[] = BOMBS.flatMap(([name, plain]) => {
  const packed = { bytes: gzipSync(plain, { level: 9 }), headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' } };
  return [{ name: `gzip: ${name}`, ...packed, expected: [400, 413] }];
});
const [rows, nested] = [BOMBS[0][1], BOMBS[1][1]];
const [brotliRows, deflatedNested] = [brotliCompressSync(rows.subarray(0, 4_000_000)), deflateSync(nested)];

function odd(endpoint: Endpoint): HeavyBody[] {
  const { bytes } = bodyBounds(endpoint);
  const encoded = (encoding: string, body: Buffer) => ({
    bytes: body,
    headers: { ...JSON_TYPE, 'Content-Encoding': encoding },
  });
  return [
    { name: 'brotli: empty rows', ...encoded('br', brotliRows), expected: [413] },
    { name: 'deflate: nested arrays', ...encoded('deflate', deflatedNested), expected: [400] },
    { name: 'gzip in gzip', ...encoded('gzip, gzip', gzipSync(gzipSync('{}'))), expected: [415] },
    { name: 'an unknown encoding', ...encoded('compress', Buffer.from('{}')), expected: [415] },
    { name: 'zstd', ...encoded('zstd', Buffer.from('28b52ffd', 'hex')), expected: [415] },
    { name: 'gzip that is none', ...encoded('gzip', Buffer.from('{"products":[]}')), expected: [400] },
    { name: 'gzip that is cut off', ...encoded('gzip', gzipSync('{"products":[]}').subarray(0, 12)), expected: [400] },
    { name: 'more than the limit', bytes: repeated('{"a":"', 'x', bytes + 1), headers: JSON_TYPE, expected: [413] },
    { name: 'broken UTF-8', bytes: Buffer.from('{"title":"\xff\xfe"}', 'latin1'), headers: JSON_TYPE, expected: [400] },
    { name: 'UTF-16', bytes: Buffer.from('{}', 'utf16le'), headers: JSON_TYPE, expected: [400] },
    {
      name: 'another charset',
      bytes: Buffer.from('{}'),
      headers: { 'Content-Type': 'application/json; charset=utf-16' },
      expected: [415],
    },
    {
      name: 'another type',
      bytes: rows.subarray(0, 100_000),
      headers: { 'Content-Type': 'text/xml' },
      expected: [415],
    },
    { name: 'no type', bytes: Buffer.from('{}'), headers: {}, expected: [415] },
    { name: 'what is no JSON', bytes: repeated('', 'x', 50_000), headers: JSON_TYPE, expected: [400] },
    {
      name: 'rows that are none',
      bytes: repeated('{"products":[null', ',null', 15_000, ']}'),
      headers: JSON_TYPE,
      expected: [400, 404, 413, 422],
    },
    {
      name: 'rows of __proto__',
      bytes: repeated('{"products":[{"__proto__":{"pzn":"1"}}', ',{"__proto__":{"pzn":"1"}}', 3_000, ']}'),
      headers: JSON_TYPE,
      expected: [400, 404, 413, 422],
    },
    { name: 'a byte order mark alone', bytes: Buffer.from('\ufeff'), headers: JSON_TYPE, expected: [400] },
  ];
}

/** Bodies for a call that takes JSON. */
export function jsonBodies(endpoint: Endpoint): HeavyBody[] {
  return [...bombs, ...odd(endpoint)];
}

const BOUNDARY = 'boundary';
const part = (head: string, content: string | Buffer) =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), Buffer.from(content as string), Buffer.from('\r\n')]);
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (content: string | Buffer, name = 'csv', more = '') =>
  part(`Content-Disposition: form-data; name="${name}"; filename="a.csv"\r\nContent-Type: text/csv${more}`, content);
const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);

/** Bodies for a call that takes a file. */
export const FORM_BODIES: readonly HeavyBody[] = formBodies();

function formBodies(): HeavyBody[] {
  const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
  // 409: LZDs are blocked around the turn of the month, by the real clock
  const body = (name: string, bytes: Buffer, expected = [400, 409, 413, 422]) => ({ name, bytes, headers, expected });
  return [
    body('a thousand fields', form(...many(1_000, (n) => field(`a${n}`, 'x')), file('PZN\n1'))),
    body('fields that go deep', form(field(`a${'[0]'.repeat(20)}`, 'x'), file('PZN\n1'))),
    body('a field with an index of a billion', form(field('a[999999999]', 'x'), file('PZN\n1'))),
    body('a field named __proto__', form(field('__proto__[type]', 'priceimport'), file('PZN\n1'))),
    body('a field of 2 MB', form(field('type', 'x'.repeat(2 * 2 ** 20)), file('PZN\n1'))),
    body('a long field name', form(field('x'.repeat(10_000), 'y'), file('PZN\n1'))),
    body('a hundred files', form(...many(100, () => file('PZN\n1')))),
    body('a part with many headers', form(file('PZN\n1', 'csv', many(5_000, (n) => `\r\nX-${n}: y`).join('')))),
    body('a part with a long header', form(file('PZN\n1', 'csv', `\r\nX-Long: ${'y'.repeat(1_000_000)}`))),
    body('25 MB of file', form(file(Buffer.alloc(25 * 2 ** 20, 'PZN;Preis\n')))),
    body('22 MB of nothing before the first part', Buffer.concat([Buffer.alloc(22 * 2 ** 20, 'x'), form(file('PZN'))])),
    body(
      '19 MB of empty lines',
      form(field('type', 'priceimport'), field('pzncolumn', 'PZN'), file(Buffer.alloc(19 * 2 ** 20, '\n'))),
    ),
    body(
      '19 MB of separators',
      form(field('type', 'priceimport'), field('pzncolumn', 'PZN'), file(Buffer.alloc(19 * 2 ** 20, ';'))),
    ),
    { name: 'JSON', bytes: rows.subarray(0, 100_000), headers: JSON_TYPE, expected: [400, 415] },
    {
      name: 'a form in gzip',
      bytes: gzipSync(form(file(Buffer.alloc(20 * 2 ** 20, '\n')))),
      headers: { ...headers, 'Content-Encoding': 'gzip' },
      expected: [415],
    },
  ];
}
