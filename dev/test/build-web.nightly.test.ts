import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { removeOldBuilds } from '../src/stack/build-web.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
let builds: string;

beforeEach(async () => {
  builds = await mkdtemp(join(tmpdir(), 'builds-'));
});
afterEach(() => rm(builds, { recursive: true }));

async function build(name: string, daysAgo: number): Promise<void> {
  const at = new Date(NOW.getTime() - daysAgo * 24 * 60 * 60 * 1000);
  await mkdir(join(builds, name));
  await utimes(join(builds, name), at, at);
}

describe('builds of the web application', () => {
  test('stay while a portal may be running on them, however many follow', async () => {
    for (let number = 1; number <= 9; number += 1) await build(`build-${number}`, number / 2);
    await removeOldBuilds(builds, NOW);
    expect(await readdir(builds)).toHaveLength(9);
  });

  test('leave when no page has been opened with them for a week, all but the latest five', async () => {
    for (let number = 1; number <= 7; number += 1) await build(`build-${number}`, 10 * number);
    await build('unfinished-x', 90);
    await removeOldBuilds(builds, NOW);
    expect((await readdir(builds)).toSorted()).toEqual([
      'build-1',
      'build-2',
      'build-3',
      'build-4',
      'build-5',
      'unfinished-x',
    ]);
  });
});
