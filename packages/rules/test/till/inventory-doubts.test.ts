import { describe, expect, test } from '@jest/globals';
import {
  areAlike,
  describeInventoryDoubt,
  findInventoryDoubts,
  type InventoryArticle,
  isMass,
  type ProductGroup,
  type WholeInventory,
} from '../../src/index.ts';

/** 3,07 €, 4,15 €, … */
const PRICES = [
  307, 415, 523, 649, 795, 898, 1049, 1195, 1398, 1595, 1849, 2198, 2695, 3195, 389, 459, 579, 699, 849, 999,
];

type Held = Cents | null | undefined;
type Cents = number;
const list = (
  held: (approved: Cents, at: number) => Held,
  { rows = 20, group = 'OTC', ...more }: { rows?: number; group?: ProductGroup } & Partial<InventoryArticle> = {},
): InventoryArticle[] =>
  Array.from({ length: rows }, (_, at) => {
    const approved = PRICES[at % PRICES.length] as number;
    return {
      productGroup: group,
      approved,
      held: held(approved, at),
      aep: null,
      isKnown: false,
      wasHeld: undefined,
      ...more,
    };
  });
const same = (approved: Cents) => approved;
const find = (articles: InventoryArticle[], more: Partial<WholeInventory> = {}) =>
  findInventoryDoubts({ articles, rows: articles.length, unreadable: 0, groups: new Set(), isLoaded: true, ...more });
const said = (articles: InventoryArticle[], more: Partial<WholeInventory> = {}) =>
  find(articles, more).map((doubt) => describeInventoryDoubt(doubt).replaceAll('\u00a0', ' '));

describe('an inventory that cannot be all of a till (rule 9.45)', () => {
  test('cents as euros, also of a small pharmacy', () => {
    const sentence = (of: number) =>
      `Bei ${of} von ${of} Artikeln liegt der Preis 100-mal so hoch wie freigegeben. Wahrscheinlich ist das Komma verrutscht.`;
    expect(said(list((cents) => cents * 100))).toEqual([sentence(20)]);
    expect(said(list((cents) => cents * 100, { rows: 10 }))).toEqual([sentence(10)]);
    expect(said(list((cents) => cents * 100, { rows: 4 }))).toEqual([sentence(4)]);
  });

  test.each([
    ['one rate', (cents: Cents) => Math.round(cents / 1.19), '16,0 % niedriger als freigegeben'],
    ['the other', (cents: Cents) => Math.round(cents / 1.07), '6,5 % niedriger als freigegeben'],
    [
      'both',
      (cents: Cents, at: number) => Math.round(cents / (at % 2 ? 1.07 : 1.19)),
      '16,0 % oder 6,5 % niedriger als freigegeben',
    ],
  ])('net prices: %s', (_, net, factor) => {
    expect(said(list(net))).toEqual([
      `Bei 20 von 20 Artikeln liegt der Preis ${factor}. Wahrscheinlich fehlt die MwSt.`,
    ]);
  });

  test('a factor in one group alone', () => {
    const articles = [
      ...list(same, { rows: 200 }),
      ...list((cents) => Math.round(cents / 1.19), { group: 'FREIWAHL' }),
    ];
    expect(said(articles)).toEqual([
      'Freiwahl: Bei 20 von 20 Artikeln liegt der Preis 16,0 % niedriger als freigegeben. Wahrscheinlich fehlt die MwSt.',
    ]);
  });

  test('purchase prices, by the AEP that is known or by their level', () => {
    const aep = (cents: Cents, at: number) => Math.round(cents * (0.5 + (at % 7) / 40));
    const known = list(aep).map((article) => ({ ...article, aep: article.held ?? null }));
    const sentence =
      'Bei 20 von 20 Artikeln steht ein Preis, den es hier nie gab. Wahrscheinlich sind es Einkaufspreise.';
    expect(said(known)).toEqual([sentence]);
    expect(said(list(aep))).toEqual([sentence]);
    expect(said(list(aep), { isLoaded: false })).toEqual([sentence]);
  });

  test('purchase prices, quantities or prices of others in one group alone', () => {
    const beside = (held: (cents: Cents, at: number) => Held, more: Partial<InventoryArticle> = {}) => [
      ...list(same, { rows: 200 }),
      ...list(held, { group: 'FREIWAHL', ...more }),
    ];
    const sentence = (cause: string) => [
      `Freiwahl: Bei 20 von 20 Artikeln steht ein Preis, den es hier nie gab. ${cause}`,
    ];
    const aep = (cents: Cents, at: number) => Math.round(cents * (0.5 + (at % 7) / 40));
    const known = beside(aep).map((article) => ({ ...article, aep: article.held ?? null }));
    expect(said(known)).toEqual(sentence('Wahrscheinlich sind es Einkaufspreise.'));
    expect(said(beside((_, at) => (1 + ((at * 7) % 12)) * 100))).toEqual(sentence('Wahrscheinlich sind es Mengen.'));
    const others = (cents: Cents, at: number) => Math.round(cents * (at % 2 ? 0.85 : 1.18)) + at;
    expect(said(beside(others))).toEqual(sentence('Vielleicht gehören sie zu einer anderen Apotheke.'));
    expect(find(beside((cents, at) => (at < 17 ? others(cents, at) : cents)))).toEqual([]);
    expect(find(beside(others, { isKnown: true }))).toEqual([]);
    expect(find([...list(same, { rows: 200 }), ...list(others, { group: 'FREIWAHL', rows: 9 })])).toEqual([]);
  });

  test('quantities in place of prices', () => {
    expect(
      said(
        list((_, at) => (1 + ((at * 7) % 12)) * 100),
        { isLoaded: false },
      ),
    ).toEqual(['Bei 17 von 20 Artikeln steht ein Preis, den es hier nie gab. Wahrscheinlich sind es Mengen.']);
  });

  test('another pharmacy: other prices where the till had ours, or no article of the list', () => {
    const others = list((cents, at) => Math.round(cents * (at % 2 ? 0.85 : 1.18)) + at);
    expect(said(others)).toEqual([
      'Bei 20 von 20 Artikeln steht ein Preis, den es hier nie gab. Vielleicht gehören sie zu einer anderen Apotheke.',
    ]);
    const similar = list((cents, at) => Math.round(cents * (at % 2 ? 0.94 : 1.06)) + (at % 4));
    expect(find(similar)).toEqual([{ check: 'otherPrices', productGroup: null, cause: 'unknown', rows: 20, of: 20 }]);
    // 7 % to 25 % lower or higher
    const wide = list((cents, at) => Math.round(cents * (at % 2 ? 0.94 - (at % 20) / 100 : 1.07 + (at % 20) / 100)), {
      rows: 200,
    });
    expect(find(wide)).toEqual([{ check: 'otherPrices', productGroup: null, cause: 'unknown', rows: 200, of: 200 }]);
    expect(
      find(
        list(() => undefined),
        { rows: 500 },
      ),
    ).toEqual([{ check: 'nothingListed', rows: 500, of: 20 }]);
  });

  test('no prices, nothing to read', () => {
    expect(find(list((_, at) => (at < 10 ? null : PRICES[at])))).toEqual([{ check: 'withoutPrice', rows: 10, of: 20 }]);
    expect(find(list(same), { unreadable: 20 })).toEqual([{ check: 'unreadable', rows: 20, of: 40 }]);
    expect(find(list(same), { unreadable: 19 })).toEqual([]);
  });

  test('half of the list missing, of what the last inventory had', () => {
    const half = (cents: Cents, at: number) => (at < 10 ? cents : undefined);
    expect(said(list(half))).toEqual(['10 von 20 Artikeln fehlen. Vielleicht ist der Bestand nicht vollständig.']);
    expect(find(list((cents, at) => (at < 11 ? cents : undefined)))).toEqual([]);
    const before = list(half).map((article, at) => ({ ...article, wasHeld: at < 10 }));
    expect(find(before)).toEqual([]);
  });

  test('a group missing that the till had, or must have', () => {
    const both = (more: Partial<InventoryArticle>) => [
      ...list(same, more),
      ...list(() => undefined, { group: 'FREIWAHL', rows: 3, ...more }),
    ];
    expect(said(both({ wasHeld: true }))).toEqual(['Freiwahl fehlt ganz (3 Artikel).']);
    expect(find(both({ wasHeld: false }), { groups: new Set(['OTC', 'FREIWAHL']) })).toEqual([]);
    expect(find(both({}), { groups: new Set(['OTC', 'FREIWAHL']) })).toEqual([
      { check: 'missingGroup', productGroup: 'FREIWAHL', of: 3 },
    ]);
    expect(find(both({}), { groups: new Set(['OTC']) })).toEqual([]);
  });
});

