import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitForFirstPaint } from '../src/lib/scheduler.ts';

let painted: PerformanceEntry[] = [];
let draw: (() => void) | undefined;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
  painted = [];
  draw = undefined;
  performance.getEntriesByType = (type) => (type === 'paint' ? painted : []);
  jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((drawn) => {
    draw = () => drawn(0);
    return 1;
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Whether it has ended once everything has had its turn that is due within so many ms. */
async function endsWithin(ms: number, meanwhile = () => undefined as void): Promise<boolean> {
  let ended = false;
  const waiting = waitForFirstPaint().then(() => (ended = true));
  meanwhile();
  await jest.advanceTimersByTimeAsync(ms);
  const result = ended;
  await jest.advanceTimersByTimeAsync(1_000);
  await waiting;
  return result;
}

test('waits until the browser has drawn', async () => {
  expect(await endsWithin(90)).toBe(false);
  expect(await endsWithin(10, () => draw?.())).toBe(true);
});

test('does not wait for a browser that draws nothing', async () => {
  expect(await endsWithin(110)).toBe(true);
});

test('goes on at once where something has been drawn, and on a hidden page', async () => {
  painted = [{} as PerformanceEntry];
  expect(await endsWithin(0)).toBe(true);
  painted = [];
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  expect(await endsWithin(0)).toBe(true);
  expect(draw).toBeUndefined();
});
