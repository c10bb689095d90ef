import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatCursor, parseCursor } from '../../src/modules/till-sync/cursor.ts';

const versions = { OTC: 12, FREIWAHL: 0, HILFSMITTEL: 5 };
const to = { crmCompanyId: 100_101, epoch: 2, versions };

test('a cursor is text of digits, letters, - and _', () => {
  expect(formatCursor({ to })).toBe('v1-100101-2-12-0-5');
  expect(formatCursor({ to, walk: { from: null, after: '00012340' } })).toBe('v1-100101-2-12-0-5_all_00012340');
  const from = { OTC: 9, FREIWAHL: 0, HILFSMITTEL: 5 };
  expect(formatCursor({ to, walk: { from, after: '00012340' } })).toBe('v1-100101-2-12-0-5_9-0-5_00012340');
});

test('what is written is read again', () => {
  const number = fc.nat({ max: 2 ** 40 });
  const some = fc.record({ OTC: number, FREIWAHL: number, HILFSMITTEL: number });
  fc.assert(
    fc.property(number, number, some, fc.constantFrom('none', 'all', 'from'), (crmCompanyId, epoch, at, kind) => {
      const from = { OTC: Math.floor(at.OTC / 2), FREIWAHL: at.FREIWAHL, HILFSMITTEL: 0 };
      const walk = { from: kind === 'all' ? null : from, after: '04711001' };
      const cursor = { to: { crmCompanyId, epoch, versions: at }, ...(kind === 'none' ? {} : { walk }) };
      expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
    }),
  );
});

test.each([
  '',
  'v2-100101-2-12-0-5',
  'v1-100101-2-12-0',
  'v1-100101-2-12-0-05',
  'v1-100101-2-12-0-5_all',
  'v1-100101-2-12-0-5_all_1234567',
  'v1-100101-2-12-0-5_13-0-5_00012340',
  'v1-100101-2-12-0-5\n',
  'v1-100101-2--1-0-5',
])('%j is no cursor', (text) => expect(parseCursor(text)).toBeUndefined());
