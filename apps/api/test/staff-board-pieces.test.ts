import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createPieces } from '../src/modules/pharmacies/index.ts';

type Item = { id: number; text: string };
const item = (id: number, text = `{"id":${id},"name":"Bären-Apotheke"}`): Item => ({ id, text });
const plain = (items: readonly Item[]) => items.map(({ text }) => text).join();
const many = Array.from({ length: 5_000 }, (_, index) => item(1_000_000 + index));

test('after any changes the pieces are the whole array', () => {
  const change = fc.record({
    what: fc.constantFrom('change', 'remove', 'insert', 'move', 'turn'),
    at: fc.nat(),
    to: fc.nat(),
    text: fc.string({ unit: 'binary', maxLength: 5 }),
  });
  const items = fc.uniqueArray(fc.nat(), { maxLength: 700 });
  fc.assert(
    fc.property(items, fc.array(change, { maxLength: 12 }), (ids, changes) => {
      const inPieces = createPieces();
      let now = ids.map((id) => item(id));
      const check = () => expect(Buffer.concat(inPieces(now)).toString()).toBe(Buffer.from(plain(now)).toString());
      check();
      for (const { what, at, to, text } of changes) {
        const place = at % Math.max(1, now.length);
        const other = to % Math.max(1, now.length);
        const [one] = now.slice(place, place + 1);
        if (what === 'insert') now = now.toSpliced(place, 0, item(to, text));
        else if (what === 'turn') now = now.toReversed();
        else if (one && what === 'change') now = now.with(place, { ...one, text });
        else if (one && what === 'remove') now = now.toSpliced(place, 1);
        else if (one) now = now.toSpliced(place, 1).toSpliced(other, 0, one);
        check();
      }
    }),
    { numRuns: 200 },
  );
});

test('only pieces with another item in them are written again', () => {
  const inPieces = createPieces();
  const before = new Set(inPieces(many));
  const written = (items: readonly Item[]) => inPieces(items).filter((bytes) => !before.has(bytes)).length;
  expect(written(many)).toBe(0);
  expect(written(many.with(2_000, item(1_002_000, '{}')))).toBe(1);
  inPieces(many);
  const pieces = (items: readonly Item[]) => inPieces(items).filter((bytes) => bytes.length > 1);
  const known = new Set(pieces(many));
  // One that comes into the middle is in one piece, or ends one early.
  const grown = pieces(many.toSpliced(2_500, 0, item(42)));
  expect(grown.filter((bytes) => !known.has(bytes)).length).toBeLessThanOrEqual(2);
});

test('no piece is longer than 512 items, whatever their numbers are', () => {
  const sizes = (items: readonly Item[]) =>
    createPieces()(items)
      .filter((bytes) => bytes.length > 1)
      .map((bytes) => (JSON.parse(`[${bytes.toString()}]`) as unknown[]).length);
  for (const step of [1, 128, 1024]) {
    const all = sizes(Array.from({ length: 20_000 }, (_, index) => item(index * step)));
    expect(all.reduce((sum, size) => sum + size, 0)).toBe(20_000);
    expect(Math.max(...all)).toBeLessThanOrEqual(512);
    expect(all.length).toBeGreaterThan(80);
    expect(all.length).toBeLessThan(320);
  }
  expect(sizes(Array.from({ length: 2_000 }, () => item(7)))).toEqual([512, 512, 512, 464]);
});
