import { describe, expect, test } from '@jest/globals';
import { type LzdSteps, lzdDaysWaiting, lzdStage } from '../src/index.ts';

const day = (text: string) => new Date(`2026-03-${text}+01:00`);
const uploaded: LzdSteps = {
  uploadedAt: day('02T09:00'),
  released: false,
  releasedAt: null,
  openedAt: null,
  draftSavedAt: null,
  approvedAt: null,
};
const released = { ...uploaded, released: true, releasedAt: day('05T23:30') };

describe('the way of an LZD (rule 6.28)', () => {
  test.each<[string, LzdSteps]>([
    ['uploaded', uploaded],
    ['released', released],
    ['opened', { ...released, openedAt: day('06T09:00') }],
    ['draft', { ...released, openedAt: day('06T09:00'), draftSavedAt: day('07T09:00') }],
    ['draft', { ...released, draftSavedAt: day('07T09:00') }],
    ['approved', { ...released, draftSavedAt: day('07T09:00'), approvedAt: day('08T09:00') }],
    // what staff save before the release is no step of the pharmacy
    ['uploaded', { ...uploaded, draftSavedAt: day('03T09:00') }],
    ['released', { ...released, releasedAt: null }],
  ])('is %s', (stage, steps) => {
    expect(lzdStage(steps)).toBe(stage);
  });

  test('waits since its upload, then since its release, in days of the calendar', () => {
    expect(lzdDaysWaiting(uploaded, day('02T23:59'))).toBe(0);
    expect(lzdDaysWaiting(uploaded, day('08T00:00'))).toBe(6);
    expect(lzdDaysWaiting(released, day('06T00:30'))).toBe(1);
    expect(lzdDaysWaiting({ ...released, releasedAt: null }, day('08T00:00'))).toBe(6);
    expect(lzdDaysWaiting({ ...released, approvedAt: day('08T09:00') }, day('20T09:00'))).toBeNull();
  });
});
