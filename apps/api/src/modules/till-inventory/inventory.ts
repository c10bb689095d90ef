import { type ApprovedPrices, countHeld, type HeldCounts, heldState } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { plainArray } from '../../db/plain-array.ts';
import { ask, statement, typed } from '../../db/statement.ts';
import { type HeldRows, pznText } from './held-rows.ts';
import { noteComparison } from './note-comparison.ts';

export type { HeldRows };

export type Inventory = {
  readonly takenAt: Date;
  readonly source: 'till' | 'file';
  /** What it was compared with; null: what was in force then. */
  readonly cursor: string | null;
  readonly fileName: string | null;
  readonly userName: string;
  /** Null for a till. */
  readonly actor: string | null;
};

type NewInventory = Inventory & {
  readonly apoId: number;
  readonly rows: HeldRows;
  readonly approved: ApprovedPrices;
  /** PZNs of rows that could not be read. */
  readonly unreadable?: readonly number[];
};

const STORE = `
  INSERT INTO till_inventory (apo_id, taken_at, source, cursor, file_name, user_name, actor, pzns, cents)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::int[], $9::int[])
  ON CONFLICT (apo_id) DO UPDATE
    SET taken_at = excluded.taken_at, source = excluded.source, cursor = excluded.cursor, file_name = excluded.file_name,
        user_name = excluded.user_name, actor = excluded.actor, pzns = excluded.pzns, cents = excluded.cents`;

const REFUSED = statement({ pzn: 'text' }, 'SELECT pzn FROM till_refusal WHERE apo_id = $1');

/** Only the newest is kept. What the till refused and now holds is refused no more. Rule 9.24. */
export async function storeInventory(
  connection: Queryable,
  { apoId, rows, approved, unreadable = [], ...taken }: NewInventory,
): Promise<HeldCounts> {
  const held = new Map(rows.pzns.map((pzn, at) => [pznText(pzn), rows.cents[at] ?? null]));
  const counts = countHeld(
    approved,
    Array.from(held, ([pzn, cents]) => ({ pzn, cents })),
  );
  await connection.query(STORE, [
    apoId,
    taken.takenAt,
    taken.source,
    taken.cursor,
    taken.fileName,
    taken.userName,
    taken.actor,
    plainArray(rows.pzns),
    plainArray(rows.cents),
  ]);
  const refused = await ask(connection, REFUSED, [apoId]);
  const isHeld = (pzn: string) => ['equal', undefined].includes(heldState(approved.get(pzn), held.get(pzn)));
  const settled = refused.map(({ pzn }) => pzn).filter(isHeld);
  await connection.query('DELETE FROM till_refusal WHERE apo_id = $1 AND pzn = ANY($2::text[])', [apoId, settled]);
  await noteComparison(connection, apoId, { ...taken, rows, unreadable });
  return counts;
}

const NEWEST = statement(
  {
    takenAt: 'time',
    source: typed<Inventory['source']>('text'),
    cursor: 'text?',
    fileName: 'text?',
    userName: 'text',
    actor: 'text?',
  },
  `SELECT taken_at AS "takenAt", source, cursor, file_name AS "fileName", user_name AS "userName", actor
     FROM till_inventory WHERE apo_id = $1`,
);

export async function readInventory(db: Queryable, apoId: number): Promise<Inventory | undefined> {
  return (await ask(db, NEWEST, [apoId]))[0];
}

const HELD_ROWS = statement(
  { pzns: 'int[]', cents: typed<(number | null)[]>('int[]') },
  'SELECT pzns, cents FROM till_inventory WHERE apo_id = $1',
);

export async function readHeldRows(db: Queryable, apoId: number): Promise<HeldRows | undefined> {
  return (await ask(db, HELD_ROWS, [apoId]))[0];
}
