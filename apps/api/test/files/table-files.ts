import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTable } from '../../src/files/open-table.ts';
import type { TableRecord } from '../../src/files/table.ts';

/** Keeps files in a folder of their own; `remove` it in the end. */
export async function fileFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'xlsx-'));
  let count = 0;
  return {
    folder,
    async write(content: Buffer | string, name = `${++count}.bin`): Promise<string> {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Everything a table holds. @throws FileRefusal */
export async function readTable(path: string, sheet?: string) {
  const file = await openTable(path, { sheet });
  try {
    const records: TableRecord[] = [];
    for await (const batch of file.batches) records.push(...batch);
    const { header, headerLine, sheets } = file;
    return { header, headerLine, sheets, records };
  } finally {
    await file.close();
  }
}
