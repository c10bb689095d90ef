import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  addDays,
  isoDay,
  formatDay,
  type LayeredRow,
  mayComeBack,
  parseDay,
  meansNoEnd,
  orderRanges,
  readDayCell,
  readTypedDay,
  type PlannedPeriod,
  resolveLayeredSave,
  resolveSave,
  type RowEdit,
  shownState,
  spansOverlap,
  withDays,
  withExclusion,
  withPermanent,
  withPrice,
} from '../src/index.ts';

const TODAY = '2026-03-10';
const row: LayeredRow = { beneath: { priceType: 2, calculatedPrice: 999, ownPrice: 800 }, period: null };
const running: LayeredRow = { ...row, period: { price: 600, until: '2026-03-15' } };
const typed = (ownPrice: number, more: Partial<RowEdit> = {}): RowEdit => ({
  ownPrice,
  permanent: true,
  exclusion: false,
  ...more,
});
const save = (of: LayeredRow, edit: RowEdit, others: readonly PlannedPeriod[] = []) =>
  resolveLayeredSave(of, edit, { staff: false, today: TODAY, others });

// Rule 17.2.
describe('days', () => {
  test.each([
    ['15.12.2026', '2026-12-15'],
    [' 1.2.27 ', '2027-02-01'],
    ['2026-12-15', '2026-12-15'],
    ['29.02.2028', '2028-02-29'],
    ['29.02.2027', undefined],
    ['31.11.2026', undefined],
    ['15.12.', undefined],
    ['12/15/2026', undefined],
    ['46371', undefined],
  ])('%s', (text, day) => expect(parseDay(text)).toBe(day));

  test('are those of Berlin', () => {
    expect(isoDay(new Date('2026-03-28T23:30:00Z'))).toBe('2026-03-29');
    expect(isoDay(new Date('2026-03-29T22:00:00Z'))).toBe('2026-03-30');
    expect(isoDay(new Date('2026-12-31T22:59:59Z'))).toBe('2026-12-31');
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect([formatDay('2026-12-15', TODAY), formatDay('2027-01-02', TODAY)]).toEqual(['15.12.', '02.01.2027']);
  });

  test('both ends belong to a span; without an end it is its day', () => {
    const span = (from: string, to: string | null) => ({ from, to });
    expect(spansOverlap(span('2026-03-01', '2026-03-05'), span('2026-03-05', '2026-03-09'))).toBe(true);
    expect(spansOverlap(span('2026-03-01', '2026-03-05'), span('2026-03-06', null))).toBe(false);
    expect(spansOverlap(span('2026-03-01', '2026-03-05'), span('2026-03-03', null))).toBe(true);
    expect(spansOverlap(span('2026-03-03', null), span('2026-03-03', null))).toBe(true);
  });
});

// Rule 17.5.
test('what was ended may come back with the days that are left, where no open one has them', () => {
  const span = (from: string, to: string | null) => ({ from, to });
  const back = (of: ReturnType<typeof span>, ...others: ReturnType<typeof span>[]) => mayComeBack(of, TODAY, others);
  expect(back(span('2026-03-01', '2026-03-10'))).toBeUndefined();
  expect(back(span('2026-03-01', '2026-03-09'))).toBe('over');
  expect([back(span('2026-03-10', null)), back(span('2026-03-09', null))]).toEqual([undefined, 'over']);
  expect(back(span('2026-03-01', '2026-03-18'), span('2026-03-18', '2026-03-20'))).toBe('overlaps');
  expect(back(span('2026-03-01', '2026-03-18'), span('2026-03-19', '2026-03-20'))).toBeUndefined();
  // Its days until yesterday are nobody's any more.
  expect(back(span('2026-03-01', '2026-03-18'), span('2026-03-05', '2026-03-09'))).toBeUndefined();
  expect(back(span('2026-03-12', '2026-03-18'), span('2026-03-05', '2026-03-11'))).toBeUndefined();
  expect(back(span('2026-03-12', '2026-03-18'), span('2026-03-12', null))).toBe('overlaps');
});

