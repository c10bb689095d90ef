import { type BodyOf, MAX_PERIODS, REASON, type savePriceList as declaration } from '@portal/contracts';
import { isoDay, PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { textArray } from '../../db/plain-array.ts';
import { LAYERED_STATE, type LayeredState, layeredRow } from '../../db/price-columns.ts';
import { ask, askOne, prepared, statement } from '../../db/statement.ts';
import { RetryTransaction } from '../../db/retry.ts';
import { requireMeaning } from '../../builds/meanings.ts';
import { invalidRows, PortalError } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import type { Actor } from '../history-writing/index.ts';
import { type LockedList, lockLists, setReminders, writeLists } from '../price-writing/index.ts';
import { findConflicts, findLost } from './find-conflicts.ts';
import { validateEdits, type StoredRow } from './validate-edits.ts';
import { requireEditable } from './require-editable.ts';
import { readComing, savedPeriods } from './saved-periods.ts';
import { keepPeriods, savedPzns, savedRows } from './saved-rows.ts';

type Body = BodyOf<typeof declaration>;

/**
 * One transaction (rule 4.11); idempotent. Rules 4.6, 4.13, 13.6 and 14.28.
 * @param options.event of the history
 * @throws PortalError 409, 422
 */
export async function savePriceList(
  deps: { database: Database; clock: Clock },
  options: { apoId: number; body: Body; actor: Actor; staff: boolean; event?: string },
): Promise<{ changed: number }> {
  const { apoId, body, actor, event = TEXT.event.priceListSaved } = options;
  const pzns = body.products.map((product) => product.pzn);
  if (body.products.some(({ later }) => later)) await requireMeaning(deps.database.pool, 'severalRanges');
  return deps.database.transaction(async (connection) => {
    const unlocked = await readListed(connection, apoId, pzns);
    const groups = groupsOf(unlocked, body.products);
    const { lists } = await lockLists(connection, { apoId, groups });
    // Valid where the versions are still the same.
    const still = lists.every((list) => unlocked.versions.get(list.group) === list.version);
    const { rows: listed } = still ? unlocked : await readListed(connection, apoId, pzns);
    // A product has meanwhile come onto the list of another group.
    if ([...listed.values()].some((row) => !groups.includes(row.productGroup))) throw new RetryTransaction();
    const at = deps.clock.now();
    const today = isoDay(at);
    const dated = body.products.filter(({ validFrom, validTo, later }) => validFrom || validTo || later);
    const context = {
      listed,
      known: await readKnown(
        connection,
        pzns.filter((pzn) => !listed.has(pzn)),
      ),
      blocked: await requireEditable(connection, apoId, groups),
      staff: options.staff,
      today,
      coming: await readComing(
        connection,
        apoId,
        dated.map(({ pzn }) => pzn),
      ),
    };
    const { resolved, issues } = await validateEdits(body.products, context);
    if (issues.length > 0) throw invalidRows(issues);
    const effective = resolved.filter((row) => row.effective);
    const loadedVersion = (group: ProductGroup) => body.versions?.[group] ?? body.version;
    const lost = await findLost(connection, { apoId, rows: effective, loadedVersion });
    if (lost.length > 0) throw new PortalError(409, REASON.conflict, TEXT.lostVersion, { pzns: lost });
    const conflicts = findConflicts(
      effective.map((row) => row.pzn),
      listed,
      loadedVersion,
    );
    if (conflicts.length > 0) {
      const { own } = await askOne(connection, CHANGED_BY, [apoId, conflicts, actor.subject]);
      throw new PortalError(409, REASON.conflict, TEXT.conflict(conflicts, own), { pzns: conflicts });
    }

    for (const list of lists) {
      const rows = effective.filter((row) => row.productGroup === list.group);
      if (rows.length === 0) continue;
      await writeLists(connection, {
        lists: [list],
        at,
        actor,
        event,
        keepsPeriods: keepPeriods(rows),
        rows: (target) => [savedRows(target, rows, body.reason)],
        also: (target) => savedPeriods(target, rows, { today, reason: body.reason || null }),
        pzns: savedPzns(rows),
        size: rows.length,
      });
      if (rows.some(({ plans }) => plans.length > 0)) await requireRoomToCome(connection, list);
    }
    await setReminders(connection, { apoId, at, rows: resolved });
    return { changed: effective.length };
  });
}

const COMING = statement(
  { count: 'int' },
  `SELECT count(*)::int AS count FROM price_period WHERE apo_id = $1 AND product_group = $2 AND state = 'coming'`,
);

/** Rule 17.14. */
async function requireRoomToCome(connection: pg.PoolClient, { apoId, group }: LockedList): Promise<void> {
  const { count } = await askOne(connection, COMING, [apoId, group]);
  if (count > MAX_PERIODS) throw new PortalError(422, REASON.invalid, TEXT.manyComing(MAX_PERIODS));
}

const CHANGED_BY = statement(
  { own: 'bool' },
  `SELECT coalesce(bool_and(actor IS NOT DISTINCT FROM $3), false) AS own
     FROM (SELECT DISTINCT ON (pzn) actor FROM price_change WHERE apo_id = $1 AND pzn = ANY($2) ORDER BY pzn, id DESC) last`,
);

/** Only new exclusions name theirs (rule 4.14). */
function groupsOf({ rows }: Listed, products: Body['products']): ProductGroup[] {
  const named = products.flatMap((product) => product.productGroup ?? []);
  const touched = new Set([...[...rows.values()].map((row) => row.productGroup), ...named]);
  return PRODUCT_GROUPS.filter((group) => touched.has(group));
}

type Listed = { rows: ReadonlyMap<string, StoredRow>; versions: ReadonlyMap<ProductGroup, number> };

type ListedRow = LayeredState & {
  pzn: string;
  productGroup: ProductGroup;
  changedVersion: string;
  listVersion: string | null;
};

/** Kept planned: the rows are named by their key, and each has one list. */
const LISTED = prepared(
  statement<ListedRow>(
    {
      pzn: 'text',
      productGroup: 'text',
      priceType: 'int',
      calculatedPrice: 'int?',
      ownPrice: 'int?',
      periodPrice: 'int?',
      periodEnd: 'text?',
      changedVersion: 'bigint',
      listVersion: 'bigint?',
    },
    `SELECT i.pzn, i.product_group AS "productGroup", ${LAYERED_STATE}, i.changed_version AS "changedVersion", v.version AS "listVersion"
       FROM price_item i LEFT JOIN list_version v ON v.apo_id = $1 AND v.product_group = i.product_group
      WHERE i.apo_id = $1 AND i.pzn = ANY($2)`,
  ),
);

async function readListed(connection: pg.PoolClient, apoId: number, pzns: readonly string[]): Promise<Listed> {
  const rows = new Map<string, StoredRow>();
  const versions = new Map<ProductGroup, number>();
  for (const { listVersion, changedVersion, ...row } of await ask(connection, LISTED, [apoId, textArray(pzns)])) {
    versions.set(row.productGroup, Number(listVersion));
    const { pzn, productGroup } = row;
    rows.set(pzn, { pzn, productGroup, ...layeredRow(row), changedVersion: Number(changedVersion) });
  }
  return { rows, versions };
}

const KNOWN_PRODUCTS = statement<{ pzn: string; group: ProductGroup | null }>(
  { pzn: 'text', group: 'text?' },
  'SELECT pzn, product_group AS "group" FROM product WHERE pzn = ANY($1)',
);

async function readKnown(connection: pg.PoolClient, pzns: string[]): Promise<Map<string, ProductGroup | null>> {
  if (pzns.length === 0) return new Map();
  const rows = await ask(connection, KNOWN_PRODUCTS, [pzns]);
  return new Map(rows.map((row) => [row.pzn, row.group]));
}
