import type { ApprovalFlag, ProductGroup } from '@portal/rules';
import type pg from 'pg';
import { requireTurns, tryTurns, type WantedTurn } from '../../db/list-turns.ts';
import { mirrorReadOnly } from '../../http/errors.ts';
import {
  ask,
  type ColumnsOf,
  command,
  prepared,
  type RowOf,
  run,
  statement,
  type Statement,
} from '../../db/statement.ts';

/** Lock order of all writers (ADR 35): pharmacies, lists, packages, product master, rows. */

/** `read`: shared; `change`: exclusive. */
export type PharmacyLock = 'read' | 'change';

/** Advisory locks are fair; row locks let readers starve a writer, and exist per node (ADR 65). */
const TURN = {
  read: {
    wait: turnOf('pg_advisory_xact_lock_shared(25, apo_id) IS NOT NULL'),
    skip: turnOf('pg_try_advisory_xact_lock_shared(25, apo_id)'),
  },
  change: {
    wait: turnOf('pg_advisory_xact_lock(25, apo_id) IS NOT NULL'),
    skip: turnOf('pg_try_advisory_xact_lock(25, apo_id)'),
  },
} as const;

/** @param granted says whether it got the lock, as SQL; 25 sets these locks apart from others, whose first number is another one */
function turnOf(granted: string): Statement<{ apoId: number; granted: boolean }> {
  return prepared(
    statement(
      { apoId: 'int', granted: 'bool' },
      `SELECT apo_id AS "apoId", ${granted} AS granted FROM (SELECT DISTINCT unnest($1::int[]) AS apo_id ORDER BY apo_id) ids`,
    ),
  );
}

const PHARMACIES = prepared(
  statement(
    { apoId: 'int', parentApoId: 'int?', active: 'int' },
    `SELECT apo_id AS "apoId", parent_apo_id AS "parentApoId", active FROM pharmacy WHERE apo_id = ANY($1) ORDER BY apo_id`,
  ),
);
type LockedPharmacy = RowOf<typeof PHARMACIES>;

/**
 * Person by person on an instance, then in the order of asking. Rule 13.13.
 * @param skipLocked leaves locked ones out
 */
export async function lockPharmacyRows(
  connection: pg.PoolClient,
  apoIds: readonly number[],
  strength: PharmacyLock,
  { skipLocked = false }: { skipLocked?: boolean } = {},
): Promise<LockedPharmacy[]> {
  const lock = TURN[strength][skipLocked ? 'skip' : 'wait'];
  const ids = takeTurns(connection, apoIds, (apoId) => ({ key: `pharmacy ${apoId}`, strength }), skipLocked);
  // Separate statements: the second sees what the lock waited for.
  const turns = await ask(connection, lock, [ids]);
  return ask(connection, PHARMACIES, [turns.flatMap(({ apoId, granted }) => (granted ? [apoId] : []))]);
}

/** Those of whom nobody of this instance waits or has the lock; all where it waits. */
function takeTurns<Of>(
  connection: pg.PoolClient,
  all: readonly Of[],
  turnOfEach: (each: Of) => WantedTurn,
  skipLocked: boolean,
): Of[] {
  const wanted = all.map(turnOfEach);
  if (!skipLocked) {
    requireTurns(connection, wanted);
    return [...all];
  }
  const free = tryTurns(connection, wanted);
  return all.filter((each) => free.has(turnOfEach(each).key));
}

export type LockedList = {
  readonly apoId: number;
  readonly group: ProductGroup;
  readonly version: number;
  readonly flag: ApprovalFlag;
  readonly qdpFlag: ApprovalFlag;
};

export type LockedLists = { readonly lists: readonly LockedList[]; readonly active: number };

/**
 * Adds missing lists.
 * @returns in the order of `groups`
 * @throws PortalError 403
 */
export async function lockLists(
  connection: pg.PoolClient,
  { apoId, groups, pharmacy = 'read' }: { apoId: number; groups: readonly ProductGroup[]; pharmacy?: PharmacyLock },
): Promise<LockedLists> {
  const locked = await tryLockLists(connection, { apoId, groups, pharmacy, skipLocked: false });
  if (!locked) throw new Error(`the lists of pharmacy ${apoId} could not be locked`);
  return locked;
}

