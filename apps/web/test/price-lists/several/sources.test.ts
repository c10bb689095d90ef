import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { BulkRule, RowEdit } from '@portal/rules';
import { givenBy, type Source, workOf } from '../../../src/editing/state/sources.ts';

const RULE = { from: 'price', percent: 3 } as BulkRule;
const priced = (ownPrice: number): RowEdit => ({ ownPrice, permanent: false, exclusion: false });
const PZNS = ['1', '2', '3', '4'];

/** An edit of a list: each source and each entry gives rows another price. */
function anEdit() {
  let edits = new Map<string, RowEdit>();
  let price = 0;
  const sources: Source[] = [];
  const change = (pzns: readonly string[]) => {
    const before = edits;
    edits = new Map(before);
    for (const pzn of pzns) edits.set(pzn, priced(++price));
    return givenBy(before, edits, pzns);
  };
  return {
    rule: (changed: readonly string[], pzns: readonly string[] = changed) => {
      const source: Source = { kind: 'rule', rule: RULE, pzns, given: change(changed) };
      sources.push(source);
      return source;
    },
    type: (pzn: string) => change([pzn]),
    clear: (pzn: string) => edits.delete(pzn),
    back: (before: ReadonlyMap<string, RowEdit>) => {
      edits = new Map(before);
    },
    now: () => edits,
    work: () => workOf({ edits }, sources),
  };
}
const scopes = ({ sources }: ReturnType<typeof workOf>) => sources.map(({ pzns }) => [...pzns].sort());

describe('where edits come from (rule 3.34)', () => {
  test('a rule is for its rows, also those it left as they were, and what is typed is by hand', () => {
    const list = anEdit();
    list.rule(['1', '2'], ['1', '2', '3']);
    list.type('4');
    expect(scopes(list.work())).toEqual([['1', '2', '3']]);
    expect([...list.work().byHand.keys()]).toEqual(['4']);
  });

  test('two rules on one row both count, in their order', () => {
    const list = anEdit();
    const first = list.rule(['1', '2']);
    const second = list.rule(['1']);
    expect(list.work().sources.map(({ source }) => source)).toEqual([first, second]);
    expect(scopes(list.work())).toEqual([['1', '2'], ['1']]);
  });

  test('what a person has entered on top of a rule, or below it, is by hand', () => {
    const list = anEdit();
    list.type('1');
    list.rule(['1', '2', '3']);
    list.type('2');
    expect(scopes(list.work())).toEqual([['3']]);
    expect([...list.work().byHand.keys()].sort()).toEqual(['1', '2']);
  });

  test('a step that was taken back is none any more; another one goes on from before it', () => {
    const list = anEdit();
    const kept = list.rule(['1']);
    const before = list.now();
    list.rule(['1', '2']);
    list.back(before);
    const last = list.rule(['1']);
    expect(list.work().sources.map(({ source }) => source)).toEqual([kept, last]);
  });

  test('a row that was put back by hand is left out of its rule', () => {
    const list = anEdit();
    list.rule(['1', '2']);
    list.clear('1');
    expect(scopes(list.work())).toEqual([['2']]);
    list.clear('2');
    expect(list.work()).toEqual({ sources: [], byHand: new Map() });
  });

  test('every edited row is in a source or by hand, none in both', () => {
    const doing = fc.record({ rule: fc.boolean(), pzns: fc.subarray(PZNS, { minLength: 1 }), undone: fc.boolean() });
    fc.assert(
      fc.property(fc.array(doing, { maxLength: 8 }), (all) => {
        const list = anEdit();
        for (const { rule, pzns, undone } of all) {
          const before = list.now();
          if (rule) list.rule(pzns, PZNS);
          else for (const pzn of pzns) list.type(pzn);
          if (undone) list.back(before);
        }
        const { sources, byHand } = list.work();
        for (const pzn of list.now().keys()) expect(sources.some(({ pzns }) => pzns.has(pzn))).toBe(!byHand.has(pzn));
        for (const pzn of byHand.keys()) expect(list.now().has(pzn)).toBe(true);
      }),
    );
  });
});
