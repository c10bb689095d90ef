import { expect, jest, test } from '@jest/globals';
import { noteServerTime, serverNow } from '../src/lib/server-clock.ts';

test("the portal's time is the server's, whatever the computer's clock says, and never runs back", () => {
  let passed = 5_000;
  jest.spyOn(performance, 'now').mockImplementation(() => passed);
  noteServerTime(null);
  noteServerTime('soon');
  expect(Math.abs(serverNow().getTime() - Date.now())).toBeLessThan(1_000);

  noteServerTime('Tue, 26 Mar 2047 23:59:58 GMT');
  passed += 3_000;
  expect(serverNow().toISOString()).toBe('2047-03-27T00:00:01.000Z');

  // an answer that the browser had cached
  noteServerTime('Tue, 26 Mar 2047 20:00:00 GMT');
  expect(serverNow().toISOString()).toBe('2047-03-27T00:00:01.000Z');

  // performance.now may stand still while a computer sleeps
  noteServerTime('Thu, 28 Mar 2047 06:00:00 GMT');
  expect(serverNow().toISOString()).toBe('2047-03-28T06:00:00.000Z');
});