/** The same for one list. */
export async function lockList(
  connection: pg.PoolClient,
  { apoId, group, pharmacy = 'read' }: { apoId: number; group: ProductGroup; pharmacy?: PharmacyLock },
): Promise<{ list: LockedList; active: number }> {
  const { lists, active } = await lockLists(connection, { apoId, groups: [group], pharmacy });
  return { list: lists[0] as LockedList, active };
}

/**
 * @returns undefined when locked and `skipLocked` is set
 * @throws PortalError 403
 */
export async function tryLockLists(
  connection: pg.PoolClient,
  {
    apoId,
    groups,
    pharmacy,
    skipLocked,
  }: { apoId: number; groups: readonly ProductGroup[]; pharmacy: PharmacyLock; skipLocked: boolean },
): Promise<LockedLists | undefined> {
  const wanted = [...new Set(groups)];
  const [owner] = await lockPharmacyRows(connection, [apoId], pharmacy, { skipLocked });
  if (!owner) return undefined;
  if (owner.parentApoId !== null) throw mirrorReadOnly();
  const locked = await lockListRows(connection, [apoId], wanted, { skipLocked });
  if (locked.length < wanted.length) return undefined;
  const lists = wanted.flatMap((group) => locked.filter((list) => list.group === group));
  return { lists, active: owner.active };
}

/** Pharmacies must be locked. Missing lists get a row. */
export async function lockListRows(
  connection: pg.PoolClient,
  apoIds: readonly number[],
  groups: readonly ProductGroup[],
  { skipLocked = false }: { skipLocked?: boolean } = {},
): Promise<LockedList[]> {
  const lock = skipLocked ? SKIP_LISTS : LOCK_LISTS;
  const wanted = [...new Set(groups)].toSorted();
  const locked: LockedList[] = [];
  // One after the other: each pharmacy may be on another node.
  for (const apoId of [...new Set(apoIds)].toSorted((one, other) => one - other)) {
    const key = (group: ProductGroup) => ({ key: `list ${apoId} ${group}`, strength: 'change' }) as const;
    if (takeTurns(connection, wanted, key, skipLocked).length < wanted.length) continue;
    const known = await lockKnownLists(connection, apoId, wanted, lock);
    const isWhole = known.length === wanted.length || (await addLists(connection, apoId, wanted)) === 0;
    locked.push(...(isWhole ? known : await lockKnownLists(connection, apoId, wanted, lock)));
  }
  return locked;
}

async function lockKnownLists(
  connection: pg.PoolClient,
  apoId: number,
  wanted: readonly ProductGroup[],
  lock: Statement<RawList>,
): Promise<LockedList[]> {
  const rows = await ask(connection, lock, [apoId, wanted]);
  return rows.map((row) => ({ ...row, version: Number(row.version) }));
}

type RawList = Omit<LockedList, 'version'> & { version: string };
/** All or none: a missing row would break the lock order. */
const lockListsSql = (skip: string) => `
  SELECT apo_id AS "apoId", product_group AS "group", version, flag, qdp_flag AS "qdpFlag" FROM list_version
   WHERE apo_id = $1 AND product_group = ANY($2)
     AND (SELECT count(*) FROM list_version WHERE apo_id = $1 AND product_group = ANY($2)) = cardinality($2)
   ORDER BY product_group FOR UPDATE ${skip}`;
const LISTS: ColumnsOf<RawList> = {
  apoId: 'int',
  group: 'text',
  version: 'bigint',
  flag: 'int',
  qdpFlag: 'int',
};
const LOCK_LISTS = prepared(statement<RawList>(LISTS, lockListsSql('')));
const SKIP_LISTS = prepared(statement<RawList>(LISTS, lockListsSql('SKIP LOCKED')));

/** @returns how many lists were not there and are now */
async function addLists(connection: pg.PoolClient, apoId: number, groups: readonly ProductGroup[]): Promise<number> {
  const known = new Set((await ask(connection, KNOWN_LISTS, [apoId])).map(({ group }) => group));
  const missing = groups.filter((group) => !known.has(group));
  for (const group of missing) await run(connection, ADD_LIST, [apoId, group]);
  return missing.length;
}

const ADD_LIST = command(
  'INSERT INTO list_version (apo_id, product_group, version) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING',
);

const KNOWN_LISTS = statement<{ group: ProductGroup }>(
  { group: 'text' },
  'SELECT product_group AS "group" FROM list_version WHERE apo_id = $1',
);
