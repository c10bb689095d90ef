import { REASON } from '@portal/contracts';
import { isoDay } from '@portal/rules';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { PortalError, wrongState } from '../../http/errors.ts';
import type { Actor, HistoryReader } from '../history-writing/index.ts';
import { savedRows } from '../price-lists/index.ts';
import { endedAgainSql, givenBackSql, lockList, rowsSql, type Target, writeLists } from '../price-writing/index.ts';
import { findSave } from './find-save.ts';
import { readUndo } from './read-undo.ts';
import { UNDO_TEXT } from './undo-texts.ts';

/** Products that the save has added leave the list again. */
export function leavingRows({ apoId, group }: Target, pzns: readonly string[]): Sql {
  return rowsSql({
    pzn: sql`i.pzn`,
    from: sql`price_item i WHERE i.apo_id = ${apoId} AND i.product_group = ${group} AND i.pzn = ANY(${pzns})`,
    after: 'gone',
  });
}

/**
 * Rule 11.9: rows unchanged since get type and own price back; itself undoable.
 * @param preview what the caller saw
 * @throws PortalError as `findSave` and `readUndo`; 409 when it differs
 */
export function undoSave(
  deps: { database: Database; clock: Clock },
  {
    apoId,
    eventId,
    preview,
    reader,
    actor,
  }: { apoId: number; eventId: number; preview: string; reader: HistoryReader; actor: Actor },
): Promise<{ restored: number; left: number }> {
  return deps.database.transaction(async (connection) => {
    const save = await findSave(connection, apoId, eventId, reader);
    const { list } = await lockList(connection, { apoId, group: save.group });
    const at = deps.clock.now();
    const { restored, back, ends, left, key } = await readUndo(connection, apoId, save, isoDay(at));
    if (restored.length === 0) throw wrongState(UNDO_TEXT.nothingLeft);
    if (key !== preview) throw new PortalError(409, REASON.conflict, UNDO_TEXT.changed);
    const staying = restored.flatMap(({ pzn, state, since, begins }) =>
      state ? { pzn, ...state.beneath, period: state.period, begins, since } : [],
    );
    const leaving = restored.flatMap(({ pzn, state }) => (state ? [] : pzn));
    await writeLists(connection, {
      lists: [list],
      at,
      actor,
      event: UNDO_TEXT.event(save.at),
      comesBack: true,
      rows: (target) => [savedRows(target, staying), leavingRows(target, leaving)],
      also: (target) => join([endedAgainSql(target, ends), givenBackSql(target, back) ?? []].flat()),
      size: restored.length,
      entry: () => ({ undoes: save.id }),
    });
    return { restored: restored.length, left: left.length };
  });
}
