import type { Cents, SaveIssue, UpdateKind } from '@portal/rules';
import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { nextVersion } from '../../db/next-version.ts';
import { askOne, composed, prepared, run, statement } from '../../db/statement.ts';
import { NO_NESTED_LOOPS, withoutNestedLoops } from '../../db/without-nested-loops.ts';
import { expectOne } from '../../db/update-one.ts';
import { invalidRows } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import { type Actor, nextHistoryId, writeHistory } from '../history-writing/index.ts';
import type { LockedList } from './locks.ts';
import { RAISE_LIST, RECOUNT_LIST, type StoredChange, storeRowsSql } from './store-rows-sql.ts';

export type ListChange = {
  readonly lists: readonly LockedList[];
  readonly at: Date;
  readonly actor: Actor;
  /** Stands beside each price in the log. */
  readonly event: string;
  readonly comesBack?: StoredChange['comesBack'];
  /** The rows begin and resume no period, and leave them out where `layered` is false. */
  readonly keepsPeriods?: boolean;
  /** The new rows of each list, made by `rowsSql`. */
  readonly rows: (list: StoredChange) => readonly Sql[];
  /** An SQL array; other rows are not read. */
  readonly pzns?: Sql;
  readonly size?: number | undefined;
  /** A further statement on the moved rows, see `storeRowsSql`. */
  readonly also?: (list: StoredChange) => Sql | undefined;
  /** Whether `moves` is to be told. */
  readonly withMoves?: boolean;
  readonly entry?: (written: Written) => {
    event?: string;
    update?: { kind: UpdateKind; id: number };
    undoes?: number;
  };
};

export type Written = {
  /** Products whose price or type changed effectively (rule 3.5). */
  readonly changed: number;
  /** Rows of the change that are on the list now. */
  readonly listed: number;
  /** Products that the change took off the list. */
  readonly removed: number;
};

/** By columns: cents before and after, units a year, VAT percent; null: unknown. */
export type PriceMoves = {
  readonly before: readonly (Cents | null)[];
  readonly after: readonly (Cents | null)[];
  readonly units: readonly (number | null)[];
  readonly vatPercent: readonly (number | null)[];
};

/**
 * Every price change passes here, under the lists' locks. Rules 3.39, 4.11 and 6.17.
 * @throws PortalError 422
 */
export async function writeLists(
  connection: pg.PoolClient,
  change: ListChange,
): Promise<Written & { lists: readonly LockedList[]; moves: readonly PriceMoves[] }> {
  const { at, actor, event, comesBack = false, keepsPeriods = false } = change;
  const lists = change.lists.map((list) => ({ ...list, version: nextVersion(list.version) }));
  const [first] = lists;
  if (!first) throw new RangeError('a change of no list');
  const historyId = await nextHistoryId(connection);
  const written = { changed: 0, listed: 0, removed: 0 };
  const moves: PriceMoves[] = [];
  const beneath: string[] = [];
  for (const { apoId, group, version } of lists) {
    const layered = !keepsPeriods || (await askOne(connection, HAS_PERIODS, [apoId, group])).has;
    const stored = await storeRows(connection, change, {
      layered,
      apoId,
      group,
      version,
      at,
      event,
      actor,
      historyId,
      comesBack,
    });
    if (stored.issues) {
      throw invalidRows(stored.issues.map(({ pzn, issue }) => ({ pzn, message: TEXT.row[issue] })));
    }
    if (change.pzns && stored.removed > 0) throw new RangeError('a change of named articles takes none off the list');
    expectOne(await run(connection, RAISE_LIST, [apoId, group, version, at]), 'list_version');
    if (stored.newCounts) expectOne(await run(connection, RECOUNT_LIST, [apoId, group]), 'list_version');
    written.changed += stored.changed;
    written.listed += stored.listed;
    written.removed += stored.removed;
    if (stored.moves) moves.push(stored.moves);
    if (stored.beneath) beneath.push(...stored.beneath);
  }
  const group = lists.length === 1 ? { productGroup: first.group } : {};
  const told = { apoId: first.apoId, at, actor, event, ...group, ...change.entry?.(written) };
  await writeHistory(connection, { ...told, id: historyId, hasLog: written.changed > 0, beneath });
  return { ...written, lists, moves };
}

/** Under the list's lock. */
const HAS_PERIODS = prepared(
  statement(
    { has: 'bool' },
    `SELECT EXISTS (SELECT FROM price_period WHERE apo_id = $1 AND product_group = $2 AND state <> 'ended') AS has`,
  ),
);

/** Rows. */
const MAX_PREPARED_ROWS = 20;
/** Rows. */
const MIN_BULK_ROWS = 1_000;

/** `newCounts`: a product or exclusion came or went. */
type Stored = Written & {
  newCounts: boolean;
  issues: { pzn: string; issue: SaveIssue }[] | null;
  moves: PriceMoves | null;
  beneath: string[] | null;
};

async function storeRows(
  connection: pg.PoolClient,
  { rows, also, pzns, withMoves, size = MIN_BULK_ROWS }: ListChange,
  stored: StoredChange,
): Promise<Stored> {
  const columns = {
    changed: 'int',
    listed: 'int',
    removed: 'int',
    newCounts: 'bool',
    issues: 'json?',
    moves: 'json?',
    beneath: 'json?',
  } as const;
  const storing = composed<Stored>(
    columns,
    storeRowsSql(rows(stored), stored, { also: also?.(stored), pzns, withMoves }),
  );
  const store = (query: typeof storing) => askOne(connection, query);
  if (size < MIN_BULK_ROWS) return store(size <= MAX_PREPARED_ROWS ? prepared(storing) : storing);
  // By key there is only one plan.
  const planned = pzns ? prepared(storing, NO_NESTED_LOOPS) : storing;
  return withoutNestedLoops(connection, () => store(planned));
}
