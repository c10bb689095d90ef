import { describe, expect, test } from '@jest/globals';
import { BodyCache } from '../../src/http/body-cache.ts';

const MB = 2 ** 20;
const never = () => Promise.reject(new Error('should be there already'));

// Rule 13.8.
describe('the cache of bodies', () => {
  test('builds once for all who ask at the same time and keeps what was built', async () => {
    const cache = new BodyCache(MB);
    let built = 0;
    const build = async () => {
      built += 1;
      return Buffer.from('body');
    };
    const answers = await Promise.all([cache.get('key', build), cache.get('key', build), cache.get('key', build)]);
    expect([built, ...answers.map(String)]).toEqual([1, 'body', 'body', 'body']);
    expect(String(await cache.get('key', never))).toBe('body');
  });

  test('does not keep a build that failed', async () => {
    const cache = new BodyCache(MB);
    await expect(cache.get('key', () => Promise.reject(new Error('database')))).rejects.toThrow('database');
    expect(String(await cache.get('key', async () => Buffer.from('later')))).toBe('later');
  });

  test('lets the least recently used go, and answers with a body that is too large to keep', async () => {
    const cache = new BodyCache(MB);
    const fill = (key: string, bytes: number) => cache.get(key, async () => Buffer.alloc(bytes));
    await fill('a', 0.4 * MB);
    await fill('b', 0.4 * MB);
    await cache.get('a', never);
    await fill('c', 0.4 * MB);
    expect((await cache.get('a', never)).length).toBe(Math.floor(0.4 * MB));
    await expect(cache.get('b', never)).rejects.toThrow('should be there already');
    expect((await fill('whole', 2 * MB)).length).toBe(2 * MB);
    await expect(cache.get('whole', never)).rejects.toThrow('should be there already');
    expect((await cache.get('c', never)).length).toBe(Math.floor(0.4 * MB));
  });
});
