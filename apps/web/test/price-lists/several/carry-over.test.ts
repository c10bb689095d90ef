import { describe, expect, test } from '@jest/globals';
import { buildPriceListModel, NO_EDITS, type PriceListModel } from '@portal/list-view';
import { type BulkRule, NO_GUARDRAILS, type RowEdit } from '@portal/rules';
import { givenBy, type Source, workOf } from '../../../src/editing/state/sources.ts';
import { carryOver } from '../../../src/features/price-lists/several/carry-over.ts';
import { type Article, aPriceList } from '../list.ts';

const OWNER = { staff: false };
const NOW = 1_770_000_000;
const own = (ownPrice: number): RowEdit => ({ ownPrice, permanent: false, exclusion: false });
const listOf = (articles: Partial<Article>[], blocked: string[] = []): PriceListModel =>
  buildPriceListModel(aPriceList(articles).columns, blocked);
const HERE = listOf(Array.from({ length: 6 }, () => ({ calculatedPrice: 1000 })));
const pzn = (n: number) => String(n).padStart(8, '0');

/** Carries edits of the list here to another one. */
function carry(
  edits: ReadonlyMap<string, RowEdit>,
  sources: Source[],
  model: PriceListModel,
  guardrails = NO_GUARDRAILS,
) {
  const work = workOf({ edits }, sources);
  return carryOver({ work, model: HERE, group: 'OTC' }, { model, guardrails }, OWNER, NOW);
}

describe('what was entered by hand (rules 3.32 and 3.35)', () => {
  test('changes what is there, and every other row has a reason', () => {
    const there = listOf(
      [
        { calculatedPrice: 2000 },
        { calculatedPrice: 2000, ownPrice: 900, priceType: 2 },
        { calculatedPrice: 2000, priceType: 1 },
        { calculatedPrice: 2000 },
      ],
      [pzn(4)],
    );
    const edits = new Map([1, 2, 3, 4, 5].map((n) => [pzn(n), own(900)]));
    const result = carry(edits, [], there);
    expect([...result.edits]).toEqual([[pzn(1), own(900)]]);
    expect(Object.fromEntries(result.stays)).toEqual({
      same: [pzn(2)],
      exclusion: [pzn(3)],
      blocked: [pzn(4)],
      missing: [pzn(5)],
    });
  });

  test('a price on an exclusion here is named and not carried (rule 3.43)', () => {
    const model = listOf([{ calculatedPrice: 1000, priceType: 1 }, { calculatedPrice: 1000 }]);
    const there = listOf([{ calculatedPrice: 2000 }, { calculatedPrice: 2000 }]);
    const edits = new Map([[pzn(1), { ...own(900), exclusion: true }]]);
    const work = workOf({ edits }, []);
    const target = { model: there, guardrails: NO_GUARDRAILS };
    const result = carryOver({ work, model, group: 'OTC' }, target, OWNER, NOW);
    expect([...result.edits]).toEqual([]);
    expect(Object.fromEntries(result.stays)).toEqual({ excludedHere: [pzn(1)] });
  });

  test('is held against the limits of that pharmacy, and points out what looks like a typing error', () => {
    const there = listOf([{ calculatedPrice: 1000 }, { calculatedPrice: 5000 }]);
    const edits = new Map([1, 2].map((n) => [pzn(n), own(960)]));
    const result = carry(edits, [], there, { ...NO_GUARDRAILS, maxChangePercent: 10 });
    expect(result.breaking).toEqual([1]); // 9,60 is 4 % less than 10,00 and 81 % less than 50,00
    expect(result.doubtful).toEqual([1]);
  });
});

describe('rules and files (rule 3.34)', () => {
  const rule: BulkRule = {
    from: 'price',
    percent: 10,
    amount: 0,
    endings: [],
    way: 'nearest',
    floorPercent: null,
    upToAvp: true,
  };

  test('a rule rests on the figures there, also for a row that it left here', () => {
    const edits = new Map([[pzn(1), own(1100)]]);
    const source: Source = {
      kind: 'rule',
      rule,
      pzns: [1, 2, 3, 4].map(pzn),
      given: givenBy(NO_EDITS, edits, [pzn(1)]),
    };
    const there = listOf([
      { calculatedPrice: 2000, avp: 9900 },
      { calculatedPrice: 3000, avp: 3100 },
      { calculatedPrice: 3000, avp: null },
    ]);
    const result = carry(edits, [source], there);
    expect([...result.edits]).toEqual([
      [pzn(1), own(2200)],
      [pzn(2), own(3100)],
    ]);
    expect(Object.fromEntries(result.stays)).toEqual({ noAvp: [pzn(3)], missing: [pzn(4)] });
  });

  // Rule 17.2.
  test('the days of a rule, and those of a price entered by hand, hold there too', () => {
    const span = { validFrom: '2099-12-01', validTo: '2099-12-15' };
    const days = { ...span, remindOn: null };
    const dated = (price: number) => ({ ...own(price), permanent: true, ...span });
    const edits = new Map([
      [pzn(1), dated(1100)],
      [pzn(2), dated(888)],
    ]);
    const given = givenBy(NO_EDITS, edits, [pzn(1)]);
    const source: Source = { kind: 'rule', rule, days, pzns: [pzn(1)], given };
    const there = listOf([{ calculatedPrice: 2000, avp: 9900 }, { calculatedPrice: 3000 }]);
    expect([...carry(edits, [source], there).edits]).toEqual([
      [pzn(1), dated(2200)],
      [pzn(2), dated(888)],
    ]);
  });

  test('a file is applied to the list there, in the order in which things were done', () => {
    const imported = new Map([[pzn(1), own(500)]]);
    const both = new Map([[pzn(1), own(550)]]);
    const rows = [1, 2, 3].map((n) => ({
      line: n,
      pzn: pzn(n),
      ownPrice: 500,
      priceType: null,
      product: null,
      productGroup: null,
    }));
    const file: Source = { kind: 'import', type: 'priceimport', rows, given: givenBy(NO_EDITS, imported, [pzn(1)]) };
    const after: Source = { kind: 'rule', rule, pzns: [pzn(1)], given: givenBy(imported, both, [pzn(1)]) };
    const there = listOf([
      { calculatedPrice: 2000 },
      { calculatedPrice: 500 },
      { calculatedPrice: 2000, priceType: 1 },
    ]);
    const result = carry(both, [file, after], there);
    expect([...result.edits]).toEqual([[pzn(1), own(550)]]);
    expect(Object.fromEntries(result.stays)).toEqual({ same: [pzn(2)], exclusion: [pzn(3)] });
  });
});