// Rule 17.13.
describe('rows of one article', () => {
  const range = (validFrom?: string, validTo?: string) => ({
    ...(validFrom ? { validFrom } : {}),
    ...(validTo ? { validTo } : {}),
  });
  const [a, b, c] = [range('2026-03-12', '2026-03-14'), range('2026-03-15', '2026-03-31'), range('2026-04-01')];

  test('come in the order of their days, at most twelve', () => {
    expect(orderRanges([c, b, a], TODAY)).toEqual([a, b, c]);
    expect(orderRanges([a, {}], TODAY)).toEqual([{}, a]);
    const months = (count: number) =>
      Array.from({ length: count }, (_, n) => range(addDays(TODAY, n), addDays(TODAY, n)));
    expect(orderRanges(months(12), TODAY)).toHaveLength(12);
    expect(orderRanges(months(13), TODAY)).toBe('tooMany');
  });

  test.each([
    ['touch on one day', [a, range('2026-03-14', '2026-03-20')]],
    ['lie within one another', [range('2026-03-01', '2026-03-31'), a]],
    ["'bis' alone begins today", [range(undefined, '2026-03-12'), a]],
    ['without days: today', [{}, range(TODAY, '2026-03-12')]],
    ['both without days', [{}, {}]],
    ["'ab' alone takes up its day", [range('2026-03-13'), a]],
  ])('overlap: %s', (_, rows) => {
    expect(orderRanges(rows, TODAY)).toBe('overlapping');
    expect(orderRanges(rows.toReversed(), TODAY)).toBe('overlapping');
  });
});

