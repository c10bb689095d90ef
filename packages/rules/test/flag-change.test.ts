import { describe, expect, test } from '@jest/globals';
import { type ApprovalFlag, effectOfFlagChange } from '@portal/rules';

/** Arrived on 10 March; the flag is changed on the 12th. */
const times = {
  arrivedAt: new Date('2026-03-10T08:00:00Z'),
  reopenedAt: null,
  changedAt: new Date('2026-03-12T12:00:00Z'),
  active: 1,
};
const effect = (
  kind: 'MDP' | 'QDP',
  flag: ApprovalFlag,
  overrides: Partial<typeof times> | { reopenedAt: Date } = {},
) => {
  const { at, action, immediately } = effectOfFlagChange(kind, flag, { ...times, ...overrides });
  return immediately ? 'now' : at ? `${action} ${at.toISOString()}` : 'stays open';
};

// Rule 7.8.
describe('what a changed flag does to an open package (rule 12.2)', () => {
  test('monthly: 0 after five days, 1 now, 2 never', () => {
    expect([0, 1, 2].map((flag) => effect('MDP', flag as ApprovalFlag))).toEqual([
      'approve 2026-03-15T23:00:00.000Z',
      'now',
      'stays open',
    ]);
  });

  test('quarterly: 0 deleted on the 23rd, 1 approved on the 22nd, 2 now', () => {
    expect([0, 1, 2].map((flag) => effect('QDP', flag as ApprovalFlag))).toEqual([
      'delete 2026-03-22T23:00:00.000Z',
      'approve 2026-03-21T23:00:00.000Z',
      'now',
    ]);
  });

  test('a moment that has passed counts from the change', () => {
    expect(effect('MDP', 0, { changedAt: new Date('2026-03-20T12:00:00Z') })).toBe('approve 2026-03-25T23:00:00.000Z');
    expect(effect('QDP', 1, { changedAt: new Date('2026-03-22T12:00:00Z') })).toBe('approve 2026-04-21T22:00:00.000Z');
  });

  test('a reopened package counts from its reopening, and an at-once flag approves it too', () => {
    const reopenedAt = new Date('2026-03-11T08:00:00Z');
    expect(effect('MDP', 0, { reopenedAt })).toBe('approve 2026-03-16T23:00:00.000Z');
    expect(effect('MDP', 1, { reopenedAt })).toBe('now');
  });

  test('packages of a cancelled pharmacy are never approved at once', () => {
    expect(effect('MDP', 1, { active: 3 })).toBe('stays open');
    expect(effect('QDP', 2, { active: 3 })).toBe('stays open');
  });
});
