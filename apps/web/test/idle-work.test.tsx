import './support/browser.ts';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useCallback } from 'react';
import { useIdleWork } from '../src/lib/use-idle-work.ts';

const { requestIdleCallback, cancelIdleCallback } = globalThis;

/** Work of five pieces, and how many of them are done. */
function aWork() {
  const state = { done: 0 };
  const start = function* () {
    for (; state.done < 5; state.done++) yield;
  };
  return { state, start };
}

afterEach(() => void Object.assign(globalThis, { requestIdleCallback, cancelIdleCallback }));

describe('work for idle moments', () => {
  test('is done as far as a moment lasts, and goes on in the next', () => {
    const moments: ((idle: { timeRemaining: () => number }) => void)[] = [];
    Object.assign(globalThis, { requestIdleCallback: (work: (typeof moments)[number]) => moments.push(work) });
    const { state, start } = aWork();
    renderHook(() => useIdleWork(start));
    expect(state.done).toBe(0);
    let left = 5;
    const idle = { timeRemaining: () => left-- };
    moments.shift()?.(idle);
    // 5, 4 and 3 ms are enough for a piece each, and a piece is done when the next begins
    expect(state.done).toBe(2);
    left = 100;
    moments.shift()?.(idle);
    expect(state.done).toBe(5);
    expect(moments).toEqual([]);
  });

  test('takes no more than 8 ms of a long one, in which nobody who touches the page would be answered (ADR 91)', () => {
    const moments: ((idle: { timeRemaining: () => number }) => void)[] = [];
    Object.assign(globalThis, { requestIdleCallback: (work: (typeof moments)[number]) => moments.push(work) });
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const { state, start } = aWork();
    renderHook(() =>
      useIdleWork(
        // each piece takes 3 ms
        useCallback(function* () {
          for (const _ of start()) {
            now += 3;
            yield;
          }
        }, []),
      ),
    );
    moments.shift()?.({ timeRemaining: () => 50 - now });
    clock.mockRestore();
    // 8, 5 and 2 ms are left before each, and 2 are too few; a piece is done when the next begins
    expect(state.done).toBe(1);
    expect(moments).toHaveLength(1);
  });

  describe('in a browser that knows none (Safari)', () => {
    beforeEach(() => {
      jest.useFakeTimers();
      Object.assign(globalThis, { requestIdleCallback: undefined, cancelIdleCallback: undefined });
    });
    afterEach(() => void jest.useRealTimers());

    test('is done a second later', () => {
      const { state, start } = aWork();
      renderHook(() => useIdleWork(start));
      jest.advanceTimersByTime(999);
      expect(state.done).toBe(0);
      jest.advanceTimersByTime(1);
      expect(state.done).toBe(5);
    });

    test('lasts no longer than 8 ms at a time', () => {
      const { state, start } = aWork();
      const slow = function* () {
        for (const piece of start()) {
          jest.setSystemTime(Date.now() + 4); // of the clock that performance.now() follows too
          yield piece;
        }
      };
      const now = jest.spyOn(performance, 'now').mockImplementation(() => Date.now());
      renderHook(() => useIdleWork(slow));
      jest.advanceTimersByTime(1_000);
      expect(state.done).toBe(1);
      jest.advanceTimersByTime(1_000);
      expect(state.done).toBe(3);
      now.mockRestore();
    });

    test('is not done once the screen has left', () => {
      const { state, start } = aWork();
      const { unmount } = renderHook(() => useIdleWork(start));
      unmount();
      jest.advanceTimersByTime(5_000);
      expect(state.done).toBe(0);
    });
  });
});
