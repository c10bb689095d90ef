import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createYielder } from '../src/lib/scheduler.ts';

let now = 0;

beforeEach(() => {
  now = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('breaks of long work (ADR 91)', () => {
  test('are taken once it has worked for 5 ms, and again 5 ms after each', async () => {
    const pause = createYielder();
    now += 4;
    expect(pause()).toBeUndefined();
    now += 1;
    const first = pause();
    expect(first).toBeInstanceOf(Promise);
    now += 100;
    await first;
    now += 4;
    expect(pause()).toBeUndefined();
    now += 1;
    expect(pause()).toBeInstanceOf(Promise);
  });

  test('are not taken on a hidden page, whose timers are slow', () => {
    const pause = createYielder();
    now += 50;
    jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    expect(pause()).toBeUndefined();
  });
});
