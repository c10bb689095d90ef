import { describe, expect, test } from '@jest/globals';
import { berlinParts, hasValidPznCheckDigit } from '@portal/rules';
import { changeDays } from '../src/demo/calendar.ts';
import { DEMO_CRM_IDS, demoPharmacyRef, OWNER_PHARMACY } from '../src/demo/constants.ts';
import { copyLine } from '../src/demo/copy.ts';
import { createDataset } from '../src/demo/dataset.ts';
import { createProducts } from '../src/demo/products.ts';
import { createRandom, sampleIndexes } from '../src/demo/random.ts';

describe('random numbers', () => {
  test('the same seed gives the same numbers, another seed others', () => {
    const draw = (seed: number) => Array.from({ length: 5 }, createRandom(seed).next);
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  test('a sample has no index twice and never more than there are', () => {
    const sample = sampleIndexes(createRandom(1), 50, 80);
    expect(new Set(sample)).toEqual(new Set(Array.from({ length: 50 }, (_, index) => index)));
    expect(sample).toHaveLength(50);
  });
});

describe('COPY text', () => {
  test('separators and backslashes are escaped, null differs from empty', () => {
    expect(copyLine(['a\tb', 'c\\d', 'e\nf', null, '', true, 1.5])).toBe('a\\tb\tc\\\\d\te\\nf\t\\N\t\tt\t1.5\n');
  });
});

describe('identities', () => {
  test('60 pharmacies whose crmCompanyId, apoId and token are each unique', () => {
    const refs = DEMO_CRM_IDS.map(demoPharmacyRef);
    expect(refs).toHaveLength(60);
    expect(new Set(refs.flatMap(({ crmCompanyId, apoId, token }) => [crmCompanyId, apoId, token])).size).toBe(180);
    for (const { token } of refs) expect(token).toMatch(/^[0-9a-f]{32}$/);
    expect(OWNER_PHARMACY).toMatchObject({ crmCompanyId: 100_101, apoId: 200_101 });
  });
});

describe('product master', () => {
  const products = Object.values(createProducts('full')).flat();

  test('about 35,000 products with unique and valid PZNs', () => {
    expect(products.length).toBe(35_000);
    expect(new Set(products.map(({ pzn }) => pzn)).size).toBe(35_000);
    expect(products.filter(({ pzn }) => !hasValidPznCheckDigit(pzn))).toEqual([]);
  });

  test('names hold what lists and exports have to cope with', () => {
    const named = (pattern: RegExp) => products.filter(({ name }) => pattern.test(name)).length;
    for (const pattern of [/ä|ö|ü/, /ß/, /"/, /;/, / = /, / \+ /, /^.{100,}$/])
      expect(named(pattern)).toBeGreaterThan(5);
    expect(named(/^[=+]/)).toBe(0);
  });

  test('about 250 producers, 400 brands with a third of the products without one, norm sizes and ATC mostly in OTC', () => {
    const distinct = (values: (string | null)[]) => new Set(values.filter((value) => value !== null)).size;
    expect(distinct(products.map(({ producer }) => producer))).toBeGreaterThan(200);
    expect(distinct(products.map(({ brand }) => brand))).toBeGreaterThan(300);
    const share = products.filter(({ brand }) => brand === null).length / products.length;
    expect(Math.abs(share - 1 / 3)).toBeLessThan(0.05);
    expect(new Set(products.map(({ normSize }) => normSize))).toEqual(new Set(['N1', 'N2', 'N3', null]));
    expect(products.filter(({ group, atc }) => group === 'HILFSMITTEL' && atc)).toEqual([]);
  });
});

describe('dates', () => {
  test('the lists changed on 14 firsts and fifteenths before now', () => {
    const days = changeDays(new Date('2026-11-20T09:00:00Z'));
    expect(days).toHaveLength(14);
    expect(days[0]).toEqual({ year: 2026, month: 1, day: 1 });
    expect(days.at(-1)).toEqual({ year: 2026, month: 11, day: 1 });
    expect(days.filter(({ day }) => day === 15)).toHaveLength(3);
  });

  test.each([
    '2026-11-20T09:00:00Z',
    '2026-11-22T22:59:00Z',
    '2026-11-23T00:10:00Z',
    '2026-12-31T23:30:00Z',
    '2026-03-29T01:30:00Z',
    '2027-01-01T12:00:00Z',
    '2026-10-22T03:00:00Z',
  ])('at %s every deadline lies ahead and nothing happened after now', (text) => {
    const now = new Date(text);
    for (const { packages, events, instants } of createDataset(now, 'small').lists()) {
      for (const { status, createdAt, autoActionAt, kind } of packages) {
        expect(createdAt.getTime()).toBeLessThanOrEqual(now.getTime());
        if (status !== 0 || !autoActionAt) continue;
        expect(autoActionAt.getTime()).toBeGreaterThan(now.getTime());
        expect(berlinParts(autoActionAt)).toMatchObject({ hour: 0, minute: 0 });
        if (kind === 'QDP') expect([22, 23]).toContain(berlinParts(autoActionAt).day);
      }
      for (const { createdAt } of events) expect(createdAt.getTime()).toBeLessThanOrEqual(now.getTime());
      for (const instant of instants) expect(instant.getTime()).toBeLessThanOrEqual(now.getTime());
    }
  });
});
