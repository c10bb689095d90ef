import { type ProductGroup, RESERVED_NAMES, type UpdateKind } from '@portal/rules';
import type { Caller } from '../../auth/verifier.ts';
import type pg from 'pg';
import type { Queryable } from '../../db/database.ts';
import { askOne, command, prepared, run, statement } from '../../db/statement.ts';
import { digestSql } from './digest-sql.ts';

/** `subject` null: the clock. `staff`: admin or sales. */
export type Actor = { readonly subject: string | null; readonly userName: string; readonly staff: boolean };

/** The clock as an actor (rule 7.7). */
export const SYSTEM: Actor = { subject: null, userName: RESERVED_NAMES.clock, staff: false };

/** The person behind a call as an actor. */
export function actorOf({ subject, userName, access }: Caller): Actor {
  return { subject, userName, staff: access.staff };
}

const NEXT_ID = `nextval(pg_get_serial_sequence('history_entry', 'id'))`;

const NEXT_HISTORY_ID = prepared(statement({ id: 'bigint' }, `SELECT ${NEXT_ID} AS id`));

export async function nextHistoryId(connection: Queryable): Promise<string> {
  return (await askOne(connection, NEXT_HISTORY_ID)).id;
}

/** In the transaction of the change, after its price changes (rules 11.1 and 11.10). */
export async function writeHistory(
  connection: pg.PoolClient,
  entry: {
    /** From `nextHistoryId`. */
    id?: string;
    apoId: number;
    at: Date;
    event: string;
    actor: Actor;
    productGroup?: ProductGroup;
    update?: { kind: UpdateKind; id: number };
    /** The entry then has a log. */
    hasLog: boolean;
    /** The entry of the save that this one takes back. */
    undoes?: number;
    /** PZNs taken back beneath a period. */
    beneath?: readonly string[];
  },
): Promise<void> {
  const idOf = (kind: UpdateKind) => (entry.update?.kind === kind ? entry.update.id : null);
  const head = await askOne(connection, LOCK_HEAD, [entry.apoId]);
  const values = [
    entry.apoId,
    entry.at,
    entry.productGroup ?? null,
    entry.event,
    idOf('MDP'),
    idOf('QDP'),
    idOf('LZD'),
    entry.hasLog,
    entry.actor.userName,
    entry.actor.subject,
    entry.id ?? null,
    entry.actor.staff,
    entry.undoes ?? null,
    head.chainNo,
    head.digest,
    entry.beneath?.length ? JSON.stringify({ beneath: entry.beneath }) : null,
  ];
  await run(connection, WRITE_ENTRY, values);
}

/** The last lock a writer takes (ADR 35). */
const LOCK_HEAD = prepared(
  statement(
    { chainNo: 'bigint', digest: 'bytes' },
    `INSERT INTO history_head AS h (apo_id) VALUES ($1) ON CONFLICT (apo_id) DO UPDATE SET chain_no = h.chain_no
   RETURNING chain_no AS "chainNo", digest`,
  ),
);

const WRITE_ENTRY = prepared(
  command(`
  WITH entry AS (
    INSERT INTO history_entry (apo_id, created_at, product_type, event, mdp_import_id, qdp_import_id, lzd_import_id, has_log,
                               user_name, actor, id, by_staff, undoes, details, chain_no, digest)
    SELECT apo_id, created_at, product_type, event, mdp_import_id, qdp_import_id, lzd_import_id, has_log, user_name, actor, id,
           by_staff, undoes, details, chain_no, ${digestSql('e', '$15::bytea', { apoId: '$1::int', id: '$11::bigint' })}
      FROM (SELECT $1::int AS apo_id, $2::timestamptz AS created_at, $3::text AS product_type, $4::text AS event,
                   $5::int AS mdp_import_id, $6::int AS qdp_import_id, $7::int AS lzd_import_id, $8::boolean AS has_log,
                   $9::text AS user_name, $10::text AS actor, coalesce($11::bigint, ${NEXT_ID}) AS id,
                   $12::boolean AS by_staff, $13::bigint AS undoes, $16::jsonb AS details, $14::bigint + 1 AS chain_no) e
    RETURNING apo_id, chain_no, digest
  )
  UPDATE history_head h SET chain_no = entry.chain_no, digest = entry.digest FROM entry WHERE h.apo_id = entry.apo_id AND h.apo_id = $1`),
);