// Rules 17.1 and 17.4.
describe('a save', () => {
  test('with a last day begins a period above the row', () => {
    expect(save(row, typed(600, { validTo: '2026-03-15' }))).toMatchObject({ ...running, begins: true, plans: [] });
  });

  test('with a first day is planned and leaves the row', () => {
    const plan = { from: '2026-03-12', to: null, price: 600, priceType: 2 };
    const edit = typed(600, { permanent: false, validFrom: '2026-03-12' });
    expect(save(row, edit)).toMatchObject({ ...row, begins: false, plans: [plan] });
    expect(save(row, edit, [{ ...plan, priceType: 2 }])).toMatchObject({ ...row, plans: [] });
  });

  // Rule 17.13.
  describe('of several prices of one article', () => {
    const later = (ownPrice: number, validFrom: string, validTo: string | null = null) => ({
      ownPrice,
      permanent: validTo !== null,
      validFrom,
      validTo,
    });
    const plan = (price: number, from: string, to: string | null) => ({ from, to, price, priceType: to ? 3 : 2 });
    const first = { validFrom: '2026-03-12', validTo: '2026-03-13' };

    test('plans each of them, in the order of their days', () => {
      const edit = typed(600, { ...first, later: [later(550, '2026-03-14', '2026-03-15'), later(500, '2026-03-20')] });
      expect(save(row, edit)).toMatchObject({
        ...row,
        begins: false,
        plans: [
          plan(600, '2026-03-12', '2026-03-13'),
          plan(550, '2026-03-14', '2026-03-15'),
          plan(500, '2026-03-20', null),
        ],
      });
    });

    test('the first may run or be entered at once, or stay as it is', () => {
      const plans = [plan(550, '2026-03-16', '2026-03-18')];
      const after = [later(550, '2026-03-16', '2026-03-18')];
      const begun = typed(600, { validTo: '2026-03-15', later: after });
      expect(save(row, begun)).toMatchObject({ ...running, begins: true, plans });
      const entered = save(row, { ...typed(700, { later: after }), permanent: false });
      expect(entered).toMatchObject({ beneath: { priceType: 2, ownPrice: 700 }, period: null, plans });
      expect(save(running, { ...typed(700, { later: after }), beneath: true })).toMatchObject({ plans });
    });

    test('what is planned already changes nothing', () => {
      const edit = typed(600, { ...first, later: [later(550, '2026-03-14', '2026-03-15')] });
      const planned = [plan(600, '2026-03-12', '2026-03-13'), plan(550, '2026-03-14', '2026-03-15')] as PlannedPeriod[];
      expect(save(row, edit, planned)).toMatchObject({ ...row, plans: [] });
      expect(save(row, edit, planned.slice(1))).toMatchObject({ plans: planned.slice(0, 1) });
    });

    test.each([
      ['with the first', row, [later(550, '2026-03-13', '2026-03-15')], [], 'periodOverlaps'],
      ['with one another', row, [later(550, '2026-03-14', '2026-03-16'), later(5, '2026-03-16')], [], 'periodOverlaps'],
      [
        'with one to come',
        row,
        [later(550, '2026-03-14', '2026-03-16')],
        [plan(1, '2026-03-16', null)],
        'periodOverlaps',
      ],
      ['with the one that runs', running, [later(550, '2026-03-15', '2026-03-16')], [], 'periodOverlaps'],
      ['with today', row, [later(550, TODAY)], [], 'periodOverlaps'],
      ['past', row, [later(550, '2026-03-09', '2026-03-16')], [], 'periodPast'],
      ['reversed', row, [later(550, '2026-03-16', '2026-03-15')], [], 'periodReversed'],
      ['no price', row, [later(0, '2026-03-16')], [], 'notPositive'],
    ] as const)('is refused: %s', (_, of, after, others, issue) => {
      const edit = of === running ? typed(600, { later: after }) : typed(600, { ...first, later: after });
      expect(save(of, edit, others as readonly PlannedPeriod[])).toEqual({ ok: false, issue });
    });

    test('an exclusion has none', () => {
      const edit = { ownPrice: null, permanent: false, exclusion: true, later: [later(550, '2026-03-16')] };
      expect(save(row, edit)).toEqual({ ok: false, issue: 'periodNeedsPrice' });
    });
  });

  test.each([
    ['keeps the end', typed(550), { period: { price: 550, until: '2026-03-15' } }],
    ['moves the end', typed(600, { validTo: '2026-03-11' }), { period: { price: 600, until: '2026-03-11' } }],
    [
      'ends it without a tick',
      typed(600, { permanent: false }),
      { period: null, beneath: { priceType: 2, ownPrice: 600 } },
    ],
    [
      'ends it without a price',
      { ownPrice: null, permanent: false, exclusion: false },
      { period: null, beneath: { priceType: 2, ownPrice: 800 } },
    ],
    [
      'ends it by an exclusion',
      { ownPrice: null, permanent: false, exclusion: true },
      { period: null, beneath: { priceType: 1 } },
    ],
  ])('on a running row %s', (_, edit, expected) => expect(save(running, edit)).toMatchObject(expected));

  test('cleared above an exclusion it needs no calculated price; the row beneath alone does', () => {
    const beneath = { priceType: 1, calculatedPrice: null, ownPrice: null } as const;
    const above = { beneath, period: { price: 600, until: '2026-03-15' } };
    const cleared = { ownPrice: null, permanent: false, exclusion: false };
    expect(save(above, cleared)).toMatchObject({ ok: true, beneath, period: null });
    const shown = { ...shownState(above), validTo: '2026-03-15' };
    expect(resolveSave(shown, cleared, { staff: false }).ok).toBe(true);
    expect(resolveSave(shown, { ...cleared, beneath: true }, { staff: false }).ok).toBe(false);
    expect(save({ beneath: { ...beneath, priceType: 2, ownPrice: 800 }, period: null }, cleared)).toEqual({
      ok: false,
      issue: 'withoutPrice',
    });
    expect(
      save({ ...above, beneath: { ...beneath, priceType: 2, ownPrice: 800 } }, { ...cleared, beneath: true }),
    ).toEqual({
      ok: false,
      issue: 'withoutPrice',
    });
  });

  const day = fc.integer({ min: -5, max: 20 }).map((days) => addDays(TODAY, days));
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const anyEdit: fc.Arbitrary<RowEdit> = fc
    .record({
      ownPrice: fc.option(fc.integer({ min: 1, max: 999_999 })),
      permanent: fc.boolean(),
      exclusion: fc.boolean(),
      validFrom: maybe(fc.option(day)),
      validTo: maybe(fc.option(day)),
    })
    .map(({ validFrom, validTo, ...edit }) => ({
      ...edit,
      ...(validFrom === undefined ? {} : { validFrom }),
      ...(validTo === undefined ? {} : { validTo }),
    }));

  test('whatever is sent to a running row, no permanent price without an end comes of it', () => {
    fc.assert(
      fc.property(anyEdit, fc.constantFrom(true, false), (edit, staff) => {
        const result = resolveLayeredSave(running, edit, { staff, today: TODAY, others: [] });
        if (!result.ok) return;
        expect(result.period !== null || shownState(result).priceType !== 3).toBe(true);
        if (result.period) expect(result.period.until >= TODAY).toBe(true);
        if (result.period) expect(result.beneath).toEqual(running.beneath);
      }),
      { numRuns: 2_000 },
    );
  });

  test('the tick, the price and the exclusion take the days with them', () => {
    const context = { blocked: false };
    const shown = { ...shownState(running), validTo: '2026-03-15' };
    const edit = typed(600, { validTo: '2026-03-15' });
    expect(withPermanent(shown, edit, false, context)).toEqual(typed(600, { permanent: false }));
    expect(withPrice(shown, edit, null, context)).toEqual({ ownPrice: null, permanent: false, exclusion: false });
    expect(withPrice(shown, edit, 500, context)).toEqual({ ...edit, ownPrice: 500 });
    expect(withExclusion(shown, edit, true, context)).toEqual({ ownPrice: 600, permanent: false, exclusion: true });
    expect(withDays(typed(600, { permanent: false }), { validTo: '2026-03-20' }, context)).toEqual(
      typed(600, { validTo: '2026-03-20' }),
    );
    expect(
      withDays({ ownPrice: null, permanent: false, exclusion: false }, { validTo: '2026-03-20' }, context),
    ).toEqual({
      ownPrice: null,
      permanent: false,
      exclusion: false,
    });
  });
});

