import { type InventoryDoubt, type SortedPrices } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { plainArray } from '../../db/plain-array.ts';
import { ask, command, run, statement, typed } from '../../db/statement.ts';
import type { TillAccount } from '../till-sync/index.ts';
import type { Beside } from './read-beside.ts';

type Till = { readonly apoId: number; readonly account: TillAccount };

export type DoubtedInventory = {
  readonly account: TillAccount;
  readonly takenAt: Date;
  readonly cursor: string | null;
  readonly rows: SortedPrices;
  readonly beside: Beside;
  readonly doubts: readonly InventoryDoubt[];
};

const STORE = command(`
  INSERT INTO till_doubted (apo_id, account, taken_at, cursor, pzns, cents, position, acknowledged, acknowledged_at, load_no, doubts)
  VALUES ($1, $2, $3, $4, $5::int[], $6::int[], $7, $8, $9, $10, $11)
  ON CONFLICT (apo_id, account) DO UPDATE
    SET taken_at = excluded.taken_at, cursor = excluded.cursor, pzns = excluded.pzns, cents = excluded.cents,
        position = excluded.position, acknowledged = excluded.acknowledged, acknowledged_at = excluded.acknowledged_at,
        load_no = excluded.load_no, doubts = excluded.doubts`);

/** Beside the one that counts, in place of a former doubted one. Rule 9.45. */
export async function storeDoubted(
  connection: Queryable,
  { apoId, account, takenAt, cursor, rows, beside, doubts }: DoubtedInventory & Till,
): Promise<void> {
  const { position, acknowledged, acknowledgedAt, loadNo } = beside;
  await run(connection, STORE, [
    apoId,
    account,
    takenAt,
    cursor,
    plainArray(rows.pzns),
    plainArray(rows.cents),
    position,
    acknowledged,
    acknowledgedAt,
    loadNo,
    JSON.stringify(doubts),
  ]);
}

const DOUBTED = statement(
  {
    account: typed<TillAccount>('text'),
    takenAt: 'time',
    cursor: 'text?',
    pzns: 'int[]',
    cents: typed<(number | null)[]>('int[]'),
    position: 'text',
    acknowledged: 'text?',
    acknowledgedAt: 'time?',
    loadNo: 'int',
    doubts: typed<InventoryDoubt[]>('json'),
  },
  `SELECT account, taken_at AS "takenAt", cursor, pzns, cents, position, acknowledged, acknowledged_at AS "acknowledgedAt",
          load_no AS "loadNo", doubts FROM till_doubted WHERE apo_id = $1 AND account = $2`,
);

export async function readDoubted(db: Queryable, { apoId, account }: Till): Promise<DoubtedInventory | undefined> {
  const [row] = await ask(db, DOUBTED, [apoId, account]);
  if (!row) return undefined;
  const { takenAt, cursor, pzns, cents, doubts, ...beside } = row;
  return { account, takenAt, cursor, rows: { pzns, cents }, beside, doubts };
}

const ALL = statement(
  {
    account: typed<TillAccount>('text'),
    name: 'text?',
    takenAt: 'time',
    doubts: typed<InventoryDoubt[]>('json'),
  },
  `SELECT account, t.name, d.taken_at AS "takenAt", d.doubts
     FROM till_doubted d LEFT JOIN till t USING (apo_id, account) WHERE d.apo_id = $1 ORDER BY d.taken_at DESC, account`,
);

/** The newest first. */
export function readAllDoubted(db: Queryable, apoId: number) {
  return ask(db, ALL, [apoId]);
}

const DROP = command('DELETE FROM till_doubted WHERE apo_id = $1 AND account = $2');

export async function dropDoubted(connection: Queryable, { apoId, account }: Till): Promise<void> {
  await run(connection, DROP, [apoId, account]);
}
