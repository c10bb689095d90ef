import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatCursor, parseCursor } from '../../src/modules/till-sync/cursor.ts';

const versions = { OTC: 12, FREIWAHL: 0, HILFSMITTEL: 5 };
const to = { crmCompanyId: 100_101, epoch: 2, listApoId: 200_101, versions };

test('a cursor is text of digits, letters, - and _', () => {
  expect(formatCursor({ to })).toBe('v2-100101-2-200101-12-0-5');
  expect(formatCursor({ to, walk: { from: null, after: '00012340' } })).toBe('v2-100101-2-200101-12-0-5_all_00012340');
  const from = { OTC: 9, FREIWAHL: 0, HILFSMITTEL: 5 };
  expect(formatCursor({ to, walk: { from, after: '00012340' } })).toBe('v2-100101-2-200101-12-0-5_9-0-5_00012340');
});

test('what is written is read again', () => {
  const number = fc.nat({ max: 2 ** 50 });
  const some = fc.record({ OTC: number, FREIWAHL: number, HILFSMITTEL: number });
  fc.assert(
    fc.property(
      number,
      number,
      number,
      some,
      fc.constantFrom('none', 'all', 'from'),
      (crmCompanyId, epoch, listApoId, at, kind) => {
        const from = { OTC: Math.floor(at.OTC / 2), FREIWAHL: at.FREIWAHL, HILFSMITTEL: 0 };
        const walk = { from: kind === 'all' ? null : from, after: '04711001' };
        const cursor = { to: { crmCompanyId, epoch, listApoId, versions: at }, ...(kind === 'none' ? {} : { walk }) };
        expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
      },
    ),
  );
});

test.each([
  '',
  'v3-100101-2-200101-12-0-5',
  'v2-100101-2-12-0-5',
  'v2-100101-2-200101-12-0-05',
  'v2-100101-2-200101-12-0-5_all',
  'v2-100101-2-200101-12-0-5_all_1234567',
  'v2-100101-2-200101-12-0-5_13-0-5_00012340',
  'v2-100101-2-200101-12-0-5\n',
  'v2-100101-2-200101--1-0-5',
])('%j is no cursor', (text) => expect(parseCursor(text)).toBeUndefined());

test.each(['v1-100101-2-12-0-5', 'v1-100101-2-12-0-5_all_00012340', 'v1-100101-2-12-0-5_9-0-5_00012340'])(
  '%s is one of the former form, whose versions may have been given out twice',
  (text) => expect(parseCursor(text)).toBe('former'),
);

test('the longest there can be fits into the contract', () => {
  const versions = {
    OTC: Number.MAX_SAFE_INTEGER,
    FREIWAHL: Number.MAX_SAFE_INTEGER,
    HILFSMITTEL: Number.MAX_SAFE_INTEGER,
  };
  const to = { crmCompanyId: 2 ** 31 - 1, epoch: 2 ** 31 - 1, listApoId: 2 ** 31 - 1, versions };
  expect(formatCursor({ to, walk: { from: versions, after: '00012340' } }).length).toBeLessThanOrEqual(200);
});
