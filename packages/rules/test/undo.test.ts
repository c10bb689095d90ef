import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  effectivePrice,
  isEffectiveChange,
  type PriceState,
  type PriceStep,
  type RunningPeriod,
  type StepToday,
  undoStep as undoLayered,
} from '../src/index.ts';

const plain = (row: PriceState | null, period: RunningPeriod | null = null) => row && { beneath: row, period };
/** Of a row above which no period runs. */
function undoStep(taken: PriceStep, today: Omit<StepToday, 'row' | 'today'> & { readonly row: PriceState | null }) {
  const result = undoLayered(taken, { ...today, row: plain(today.row), today: '2026-03-10' });
  if ('left' in result) return result;
  if (result.restored) expect(result.restored).toMatchObject({ period: null, resumes: false });
  return { restored: result.restored && result.restored.beneath };
}

const state = (
  priceType: 0 | 1 | 2 | 3,
  ownPrice: number | null,
  calculatedPrice: number | null = 999,
): PriceState => ({
  priceType,
  ownPrice,
  calculatedPrice,
});
const logged = (row: PriceState | null) => ({
  priceType: row?.priceType ?? null,
  effectivePrice: row && effectivePrice(row),
});
const step = (before: PriceState | null, after: PriceState | null): PriceStep => ({
  before: logged(before),
  after: logged(after),
});
const quiet = { changedSince: false, blocked: false };
const own = state(2, 850);

describe('taking back one row of a save (rule 11.9)', () => {
  test.each([
    ['a calculated price', state(0, null)],
    ['an exclusion', state(1, null)],
    ['an own price', state(2, 700)],
    ['a permanent price', state(3, 700)],
  ])('restores %s', (_, before) => {
    expect(undoStep(step(before, own), { row: own, ...quiet })).toEqual({ restored: before });
  });

  test('takes off the list what the save has added, and puts it back when that is taken back', () => {
    const added = state(1, null, null);
    expect(undoStep(step(null, added), { row: added, ...quiet })).toEqual({ restored: null });
    expect(undoStep(step(added, null), { row: null, ...quiet })).toEqual({ restored: added });
  });

  test('keeps an added product that a package has brought since', () => {
    const added = state(1, null, null);
    expect(undoStep(step(null, added), { row: state(1, null, 500), ...quiet })).toEqual({ left: 'delivered' });
  });

  test('goes back to the calculated price of today', () => {
    const row = { ...own, calculatedPrice: 1049 };
    expect(undoStep(step(state(0, null), own), { row, ...quiet })).toEqual({ restored: state(0, null, 1049) });
  });

  test.each([
    [
      'changed since, also back to the very same price',
      { row: own, changedSince: true, blocked: false },
      'changedSince',
    ],
    ['has another price without a trace in the log', { row: state(2, 851), ...quiet }, 'changedSince'],
    ['has another type with the same price', { row: state(3, 850), ...quiet }, 'changedSince'],
    ['is blocked', { row: own, changedSince: false, blocked: true }, 'blocked'],
    ['changed since and is blocked', { row: own, changedSince: true, blocked: true }, 'changedSince'],
    ['has left the list', { row: null, changedSince: true, blocked: true }, 'notListed'],
    ['would have no price', { row: state(2, 850, null), ...quiet }, 'withoutPrice'],
  ] as const)('leaves a row that %s', (_, today, left) => {
    expect(undoStep(step(state(0, null), own), today)).toEqual({ left });
  });

  // Rule 17.8.
  describe('where a period runs or ran', () => {
    const today = { ...quiet, today: '2026-03-10' };
    const runs = { price: 750, until: '2026-03-15' };
    const shown = state(3, 750);

    test('a save of the row beneath is taken back there', () => {
      expect(undoLayered(step(state(0, null), own), { row: { beneath: own, period: runs }, ...today })).toEqual({
        restored: { beneath: state(0, null), period: runs, resumes: false },
      });
    });

    test('a save that began it: the row beneath comes back', () => {
      const began = { ...step(own, shown), onPeriod: 'began' } as const;
      const row = { beneath: own, period: runs };
      expect(undoLayered(began, { row, stillRuns: true, ...today })).toEqual({
        restored: { beneath: own, period: null, resumes: false },
      });
      expect(undoLayered(began, { row: { beneath: own, period: null }, stillRuns: false, ...today })).toEqual({
        left: 'changedSince',
      });
    });

    test('a save that changed its price: the former price, with the same end', () => {
      const changed = { ...step(state(3, 790), shown), onPeriod: 'changed' } as const;
      expect(undoLayered(changed, { row: { beneath: own, period: runs }, stillRuns: true, ...today })).toEqual({
        restored: { beneath: own, period: { ...runs, price: 790 }, resumes: false },
      });
      // Never a permanent price without an end.
      expect(undoLayered(changed, { row: { beneath: own, period: null }, stillRuns: false, ...today })).toEqual({
        left: 'changedSince',
      });
    });

    test.each([
      ['2026-03-10', { beneath: state(0, null), period: { price: 750, until: '2026-03-10' }, resumes: true }],
      ['2026-03-09', { beneath: state(0, null), period: null, resumes: false }],
    ])('a save that ended it before %s: it goes on until that day', (until, expected) => {
      const ended = { ...step(shown, own), ended: { beneath: state(0, null, null), until } };
      expect(undoLayered(ended, { row: plain(own), ...today })).toEqual({ restored: expected });
    });

    test('one that overlaps stands, above the row where the ended one is over', () => {
      const ended = (until: string) => ({
        ...step(shown, own),
        ended: { beneath: state(0, null, null), until, overlapped: true },
      });
      const row = { beneath: own, period: runs };
      expect(undoLayered(ended('2026-03-10'), { row, ...today })).toEqual({ left: 'overlaps' });
      expect(undoLayered(ended('2026-03-09'), { row, ...today })).toEqual({
        restored: { beneath: state(0, null), period: runs, resumes: false },
      });
    });
  });

  test('an exclusion is restored without any price', () => {
    const row = state(2, 850, null);
    expect(undoStep(step(state(1, null, null), row), { row, ...quiet })).toEqual({ restored: state(1, null, null) });
  });
});