describe('what is no doubt (rule 9.45)', () => {
  test.each<[string, (cents: Cents, at: number) => Held]>([
    ['all prices', same],
    ['one in twenty deviates', (cents, at) => (at % 20 === 3 ? 4711 : cents)],
    ['three wrong by a factor of 100 among 200', (cents, at) => (at < 3 ? cents * 100 : cents)],
    ['a till that rounds to ,x9', (cents) => Math.floor(cents / 10) * 10 + 9],
  ])('%s', (_, held) => {
    expect(find(list(held, { rows: 200 }))).toEqual([]);
    expect(find(list(held, { rows: 200 }), { isLoaded: false })).toEqual([]);
  });

  test('an update that the till has not loaded: its prices were approved once', () => {
    expect(find(list((cents, at) => cents - 40 - at, { isKnown: true }))).toEqual([]);
    expect(find(list((cents) => Math.round(cents / 1.19), { isKnown: true }))).toEqual([]);
  });

  test('the first inventory of a till with prices of its own', () => {
    const own = (cents: Cents, at: number) => Math.round(cents * (0.85 + ((at * 7) % 20) / 60));
    expect(find(list(own), { isLoaded: false })).toEqual([]);
    expect(find(list(own, { rows: 10 }), { isLoaded: false })).toEqual([]);
  });

  test('fewer than five articles', () => {
    expect(find(list((cents, at) => (at === 0 ? cents : undefined), { rows: 4 }))).toEqual([]);
  });
});

test('alike are doubts of the same kind, group and cause, whatever their numbers', () => {
  const missing = (rows: number) => ({ check: 'missingRows', rows, of: 20 }) as const;
  const group = (productGroup: ProductGroup) => ({ check: 'missingGroup', productGroup, of: 3 }) as const;
  expect(areAlike([missing(10), group('OTC')], [group('OTC'), missing(12)])).toBe(true);
  expect(areAlike([group('OTC')], [group('FREIWAHL')])).toBe(false);
  expect(areAlike([missing(10)], [])).toBe(false);
});

test('a quarter, five at least, is more than somebody types (rule 9.32)', () => {
  expect([isMass(5, 20), isMass(4, 10), isMass(5, 21)]).toEqual([true, false, false]);
});
