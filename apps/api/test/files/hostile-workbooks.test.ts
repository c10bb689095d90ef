import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HOSTILE_WORKBOOKS } from './hostile-workbooks.ts';
import { fileFolder, readTable } from './table-files.ts';

let files: Awaited<ReturnType<typeof fileFolder>>;
beforeAll(async () => {
  files = await fileFolder();
});
afterAll(() => files?.remove());

// What each costs at its full size: heavy/bounded-work.stress.test.ts.
describe('a workbook that is small and costly is read or refused (rule 10.25)', () => {
  test.each(HOSTILE_WORKBOOKS)('%s', async (_, size, make) => {
    const path = await files.write(make(Math.ceil(size / 50)));
    const outcome = await readTable(path).then(
      () => 'read',
      (error: Error) => error.name,
    );
    expect(['read', 'FileRefusal']).toContain(outcome);
  });
});

test('each part is read once, whatever names it', async () => {
  const [, , make] = HOSTILE_WORKBOOKS.find(([name]) => name === 'sheets of one part under several ids') ?? [];
  const path = await files.write(make?.(2) ?? Buffer.alloc(0));
  await expect(readTable(path)).rejects.toThrow(/keine Tabellenkalkulation/);
});
