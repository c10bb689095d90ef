import { afterEach, expect, jest, test } from '@jest/globals';
import { readDraft, writeDraft } from '../../src/editing/session/draft.ts';
import { areDraftsStored, removeDrafts, removeDraftsOfOthers, storeDraftSoon } from '../../src/lib/tab-drafts.ts';

const KEY = { owner: 'subject-of-anna', subject: 'MDP:100101:4711' };
const EDIT = { ownPrice: 500, permanent: false, exclusion: false };

afterEach(() => sessionStorage.clear());

test('a draft too large for the browser is not kept, and no older state of it either', () => {
  writeDraft(KEY, { version: 1, edits: [['00000001', EDIT]] });
  expect(readDraft(KEY)?.edits).toHaveLength(1);
  expect(areDraftsStored()).toBe(true);
  // jsdom keeps 5 million characters, as browsers do
  const many = Array.from({ length: 100_000 }, (_, row) => [String(row).padStart(8, '0'), EDIT] as const);
  writeDraft(KEY, { version: 1, edits: many });
  expect(sessionStorage).toHaveLength(0);
  expect(areDraftsStored()).toBe(false);
  // for as long as the page stays it is known all the same
  expect(readDraft(KEY)?.edits).toHaveLength(100_000);
  writeDraft(KEY, undefined);
  expect(areDraftsStored()).toBe(true);
});

test('what a former release has left in the tab is read: the names there stay', () => {
  const stored =
    '{"version":3,"edits":[["00000001",{"price":500,"permanent":true,"exclusion":false}],["00000002",null]]}';
  sessionStorage.setItem('unsavedEdits:subject-of-anna:MDP:100101:4711', stored);
  const read = readDraft(KEY);
  expect(read?.edits).toEqual([
    ['00000001', { ownPrice: 500, permanent: true, exclusion: false }],
    ['00000002', null],
  ]);
  writeDraft(KEY, read);
  expect(sessionStorage.getItem('unsavedEdits:subject-of-anna:MDP:100101:4711')).toBe(stored);
});

// Rule 17.13.
test('later prices of a row come back; a row of which one cannot be read is no edit', () => {
  const later = [
    { ownPrice: 450, permanent: true, validFrom: '2099-12-15', validTo: '2099-12-31' },
    { ownPrice: 400, permanent: false, validFrom: '2100-01-01', validTo: null },
  ];
  const edit = { ...EDIT, permanent: true, validFrom: '2099-12-01', validTo: '2099-12-14', later };
  writeDraft(KEY, { version: 1, edits: [['00000001', edit]] });
  expect(readDraft(KEY)?.edits).toEqual([['00000001', edit]]);
  const key = 'unsavedEdits:subject-of-anna:MDP:100101:4711';
  const stored = sessionStorage.getItem(key) as string;
  for (const [good, bad] of [
    ['450', '0'],
    ['2100-01-01', '2100-02-30'],
    ['2099-12-31', 'bald'],
  ] as const) {
    sessionStorage.setItem(key, stored.replace(good, bad));
    expect(readDraft(KEY)).toBeUndefined();
  }
});

test('drafts are told apart by their owner, whose name may hold colons', () => {
  const draft = { version: 1, edits: [['00000001', EDIT] as const] };
  for (const owner of ['f:1', 'f:1:anna']) writeDraft({ owner, subject: 'priceList:1:OTC' }, draft);
  expect(removeDraftsOfOthers('f:1')).toBe(1);
  expect(readDraft({ owner: 'f:1', subject: 'priceList:1:OTC' })).toBeDefined();
  expect(readDraft({ owner: 'f:1:anna', subject: 'priceList:1:OTC' })).toBeUndefined();
  sessionStorage.setItem('other', 'stays');
  removeDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['other']);
});

test('a draft that is written soon is in the tab half a second later, and before anybody looks or leaves', () => {
  jest.useFakeTimers();
  try {
    const draft = { version: 1, edits: [['00000001', EDIT] as const] };
    for (const comes of [
      () => jest.advanceTimersByTime(500),
      () => dispatchEvent(new Event('pagehide')),
      () => document.dispatchEvent(new Event('visibilitychange')),
      () => areDraftsStored(),
      () => readDraft(KEY),
    ]) {
      storeDraftSoon(KEY, () => writeDraft(KEY, { ...draft, version: 0 }));
      storeDraftSoon(KEY, () => writeDraft(KEY, draft)); // the later one counts
      expect(sessionStorage).toHaveLength(0);
      comes();
      expect(sessionStorage).toHaveLength(1);
      expect(readDraft(KEY)).toEqual(draft);
      sessionStorage.clear();
    }
    for (const gone of [() => writeDraft(KEY, undefined), removeDrafts]) {
      storeDraftSoon(KEY, () => writeDraft(KEY, draft));
      gone();
      jest.runAllTimers();
      expect(sessionStorage).toHaveLength(0);
    }
  } finally {
    jest.useRealTimers();
  }
});
