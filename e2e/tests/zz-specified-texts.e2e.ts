import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeMissing, missingTexts } from '../src/texts/compare.ts';
import { seenTexts } from '../src/texts/seen.ts';

/** Last of all journeys: each text of the specification has been seen by one of them. */
describe('texts of the specification', () => {
  it('are all shown by the running portal', { skip: !process.env.PORTAL_E2E_WHOLE && 'needs all journeys' }, () => {
    const missing = missingTexts(seenTexts());
    assert.equal(missing.length, 0, `not shown in any journey:\n${describeMissing(missing)}`);
  });
});
