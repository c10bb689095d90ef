import { ENDPOINTS } from '@portal/contracts';
import type { Deps } from '../../deps.ts';
import type { Mount } from '../../http/mount.ts';
import { readTillFile } from './read-till-file.ts';

/** Files that the server writes. */
export function mountExports(mount: Mount, { database }: Deps): void {
  mount(ENDPOINTS.downloadTillFile, ({ pharmacy, body }) => readTillFile(database.pool, pharmacy, body.productGroups));
}
