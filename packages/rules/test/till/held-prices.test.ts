import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { countHeld, heldPricesText, heldState } from '../../src/index.ts';

// Rules 9.22 and 9.25.

describe('the text that a digest is made of', () => {
  test('has a line for every article with a price, in the order of PZNs', () => {
    const prices = [
      { pzn: '10000076', cents: 5 },
      { pzn: '00200495', cents: 123_450 },
      { pzn: '00200880', cents: null },
      { pzn: '00000011', cents: 0 },
    ];
    const text = '00000011;0\n00200495;123450\n10000076;5\n';
    expect(heldPricesText(prices)).toEqual({ count: 3, text });
  });

  test('is empty without any', () => expect(heldPricesText([])).toEqual({ count: 0, text: '' }));
});

test('the digests of docs/till-sync.md are right', () => {
  const text = readFileSync(new URL('../../../../docs/till-sync.md', import.meta.url), 'utf8');
  const vectors = [...text.matchAll(/^\| (.*) \| (\d+) \| `([0-9a-f]{64})` \|$/gm)];
  expect(vectors).toHaveLength(3);
  for (const [, articles = '', count, sha256] of vectors) {
    const prices = Array.from(articles.matchAll(/(\d{8}) at (\d+),(\d\d) €/g), ([, pzn = '', euros, cents]) => {
      return { pzn, cents: Number(`${euros}${cents}`) };
    });
    const held = heldPricesText(prices);
    expect(held.count).toBe(Number(count));
    expect(createHash('sha256').update(held.text).digest('hex')).toBe(sha256);
  }
});

test('the inventories of docs/till-sync.md are right', () => {
  const text = readFileSync(new URL('../../../../docs/till-sync.md', import.meta.url), 'utf8');
  const approved = { pzns: [200_495, 200_880, 1_234_562, 10_000_076], cents: [1149, null, 99, 123_450] };
  const vectors = [...text.matchAll(/^\| (\d{8} at .*) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)];
  expect(vectors).toHaveLength(4);
  for (const [, articles = '', ...counts] of vectors) {
    const rows = Array.from(articles.matchAll(/(\d{8}) at (null|[\d.]+)/g), ([, pzn, price]) => ({
      pzn: Number(pzn),
      cents: price === 'null' ? null : Math.round(Number(price) * 100),
    })).sort((a, b) => a.pzn - b.pzn);
    const held = { pzns: rows.map(({ pzn }) => pzn), cents: rows.map(({ cents }) => cents) };
    const [equal, different, missing, extra] = counts.map(Number);
    expect([articles, countHeld(approved, held)]).toEqual([articles, { equal, different, missing, extra }]);
  }
});

test.each([
  [100, 100, 'equal'],
  [100, 101, 'different'],
  [100, null, 'different'],
  [100, 0, 'different'],
  [100, undefined, 'missing'],
  [null, 100, 'extra'],
  [null, 0, 'extra'],
  [null, null, undefined],
  [null, undefined, undefined],
  [undefined, 100, 'extra'],
  [undefined, null, undefined],
] as const)('approved %p, in the till %p: %p', (approved, held, state) => {
  expect(heldState(approved, held)).toBe(state);
});

test('every article is counted once', () => {
  const approved = { pzns: [1, 2, 3, 4], cents: [100, 200, 300, null] };
  const held = { pzns: [1, 2, 4, 5, 6], cents: [100, 201, 400, 500, null] };
  expect(countHeld(approved, held)).toEqual({ equal: 1, different: 1, missing: 1, extra: 2 });
});