// Rule 19.6.
test('a reminder is for a permanent price without days, from tomorrow on', () => {
  const remind = (edit: Partial<RowEdit>, of = row) => {
    const result = save(of, typed(800, { remindOn: '2026-03-11', ...edit }));
    return result.ok ? result.beneath.priceType : result.issue;
  };
  expect(remind({})).toBe(3);
  expect(remind({ remindOn: TODAY })).toBe('reminderPast');
  expect(remind({ permanent: false })).toBe('reminderNeedsPermanent');
  expect(remind({ validTo: '2026-04-01' })).toBe('reminderNeedsPermanent');
  expect(remind({ validFrom: '2026-04-01' })).toBe('reminderNeedsPermanent');
  expect(remind({}, running)).toBe('reminderNeedsPermanent');
  expect(remind({ beneath: true }, running)).toBe('reminderNeedsPermanent');
  const edit = withDays(typed(800, { permanent: false }), { remindOn: '2026-04-01' }, { blocked: false });
  expect(edit).toEqual({ ownPrice: 800, permanent: true, exclusion: false, remindOn: '2026-04-01' });
  expect(withPermanent(row.beneath, edit, false, { blocked: false })).not.toHaveProperty('remindOn');
});

// Rule 17.2.
test.each([
  ['15.1', '2027-01-15'],
  ['15.1.', '2027-01-15'],
  ['28.11.', '2026-11-28'],
  ['27.11', '2027-11-27'],
  ['29.2', undefined],
  ['31.12.2026', '2026-12-31'],
  ['1.2.27', '2027-02-01'],
  ['31.02.2027', undefined],
  ['010227', undefined],
  ['27.11.2026', '2026-11-27'],
])('%j typed on 28 November 2026 is %s', (text, day) => {
  expect(readTypedDay(text, '2026-11-28')).toBe(day);
});

// Rule 10.60.
test.each([
  ['15.12.2026', '2026-12-15'],
  ['15.12.2026 23:59:59', '2026-12-15'],
  ['15.12.2026 23:59', '2026-12-15'],
  ['15.12.2026, 23:59 Uhr', '2026-12-15'],
  ['15.12.26 0:00', '2026-12-15'],
  ['2026-12-15T23:59:59.997', '2026-12-15'],
  ['2026-12-15 23:59:59,997', '2026-12-15'],
  ['2026-12-15T23:00:00Z', undefined],
  ['31.02.2027 12:00', undefined],
  ['23:59', undefined],
  ['4,99', undefined],
])('a cell %p is the day %p', (text, day) => expect(readDayCell(text)).toBe(day));

test.each([
  ['2098-12-31', false],
  ['2099-12-31', true],
  ['2999-12-31', true],
  ['9999-12-31', true],
])('%s means no end: %p', (day, expected) => expect(meansNoEnd(day)).toBe(expected));

test.each([
  ['15.1', '2026-01-15'],
  ['28.11.', '2026-11-28'],
  ['29.11', '2025-11-29'],
  ['1. 3. 26', '2026-03-01'],
  ['2026-03-01', '2026-03-01'],
  ['29.02.2026', undefined],
  ['gestern', undefined],
])('a past day %s', (text, day) => {
  expect(readTypedDay(text, '2026-11-28', 'last')).toBe(day);
});
