import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { readTillFile } from './read-till-file.ts';

/** Files that the server writes. */
export function exportHandlers({ database }: Deps): Handlers<'downloadTillFile'> {
  return {
    downloadTillFile: ({ pharmacy, body }) => readTillFile(database.pool, pharmacy, body.productGroups),
  };
}
