import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NoStorageError, withCallbackStorage } from '../src/auth/callback-storage.ts';
import { safeStorage } from '../src/lib/safe-storage.ts';
import { readStored, writeStored } from '../src/lib/storage.ts';

const refuse = (name: string) => (): never => {
  throw new DOMException('', name);
};
/** What browsers do: no such storage, none allowed, no room, and an odd one that refuses each access by itself. */
const BROKEN: [string, () => Storage | null][] = [
  ['missing', () => null],
  ['forbidden', refuse('SecurityError')],
  [
    'refusing every access',
    () => new Proxy({} as Storage, { get: refuse('SecurityError'), has: refuse('SecurityError') }),
  ],
];

afterEach(() => localStorage.clear());

// Rule 2.6.
describe('a storage that never fails', () => {
  test.each(BROKEN)('keeps things in memory where the storage is %s', (_case, find) => {
    const storage = safeStorage(find);
    expect(storage.get('a')).toBeNull();
    expect(storage.set('a', '1')).toBe(false);
    expect(storage.get('a')).toBe('1');
    expect(storage.keys()).toEqual(['a']);
    expect(storage.hasRoom(1)).toBe(false);
    storage.remove('a');
    expect([storage.get('a'), storage.keys()]).toEqual([null, []]);
    storage.set('b', '2');
    storage.clear();
    expect(storage.get('b')).toBeNull();
  });

  test('keeps in memory what there is no room for, and no older text of it behind that', () => {
    const storage = safeStorage(() => localStorage);
    expect(storage.set('a', 'older')).toBe(true);
    const large = 'x'.repeat(6_000_000);
    expect(storage.hasRoom(6_000_000)).toBe(false);
    expect(storage.set('a', large)).toBe(false);
    expect(storage.get('a')).toBe(large);
    expect(localStorage.getItem('a')).toBeNull();
    expect(storage.set('a', 'small')).toBe(true);
    expect(localStorage.getItem('a')).toBe('small');
    expect(storage.hasRoom(100)).toBe(true);
    expect(Object.keys(localStorage)).toEqual(['a']);
  });

  test('takes damaged JSON for nothing and removes it', () => {
    const storage = safeStorage(() => localStorage);
    localStorage.setItem('a', '{"name":1');
    expect(readStored('a', storage)).toBeUndefined();
    expect(localStorage.getItem('a')).toBeNull();
    expect(writeStored('a', { n: 1 }, storage)).toBe(true);
    expect(readStored('a', storage)).toEqual({ n: 1 });
  });

  test('answers as a plain map does, whenever the browser refuses', () => {
    const key = fc.constantFrom('a', 'b', 'c');
    const step = fc.record({ key, text: fc.option(fc.string(), { nil: null }), works: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        localStorage.clear();
        let works = true;
        const storage = safeStorage(() => (works ? localStorage : null));
        const expected = new Map<string, string>();
        for (const { key, text, works: now } of steps) {
          works = now;
          if (text === null) {
            storage.remove(key);
            expected.delete(key);
          } else {
            storage.set(key, text);
            expected.set(key, text);
          }
          works = true;
          for (const name of ['a', 'b', 'c']) expect(storage.get(name)).toBe(expected.get(name) ?? null);
          expect(storage.keys().toSorted()).toEqual([...expected.keys()].toSorted());
        }
      }),
    );
  });
});

describe('where keycloak-js keeps what it needs after the sign-in', () => {
  const seen = () => globalThis.localStorage;

  test('is the local storage while there is room', () => {
    expect(withCallbackStorage(seen)).toBe(localStorage);
  });

  test('is a cookie while the local storage is as good as full', () => {
    const quota = 5_000_000;
    localStorage.setItem('full', 'x'.repeat(quota - 'full'.length - 1000));
    expect(withCallbackStorage(seen)).toBeNull();
    expect(localStorage.getItem('full')).toHaveLength(quota - 1004);
    expect(document.cookie).toBe('');
  });

  test('is nowhere when cookies are refused as well, which is said', () => {
    const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as PropertyDescriptor;
    Object.defineProperty(Document.prototype, 'cookie', { ...own, get: () => '', set() {} });
    localStorage.setItem('full', 'x'.repeat(4_999_000));
    try {
      expect(() => withCallbackStorage(seen)).toThrow(NoStorageError);
    } finally {
      Object.defineProperty(Document.prototype, 'cookie', own);
    }
  });
});
