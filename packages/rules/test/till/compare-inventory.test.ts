import { describe, expect, test } from '@jest/globals';
import {
  compareTillArticle,
  countDeviations,
  explainTillArticle,
  noTillCounts,
  type SentArticle,
  type TillTransfer,
} from '../../src/index.ts';

describe('what the till has and what is approved (rule 9.31)', () => {
  test.each([
    ['equal', 500, 500, 500],
    ['different', 450, 500, 500],
    ['missing', undefined, 500, 500],
    ['different', null, 500, 500],
    ['different', 0, 500, 500],
    ['foreign', 450, null, null],
    [undefined, undefined, null, null],
    [undefined, null, null, null],
    ['foreign', 0, null, null],
    // the till was right when it was read
    ['changedSince', 500, 500, 600],
    ['changedSince', 500, 500, null],
    ['changedSince', undefined, null, 500],
    ['changedSince', 450, null, 500],
    ['changedSince', 450, 500, null],
    // taken over since
    ['equal', 450, 500, 450],
    [undefined, undefined, 500, null],
    ['different', 450, 500, 600],
    ['missing', undefined, 500, 600],
  ])('%s: till %s, approved %s, now %s', (verdict, till, before, now) => {
    expect(compareTillArticle({ till, before, now, ours: false })).toBe(verdict);
  });

  test('a price of the portal on an article it no longer prices is only in the till; any other is the pharmacy’s own', () => {
    expect(compareTillArticle({ till: 450, before: null, now: null, ours: true })).toBe('only');
    expect(compareTillArticle({ till: 450, before: null, now: null, ours: false })).toBe('foreign');
  });

  test('three verdicts are deviations', () => {
    const counts = { ...noTillCounts(), different: 1, missing: 2, only: 4, equal: 8, changedSince: 16, foreign: 32 };
    expect(countDeviations(counts)).toBe(7);
  });
});

const TAKEN = 1_000;
const versions = (OTC: number) => ({ OTC, FREIWAHL: 0, HILFSMITTEL: 0 });
const file = (more: Partial<TillTransfer>): TillTransfer => ({
  via: 'file',
  at: 500,
  confirmedAt: null,
  productGroups: ['OTC'],
  contents: 'all',
  since: null,
  to: versions(9),
  omits: false,
  pzns: null,
  ...more,
});
const ARTICLE: SentArticle = {
  pzn: '00000017',
  productGroup: 'OTC',
  version: 5,
  withdrawn: false,
  listed: true,
  till: 700,
  former: undefined,
};
const explain = (transfers: readonly TillTransfer[], article: Partial<SentArticle> = {}, known = {}) =>
  explainTillArticle(
    { ...ARTICLE, ...article },
    { transfers, takenAt: TAKEN, refused: new Set(), unreadable: new Set(), ...known },
  );

describe('why it differs, as far as the portal knows (rule 9.32)', () => {
  test('nothing was ever sent', () => {
    expect(explain([])).toEqual({ reason: 'neverSent', transfer: null });
    expect(explain([file({ productGroups: ['FREIWAHL'] })]).reason).toBe('neverSent');
  });

  test('what was sent last was made before the change', () => {
    const before = file({ to: versions(4), confirmedAt: 600 });
    expect(explain([before])).toEqual({ reason: 'sentBefore', transfer: before });
  });

  test('a file that nobody confirmed', () => {
    const made = file({});
    expect(explain([made])).toEqual({ reason: 'notConfirmed', transfer: made });
    expect(explain([file({ confirmedAt: TAKEN + 1 })]).reason).toBe('notConfirmed');
  });

  test('the till had the price and has another', () => {
    const loaded = file({ confirmedAt: 600 });
    expect(explain([loaded])).toEqual({ reason: 'changedAtTill', transfer: loaded });
    const synced = file({ via: 'sync', confirmedAt: 500 });
    expect(explain([synced]).reason).toBe('changedAtTill');
    // a newer file that is not in the till changes nothing about it
    expect(explain([file({ at: 700 }), loaded])).toEqual({ reason: 'changedAtTill', transfer: loaded });
  });

  test('the till has what was before the change that it was sent', () => {
    const loaded = file({ confirmedAt: 600 });
    const reasonOf = (article: Partial<SentArticle>) => explain([loaded], article).reason;
    expect(reasonOf({ till: 700, former: 700 })).toBe('notTaken');
    expect(reasonOf({ till: undefined, former: null })).toBe('notTaken');
    expect(reasonOf({ till: 700, former: 690 })).toBe('changedAtTill');
    expect(reasonOf({ till: undefined, former: 690 })).toBe('changedAtTill');
    expect(reasonOf({ till: 700, former: undefined })).toBe('changedAtTill');
    expect(explain([file({})], { former: 700 }).reason).toBe('notConfirmed');
  });

  test('changes carry what changed after the load they build on', () => {
    const base = file({ at: 400, to: versions(5), confirmedAt: 450 });
    const changes = file({ contents: 'changes', since: versions(5), confirmedAt: 600 });
    expect(explain([changes, base])).toEqual({ reason: 'changedAtTill', transfer: base });
    expect(explain([changes, base], { version: 6 })).toEqual({ reason: 'changedAtTill', transfer: changes });
  });

  test('corrections carry their own articles only', () => {
    const corrections = file({ contents: 'corrections', at: TAKEN + 5, pzns: new Set([ARTICLE.pzn]) });
    expect(explain([corrections])).toEqual({ reason: 'sentSince', transfer: corrections });
    expect(explain([corrections], { pzn: '00000023' }).reason).toBe('sentBefore');
  });

  test('withdrawn articles need a file that names them', () => {
    const gone = { withdrawn: true, listed: false };
    const omits = file({ omits: true, confirmedAt: 600 });
    expect(explain([omits], gone)).toEqual({ reason: 'omitted', transfer: omits });
    expect(explain([file({ contents: 'list' })], gone).reason).toBe('sentBefore');
    expect(explain([file({ contents: 'list' })], { withdrawn: true }).reason).toBe('notConfirmed');
    expect(explain([file({ confirmedAt: 600 })], gone).reason).toBe('changedAtTill');
  });

  test('what the till refused and what its file did not say comes first', () => {
    const own = new Set([ARTICLE.pzn]);
    expect(explain([file({ confirmedAt: 600 })], {}, { refused: own }).reason).toBe('refused');
    expect(explain([], {}, { unreadable: own }).reason).toBe('unreadable');
  });
});
