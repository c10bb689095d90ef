import { UNDO_ROWS, type UndoPreview } from '@portal/contracts';
import { isoDay } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { HistoryReader } from '../history-writing/index.ts';
import { findSave } from './find-save.ts';
import { priceOf, readUndo } from './read-undo.ts';

/**
 * Rule 11.9.
 * @throws PortalError as `findSave` and `readUndo`
 */
export async function previewUndo(
  { database, clock }: { database: Database; clock: Clock },
  { apoId, eventId, reader }: { apoId: number; eventId: number; reader: HistoryReader },
): Promise<UndoPreview> {
  const db = database.pool;
  const save = await findSave(db, apoId, eventId, reader);
  const { restored, ends, left, key } = await readUndo(db, apoId, save, isoDay(clock.now()));
  return {
    preview: key,
    ends: ends.length,
    restored: {
      total: restored.length,
      rows: restored
        .slice(0, UNDO_ROWS)
        .map(({ pzn, name, content, today, state }) => ({ pzn, name, content, today, restored: priceOf(state) })),
    },
    left: {
      total: left.length,
      rows: left.slice(0, UNDO_ROWS).map(({ later, ...row }) => ({
        ...row,
        changed: later && { ...later, createdAt: later.createdAt.toISOString() },
      })),
    },
  };
}
