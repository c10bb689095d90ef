import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { describeMissing, missingTexts } from '../src/texts/compare.ts';
import { seenTexts } from '../src/texts/seen.ts';

/** Last of all journeys: each text of the specification has been seen by one of them (rule 2.18). */
test('the texts of the specification are all shown by the running portal', () => {
  const missing = missingTexts(seenTexts());
  assert.equal(missing.length, 0, `not shown in any journey:\n${describeMissing(missing)}`);
});
