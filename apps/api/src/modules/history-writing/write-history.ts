import type { ProductGroup, UpdateKind } from '@portal/rules';
import type { Caller } from '../../auth/verifier.ts';
import type { Queryable } from '../../db/database.ts';
import { askOne, statement } from '../../db/statement.ts';

/** Who caused a change; `subject` null is the clock, shown as 'System'. `staff`: admin or sales. */
export type Actor = { readonly subject: string | null; readonly userName: string; readonly staff: boolean };

/** The clock as an actor (rule 7.7). */
export const SYSTEM: Actor = { subject: null, userName: 'System', staff: false };

/** The person behind a call as an actor. */
export function actorOf({ subject, userName, access }: Caller): Actor {
  return { subject, userName, staff: access.staff };
}

/**
 * True of an entry `e` that is a save of a price list, or takes one back (rule 11.9): a person changed prices of one list without a
 * package. Links of mirrors are about all lists at once.
 */
export const IS_SAVE = `e.has_log AND e.actor IS NOT NULL AND e.product_type IS NOT NULL
  AND coalesce(e.mdp_import_id, e.qdp_import_id, e.lzd_import_id) IS NULL`;

const NEXT_ID = `nextval(pg_get_serial_sequence('history_entry', 'id'))`;

const NEXT_HISTORY_ID = statement<{ id: string }>({ id: 'bigint' }, `SELECT ${NEXT_ID} AS id`);

/** The number of an entry that is written later, when its content is known. */
export async function nextHistoryId(connection: Queryable): Promise<string> {
  return (await askOne(connection, NEXT_HISTORY_ID)).id;
}

/**
 * Adds one entry to a pharmacy's history (rule 11.1). Runs in the transaction of the change it tells of, so that neither exists
 * without the other.
 */
export async function writeHistory(
  connection: Queryable,
  entry: {
    /** From `nextHistoryId`. */
    id?: string;
    apoId: number;
    at: Date;
    event: string;
    actor: Actor;
    productGroup?: ProductGroup;
    update?: { kind: UpdateKind; id: number };
    /** True when it changed rows: the entry then has a log. */
    hasLog: boolean;
    /** The entry of the save that this one takes back. */
    undoes?: number;
  },
): Promise<void> {
  const idOf = (kind: UpdateKind) => (entry.update?.kind === kind ? entry.update.id : null);
  await connection.query(
    `INSERT INTO history_entry (id, apo_id, created_at, product_type, event, mdp_import_id, qdp_import_id, lzd_import_id,
                                has_log, user_name, actor, by_staff, undoes)
     VALUES (coalesce($11::bigint, ${NEXT_ID}), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13)`,
    [
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
    ],
  );
}
