import type pg from 'pg';
import sql from 'sql-template-tag';
import type { Queryable } from '../../db/database.ts';
import { textArray } from '../../db/plain-array.ts';
import { ask, askOne, command, prepared, run, statement, typed } from '../../db/statement.ts';
import { wrongState } from '../../http/errors.ts';
import type { Actor } from '../history-writing/index.ts';
import { type LockedList, writeLists } from '../price-writing/index.ts';
import { type ApprovalEffect, effectOfApproval } from './approval-effect.ts';
import { approvedRows, reopenedRows, storeOutcomes } from './approved-rows.ts';
import { changeUpdate } from './change-update.ts';
import type { UpdateRow } from './lock-update.ts';
import { isReopenable } from './update-abilities.ts';
import { UPDATE_EVENT, UPDATE_TEXT } from './update-texts.ts';

type Locked = { readonly list: LockedList; readonly update: UpdateRow };

export type ApprovedPart = { readonly number: number; readonly approved: number; readonly changed: number };

/**
 * Rules 6.17 and 6.31; under the locks of `lockUpdate`.
 * @param pzns rows that `partBlocker` lets in
 * @throws PortalError 409, 422
 */
export async function applyPart(
  connection: pg.PoolClient,
  { list, update }: Locked,
  { pzns, actor, at }: { pzns: readonly string[]; actor: Actor; at: Date },
): Promise<ApprovedPart> {
  const { apoId, id } = update;
  const { number } = await askOne(connection, NEXT_NUMBER, [apoId, id]);
  const named = sql`${textArray(pzns)}::text[]`;
  const { changed, listed, lists, moves } = await writeLists(connection, {
    lists: [list],
    at,
    actor,
    event: UPDATE_EVENT.partApproved(update, number),
    keepsPeriods: true,
    rows: (target) => approvedRows(update, target, named),
    pzns: named,
    size: pzns.length,
    also: (target) => storeOutcomes(update, target, number),
    withMoves: true,
    entry: (written) => ({ update, event: UPDATE_EVENT.partApproved(update, number, written.listed) }),
  });
  const version = lists[0]?.version;
  if (listed === 0 || version === undefined) throw wrongState(UPDATE_TEXT.part.nothing);
  const { effectCents, effectRows, effectMissing, effectAdded, effectLeaving } = effectOfApproval(moves);
  const who = [actor.userName, actor.subject, at, version, listed];
  const effect = [effectCents, effectRows, effectMissing, effectAdded, effectLeaving];
  await run(connection, ADD_PART, [apoId, id, number, ...who, ...effect]);
  await changeUpdate(connection, update, { updatedAt: at });
  return { number, approved: listed, changed };
}

const NEXT_NUMBER = statement(
  { number: 'int' },
  'SELECT coalesce(max(number), 0) + 1 AS number FROM price_update_approval WHERE apo_id = $1 AND update_id = $2',
);

const ADD_PART = prepared(
  command(`
  INSERT INTO price_update_approval (apo_id, update_id, number, user_name, actor, approved_at, list_version, row_count,
                                     effect_cents, effect_rows, effect_missing, effect_added, effect_leaving)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`),
);

/**
 * Rule 6.32; under the locks of `lockUpdate`.
 * @throws PortalError 409
 */
export async function takeBackPart(
  connection: pg.PoolClient,
  { list, update }: Locked,
  { number, actor, at }: { number: number; actor: Actor; at: Date },
): Promise<void> {
  const parts = await readParts(connection, update);
  const part = parts.find((each) => each.number === number);
  if (!part) throw wrongState(UPDATE_TEXT.part.unknown);
  if (!(await isReopenable(connection, update, number))) throw wrongState(UPDATE_TEXT.notReopenable);
  await writeLists(connection, {
    lists: [list],
    at,
    actor,
    event: UPDATE_EVENT.partTakenBack(number),
    comesBack: true,
    rows: (target) => reopenedRows(update, target, { part: number }),
    size: part.rows,
    entry: () => ({ update }),
  });
  await forgetApproval(connection, update, number);
  await changeUpdate(connection, update, { updatedAt: at });
}

/** @param part null: all of it */
export async function forgetApproval(
  connection: pg.PoolClient,
  { apoId, id }: Pick<UpdateRow, 'apoId' | 'id'>,
  part: number | null,
): Promise<void> {
  await run(connection, FORGET_OUTCOMES, [apoId, id, part]);
  await run(connection, FORGET_PARTS, [apoId, id, part]);
}

const FORGET_OUTCOMES = prepared(
  command(`
  DELETE FROM price_update_outcome WHERE apo_id = $1 AND update_id = $2 AND part = coalesce($3::smallint, part)`),
);
const FORGET_PARTS = prepared(
  command(`
  DELETE FROM price_update_approval WHERE apo_id = $1 AND update_id = $2 AND number = coalesce($3::smallint, number)`),
);

export type Part = ApprovalEffect & {
  readonly number: number;
  readonly userName: string;
  readonly approvedAt: Date;
  readonly rows: number;
};

/** In the order of their approval. */
export async function readParts(db: Queryable, update: Pick<UpdateRow, 'apoId' | 'id' | 'parts'>): Promise<Part[]> {
  if (update.parts === 0) return [];
  const rows = await ask(db, PARTS, [update.apoId, update.id]);
  return rows.map(({ effectCents, ...part }) => ({ ...part, effectCents: Number(effectCents) }));
}

const PARTS = statement(
  {
    number: 'int',
    userName: 'text',
    approvedAt: typed<Date>('time'),
    rows: 'int',
    effectCents: 'bigint',
    effectRows: 'int',
    effectMissing: 'int',
    effectAdded: 'int',
    effectLeaving: 'int',
  },
  `SELECT number, user_name AS "userName", approved_at AS "approvedAt", row_count AS rows, effect_cents AS "effectCents",
          effect_rows AS "effectRows", effect_missing AS "effectMissing", effect_added AS "effectAdded", effect_leaving AS "effectLeaving"
     FROM price_update_approval WHERE apo_id = $1 AND update_id = $2 ORDER BY number`,
);

/** What the approval of the rest is worth with the parts before it (rule 14.36). */
export function addEffects(effects: readonly ApprovalEffect[]): ApprovalEffect {
  const sum = (name: keyof ApprovalEffect) => effects.reduce((total, effect) => total + effect[name], 0);
  return {
    effectCents: sum('effectCents'),
    effectRows: sum('effectRows'),
    effectMissing: sum('effectMissing'),
    effectAdded: sum('effectAdded'),
    effectLeaving: sum('effectLeaving'),
  };
}

/** Articles of a package that parts have approved. */
export async function countApprovedInParts(
  db: Queryable,
  update: Pick<UpdateRow, 'apoId' | 'id' | 'parts'>,
): Promise<number> {
  return (await readParts(db, update)).reduce((sum, { rows }) => sum + rows, 0);
}
