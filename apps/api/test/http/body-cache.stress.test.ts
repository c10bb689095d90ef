import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const MB = 2 ** 20;

describe('the cache of bodies', () => {
  test('holds no more memory than it may, however many tiny lists there are', () => {
    // In a process of its own: what the other tests of this one leave behind would be counted too.
    const script = join(import.meta.dirname, 'fill-body-cache.ts');
    const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', script, '40000', String(32 * MB)], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const { held, resident } = JSON.parse(stdout);
    expect(held).toBeLessThan(32 * MB);
    // Making them leaves the allocator some 150 MB in any case. Counted by the length of bodies it was 310 MB, and growing.
    expect(resident).toBeLessThan(250 * MB);
  });
});
