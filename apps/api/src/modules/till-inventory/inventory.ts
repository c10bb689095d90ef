import { countHeld, type HeldCounts, heldState, type SortedPrices, priceLookup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { intsOf } from '../../db/int-arrays.ts';
import { plainArray } from '../../db/plain-array.ts';
import { ask, askOne, command, run, statement, typed } from '../../db/statement.ts';
import { forgetRefusals, readRefused, type TillAccount } from '../till-sync/index.ts';
import { dropDoubted } from './doubted.ts';
import { noteComparison, readFormer } from './note-comparison.ts';
import { readBeside, type Beside } from './read-beside.ts';

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
  readonly account: TillAccount;
  readonly rows: SortedPrices;
  readonly approved: SortedPrices;
  /** PZNs of rows that could not be read. */
  readonly unreadable?: readonly number[];
  /** Of one that was doubted when it came. */
  readonly beside?: Beside;
};

const STORE = command(`
  INSERT INTO till_stock (apo_id, account, taken_at, source, cursor, file_name, user_name, actor, pzns, cents)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::int[], $10::int[])
  ON CONFLICT (apo_id, account) DO UPDATE
    SET taken_at = excluded.taken_at, source = excluded.source, cursor = excluded.cursor, file_name = excluded.file_name,
        user_name = excluded.user_name, actor = excluded.actor, pzns = excluded.pzns, cents = excluded.cents`);

/** What came after a doubted inventory stays. */
const FORGET_HELD = command(`
  INSERT INTO till (apo_id, account, seen_at) VALUES ($1, $2, $3)
  ON CONFLICT (apo_id, account) DO UPDATE SET held_cursor = NULL, held_count = NULL, held_digest = NULL
   WHERE till.cursor_at IS NULL OR till.cursor_at <= $3`);

/** Only the newest of a till is kept. What it refused and now holds is refused no more. Rule 9.24. */
export async function storeInventory(
  connection: Queryable,
  { apoId, account, rows, approved, unreadable = [], beside, ...taken }: NewInventory,
): Promise<HeldCounts> {
  const former = await readFormer(connection, { apoId, account });
  await run(connection, STORE, [
    apoId,
    account,
    taken.takenAt,
    taken.source,
    taken.cursor,
    taken.fileName,
    taken.userName,
    taken.actor,
    plainArray(rows.pzns),
    plainArray(rows.cents),
  ]);
  await run(connection, FORGET_HELD, [apoId, account, taken.takenAt]);
  await settleRefusals(connection, { apoId, account }, { approved, rows });
  await dropDoubted(connection, { apoId, account });
  const known = beside ?? (await readBeside(connection, { apoId, account }));
  await noteComparison(connection, { apoId, account }, { ...taken, rows, unreadable, beside: known, former });
  return countHeld(approved, rows);
}

/** Whatever else is doubted. Rule 9.23. */
export async function settleRefusals(
  connection: Queryable,
  till: { readonly apoId: number; readonly account: TillAccount },
  { approved, rows }: { readonly approved: SortedPrices; readonly rows: SortedPrices },
): Promise<void> {
  const refused = await readRefused(connection, till);
  if (refused.length === 0) return;
  const [told, held] = [priceLookup(approved), priceLookup(rows)];
  const isHeld = (pzn: string) => ['equal', undefined].includes(heldState(told(pzn), held(pzn)));
  await forgetRefusals(connection, till, refused.filter(isHeld));
}

const TAKEN = statement(
  {
    account: typed<TillAccount>('text'),
    takenAt: 'time',
    source: typed<Inventory['source']>('text'),
    cursor: 'text?',
    fileName: 'text?',
    userName: 'text',
    actor: 'text?',
  },
  `SELECT account, taken_at AS "takenAt", source, cursor, file_name AS "fileName", user_name AS "userName", actor
     FROM till_stock WHERE apo_id = $1 ORDER BY taken_at DESC, account`,
);

/** The newest first. */
export async function readInventories(
  db: Queryable,
  apoId: number,
): Promise<(Inventory & { readonly account: TillAccount })[]> {
  return ask(db, TAKEN, [apoId]);
}

const HELD_ROWS = statement(
  { pzns: 'bytes', cents: 'bytes' },
  'SELECT array_send(pzns) AS pzns, array_send(cents) AS cents FROM till_stock WHERE apo_id = $1 AND account = $2',
);

export async function readHeldRows(
  db: Queryable,
  apoId: number,
  account: TillAccount,
): Promise<SortedPrices | undefined> {
  const [row] = await ask(db, HELD_ROWS, [apoId, account]);
  return row && { pzns: intsOf(row.pzns) as number[], cents: intsOf(row.cents) };
}

const JOBS = statement(
  { jobs: typed<TillAccount[]>('text[]'), hasFiles: 'bool' },
  `SELECT coalesce(array_agg(account) FILTER (WHERE account <> 'files' AND cursor IS NOT NULL), '{}') AS jobs,
          EXISTS (SELECT FROM till_file f WHERE f.apo_id = $1 AND f.load_no IS NOT NULL
                     AND f.loaded_at > coalesce(max(removed_at), '-infinity')) AS "hasFiles"
     FROM till WHERE apo_id = $1`,
);

/** Of an export that a person brings. Rule 22.5. */
export async function tillOfExport(db: Queryable, apoId: number): Promise<TillAccount> {
  const { jobs, hasFiles } = await askOne(db, JOBS, [apoId]);
  const [only] = jobs;
  return jobs.length === 1 && only && !hasFiles ? only : 'files';
}