/** A list and its log, as the kernel keeps them: only effective changes are logged. */
type Entry = { key: number; step: PriceStep }[];
const apply = (list: Map<number, PriceState>, log: Entry[], rows: readonly [number, PriceState | null][]) => {
  const entry: Entry = [];
  for (const [key, after] of rows) {
    const before = list.get(key) ?? null;
    if (before && after ? !isEffectiveChange(before, after) : before === after) continue;
    entry.push({ key, step: step(before, after) });
    if (after) list.set(key, after);
    else list.delete(key);
  }
  log.push(entry);
};
const undo = (list: Map<number, PriceState>, log: Entry[], index: number) => {
  const left = new Set<number>();
  const rows: [number, PriceState | null][] = [];
  for (const { key, step: taken } of log[index] ?? []) {
    const changedSince = log.slice(index + 1).some((entry) => entry.some((later) => later.key === key));
    const result = undoStep(taken, { row: list.get(key) ?? null, changedSince, blocked: false });
    if ('left' in result) left.add(key);
    else rows.push([key, result.restored]);
  }
  apply(list, log, rows);
  return left;
};

const price = fc.integer({ min: 1, max: 9_999_999 });
const saved = fc.oneof(
  fc.constant({ priceType: 0 as const, ownPrice: null }),
  fc.constant({ priceType: 1 as const, ownPrice: null }),
  fc.tuple(fc.constantFrom(2 as const, 3 as const), price).map(([priceType, ownPrice]) => ({ priceType, ownPrice })),
);
const save = fc.uniqueArray(fc.tuple(fc.nat(9), saved), { selector: ([key]) => key, minLength: 1, maxLength: 10 });

describe('whatever was saved', () => {
  const played = fc.tuple(
    fc.array(price, { minLength: 10, maxLength: 10 }),
    fc.array(save, { minLength: 1, maxLength: 6 }),
  );
  const play = ([calculated, saves]: [
    number[],
    [number, { priceType: 0 | 1 | 2 | 3; ownPrice: number | null }][][],
  ]) => {
    const list = new Map(calculated.map((calculatedPrice, key) => [key, state(0, null, calculatedPrice)]));
    const log: Entry[] = [];
    const states = [new Map(list)];
    for (const rows of saves) {
      apply(
        list,
        log,
        rows.map(([key, edit]) => [key, { ...edit, calculatedPrice: calculated[key] as number }]),
      );
      states.push(new Map(list));
    }
    return { list, log, states };
  };

  test('the last save taken back leaves the list as it was before, and that taken back as it was after', () => {
    fc.assert(
      fc.property(played, (given) => {
        const { list, log, states } = play(given);
        expect(undo(list, log, log.length - 1).size).toBe(0);
        expect(list).toEqual(states.at(-2));
        undo(list, log, log.length - 1);
        expect(list).toEqual(states.at(-1));
      }),
      { numRuns: 500 },
    );
  });

  test('of any save only what nobody changed since is restored, exactly as it was; all the rest stays and is named', () => {
    fc.assert(
      fc.property(played, fc.nat(5), (given, nth) => {
        const { list, log, states } = play(given);
        const index = nth % log.length;
        const entry = log[index] as Entry;
        const before = new Map(list);
        const later = new Set(log.slice(index + 1).flatMap((each) => each.map(({ key }) => key)));
        const left = undo(list, log, index);
        const own = entry.map(({ key }) => key);
        expect([...left].sort()).toEqual(own.filter((key) => later.has(key)).sort());
        for (const key of list.keys())
          expect(list.get(key)).toEqual((own.includes(key) && !later.has(key) ? states[index] : before)?.get(key));
        // Once more changes nothing: what was restored has changed since.
        const once = new Map(list);
        undo(list, log, index);
        expect(list).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });
});

describe('what let an ended period run again, taken back (rule 17.8)', () => {
  const entered = state(2, 750);
  const beneath = state(2, 800);
  const resumed: PriceStep = {
    before: logged(entered),
    after: { priceType: 3, effectivePrice: 600 },
    onPeriod: 'began',
    resumedOver: beneath,
  };
  const running: RunningPeriod = { price: 600, until: '2026-03-15' };
  const on = (row: PriceState) => ({ ...quiet, row: plain(row, running), stillRuns: true, today: '2026-03-10' });

  test('gives back what had been entered in its place', () => {
    expect(undoLayered(resumed, on(beneath))).toEqual({ restored: { beneath: entered, period: null, resumes: false } });
  });

  test('leaves what has changed beneath it since', () => {
    const now = state(0, null);
    expect(undoLayered(resumed, on(now))).toEqual({ restored: { beneath: now, period: null, resumes: false } });
  });
});
