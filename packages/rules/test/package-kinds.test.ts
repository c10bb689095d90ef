import { describe, expect, test } from '@jest/globals';
import {
  approvalFlagOf,
  hasApprovalFlag,
  isReleased,
  kindsWith,
  PACKAGE_KINDS,
  packageName,
  resetsList,
  UPDATE_KINDS,
  type UpdateKind,
} from '@portal/rules';

/** By hand from the specification: what each kind has of its own. A kind has no property that is not in its list. */
const SPECIFIED: Record<UpdateKind, readonly string[]> = {
  // Monthly prices of listed articles; an own price lasts until the next update; flag in the settings.
  MDP: ['endsOwnPrices', 'isDivided', 'clock'],
  // Quarterly new products; flag of its own.
  QDP: ['addsProducts', 'isDivided', 'clock'],
  // First or recalculation of a list, uploaded by staff, released, approved by a person only; activates the contract.
  LZD: [
    'addsProducts',
    'mayResetList',
    'isUploaded',
    'needsRelease',
    'tracksSteps',
    'blocksList',
    'activatesContract',
    'savesView',
    'sendsAllRows',
    'staysOpen',
  ],
};

describe('the record of package kinds', () => {
  test.each(UPDATE_KINDS)('%s has the properties that the specification gives it', (kind) => {
    const { ownPriceTag, fileMarker, german, ...properties } = PACKAGE_KINDS[kind];
    const had = Object.entries(properties).flatMap(([name, value]) => (value ? [name] : []));
    expect(had).toEqual(SPECIFIED[kind]);
    expect(Object.keys(properties)).toEqual([
      ...new Set(['addsProducts', 'endsOwnPrices', ...SPECIFIED.LZD, 'isDivided', 'clock']),
    ]);
    const tag = { MDP: 'E', QDP: 'M', LZD: 'M' }[kind];
    const marker = { MDP: 'MDP', QDP: 'QDP', LZD: 'ZumDurchsehen' }[kind];
    expect([ownPriceTag, fileMarker]).toEqual([tag, marker]);
    expect(german.article).toBe(kind === 'LZD' ? 'die' : 'das');
  });

  test('what the clock does under the flags 0, 1 and 2 (rules 7.2, 7.3 and 7.5)', () => {
    expect(PACKAGE_KINDS.MDP.clock).toEqual({
      flag: 'flag',
      actions: ['approve', 'atOnce', 'never'],
      deadline: 'fifthDay',
    });
    expect(PACKAGE_KINDS.QDP.clock).toEqual({
      flag: 'qdpFlag',
      actions: ['delete', 'approve', 'atOnce'],
      deadline: 'dayOfMonth',
    });
    expect(UPDATE_KINDS.map(hasApprovalFlag)).toEqual([true, true, false]);
    expect(UPDATE_KINDS.map((kind) => approvalFlagOf(kind, { flag: 1, qdpFlag: 2 }))).toEqual([1, 2, null]);
  });

  test('kinds with a property, in their order', () => {
    expect(kindsWith('addsProducts')).toEqual(['QDP', 'LZD']);
    expect(kindsWith('clock')).toEqual(['MDP', 'QDP']);
  });

  test('only an LZD with choice 0 resets its list (rule 6.5)', () => {
    expect(UPDATE_KINDS.map((kind) => resetsList({ kind, resetChoice: 0 }))).toEqual([false, false, true]);
    expect([1 as const, null].map((resetChoice) => resetsList({ kind: 'LZD', resetChoice }))).toEqual([false, false]);
  });

  test('only an open LZD waits for its release (rule 6.19)', () => {
    const open = { status: 0, readyForApproval: false };
    expect(UPDATE_KINDS.map((kind) => isReleased({ kind, ...open }))).toEqual([true, true, false]);
    expect(isReleased({ kind: 'LZD', ...open, readyForApproval: true })).toBe(true);
    expect(isReleased({ kind: 'LZD', ...open, status: 1 })).toBe(true);
  });

  test.each([
    ['MDP', false, 'das Monatsupdate'],
    ['QDP', false, 'das Quartalsupdate'],
    ['LZD', true, 'die Erstberechnung'],
    ['LZD', false, 'die Neuberechnung'],
  ] as const)('%s, first calculation %s, is called %s (rule 6.24)', (kind, firstCalculation, name) => {
    const { article, noun } = packageName({ kind, firstCalculation });
    expect(`${article} ${noun}`).toBe(name);
  });
});
