import type { SortedPrices, TillProfile } from '@portal/rules';
import type { ChildPool } from '../../child-pool/pool.ts';
import { refusalOf } from '../../child-pool/refusals.ts';
import { type BodyBlocks, wholeOf } from '../../http/read-body.ts';
import { TEXT } from '../../texts/de.ts';
import { readInventoryFile } from './read-inventory-file.ts';

const TASK = new URL('./inventory-task.ts', import.meta.url);
/** Bytes; some 1,000 rows. */
const SMALL_FILE = 16 * 1024;

/**
 * A till's own export, a large one in a child process. Rule 13.16.
 * @throws PortalError 422 with the lines, 429, 503
 */
export async function readInventory(pool: ChildPool, profile: TillProfile, file: BodyBlocks): Promise<SortedPrices> {
  if (file.size <= SMALL_FILE) return readInventoryFile(profile, wholeOf(file));
  const job = pool.run<null>({ task: TASK, order: profile, bytes: file.blocks });
  const { parts } = await job.catch((error: unknown) => {
    throw refusalOf(error, TEXT.body);
  });
  const [pzns, cents] = parts.map(numbersOf) as [number[], number[]];
  return { pzns, cents: cents.map((price) => (price < 0 ? null : price)) };
}

function numbersOf(part: Buffer): number[] {
  const whole = Uint8Array.from(part);
  return Array.from(new Int32Array(whole.buffer));
}
