import { afterEach, expect, test } from '@jest/globals';
import { readDraft, writeDraft } from '../../src/lib/edit-draft.ts';

const KEY = { userName: 'inhaber', subject: 'MDP:100101:4711' };
const EDIT = { price: 500, permanent: false, exclusion: false };

afterEach(() => sessionStorage.clear());

test('a draft too large for the browser is not kept, and no older state of it either', () => {
  writeDraft(KEY, { version: 1, edits: [['00000001', EDIT]] });
  expect(readDraft(KEY)?.edits).toHaveLength(1);
  // jsdom keeps 5 million characters, as browsers do
  const many = Array.from({ length: 100_000 }, (_, row) => [String(row).padStart(8, '0'), EDIT] as const);
  writeDraft(KEY, { version: 1, edits: many });
  expect(readDraft(KEY)).toBeUndefined();
});
