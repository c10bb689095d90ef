import type { Dashboard } from '@portal/contracts';
import type { Queryable } from '../../db/database.ts';
import type { TillPosition } from '../till-position/index.ts';
import { loadRefusal, readNewestFile } from './find-till-file.ts';
import { basesOf } from './till-bases.ts';

/** Rule 2.45. */
const REMEMBERED_MS = 7 * 86_400_000;

/** The newest file where it waits to be confirmed (rule 2.45). */
export async function readUnconfirmedFile(
  db: Queryable,
  apoId: number,
  { position, now }: { position: TillPosition; now: Date },
): Promise<Dashboard['tillFile']> {
  const file = await readNewestFile(db, apoId, new Date(now.getTime() - REMEMBERED_MS));
  if (!file || file.loadedAt) return null;
  const refusal = await loadRefusal(db, file, { present: position.present, bases: basesOf(position) });
  return refusal === null ? { createdAt: file.createdAt.toISOString() } : null;
}
