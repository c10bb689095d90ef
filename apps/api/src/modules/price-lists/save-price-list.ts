import { type BodyOf, REASON, type savePriceList as declaration } from '@portal/contracts';
import { type PriceType, PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { joined, pznArray, readJoined } from '../../db/plain-array.ts';
import { PRICE_STATE } from '../../db/price-columns.ts';
import { together } from '../../db/one-at-a-time.ts';
import { ask, askOne, kept, statement } from '../../db/statement.ts';
import { BeginAnew } from '../../db/retry.ts';
import { invalidRows, PortalError } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import { type Actor, nextHistoryId } from '../history-writing/index.ts';
import { type LockedLists, lockLists, writeLists } from '../price-writing/index.ts';
import { findConflicts, findLost } from './find-conflicts.ts';
import { validateEdits, type StoredRow } from './validate-edits.ts';
import { requireEditable } from './require-editable.ts';
import { SAVED_PZNS, SAVED_ROWS, savedValues } from './saved-rows.ts';

type Body = BodyOf<typeof declaration>;

/**
 * Saves corrected prices, permanent prices and exclusions in one transaction: rows, list version, price changes and
 * history entry with its log (rule 4.11). Repeating a save changes nothing twice (rules 4.6, 4.13, 13.6 and 14.28).
 * @param options `event` is what the history says of it
 * @returns how many rows changed price or type effectively
 * @throws PortalError 409 while a calculation awaits approval or when a change newer than the caller's version
 *   would be overwritten, 422 naming each invalid row; nothing is saved then
 */
export async function savePriceList(
  deps: { database: Database; clock: Clock },
  options: { apoId: number; body: Body; actor: Actor; staff: boolean; event?: string },
): Promise<{ changed: number }> {
  const { apoId, body, actor, event = TEXT.event.priceListSaved } = options;
  const pzns = body.products.map((product) => product.pzn);
  return deps.database.transaction(
    async (connection) => {
      const unlocked = await readListed(connection, apoId, pzns);
      const groups = groupsOf(unlocked, body.products);
      // What is read behind the locks holds where they are found as they were; a list that is new gets its row and lock meanwhile.
      const [{ lists }, early, historyId] = await together<[LockedLists, ReadonlySet<string>, string]>(
        connection,
        () => [
          lockLists(connection, { apoId, groups }),
          requireEditable(connection, apoId, groups),
          nextHistoryId(connection),
        ],
      );
      // What was read before the locks were held stands where the lists are still at the versions they were read with.
      const still = lists.every((list) => unlocked.versions.get(list.group) === list.version);
      const { rows: listed } = still ? unlocked : await readListed(connection, apoId, pzns);
      // A product has meanwhile come onto the list of another group.
      if ([...listed.values()].some((row) => !groups.includes(row.productGroup))) throw new BeginAnew();
      const context = {
        listed,
        known: await readKnown(
          connection,
          pzns.filter((pzn) => !listed.has(pzn)),
        ),
        blocked: still ? early : await requireEditable(connection, apoId, groups),
        staff: options.staff,
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

      const at = deps.clock.now();
      let entryId: string | undefined = historyId;
      for (const list of lists) {
        const rows = effective.filter((row) => row.productGroup === list.group);
        if (rows.length === 0) continue;
        await writeLists(connection, {
          lists: [list],
          ...(entryId !== undefined && { historyId: entryId }),
          at,
          actor,
          event,
          rows: [SAVED_ROWS],
          pzns: SAVED_PZNS,
          size: rows.length,
          values: savedValues(rows, body.reason),
        });
        // A further list is an entry of its own.
        entryId = undefined;
      }
      return { changed: effective.length };
    },
    { locksFirst: true },
  );
}

/** Whether the last changes of products, $2, of a pharmacy, $1, are all of one person, $3. */
const CHANGED_BY = statement<{ own: boolean }>(
  { own: 'bool' },
  `SELECT coalesce(bool_and(actor IS NOT DISTINCT FROM $3), false) AS own
     FROM (SELECT DISTINCT ON (pzn) actor FROM price_change WHERE apo_id = $1 AND pzn = ANY($2) ORDER BY pzn, id DESC) last`,
);

/** The groups a save touches follow from the PZN; only new exclusions name theirs (rule 4.14). */
function groupsOf({ rows }: Listed, products: Body['products']): ProductGroup[] {
  const named = products.flatMap((product) => product.productGroup ?? []);
  const touched = new Set([...[...rows.values()].map((row) => row.productGroup), ...named]);
  return PRODUCT_GROUPS.filter((group) => touched.has(group));
}

/** The rows of a save and the versions of their lists, of one moment. */
type Listed = { rows: ReadonlyMap<string, StoredRow>; versions: ReadonlyMap<ProductGroup, number> };

/**
 * The rows of each list by columns, each as one text: of rows the driver would take every value for itself, and JSON costs the database
 * twice as much as a plain list of numbers. Kept planned: the rows are named by their key, and what stands beside them is one row a list.
 */
const LISTED = kept(
  statement<{
    productGroup: ProductGroup;
    listVersion: string | null;
    pzns: string;
    priceTypes: string;
    calculatedPrices: string;
    ownPrices: string;
    changedVersions: string;
  }>(
    {
      productGroup: 'text',
      listVersion: 'bigint?',
      pzns: 'text',
      priceTypes: 'text',
      calculatedPrices: 'text',
      ownPrices: 'text',
      changedVersions: 'text',
    },
    `SELECT listed.*, v.version AS "listVersion"
       FROM (SELECT product_group AS "productGroup", string_agg(pzn, ',') AS pzns,
                    ${joined('"priceType"')} AS "priceTypes", ${joined('"calculatedPrice"')} AS "calculatedPrices",
                    ${joined('"ownPrice"')} AS "ownPrices", ${joined('changed_version')} AS "changedVersions"
               FROM (SELECT pzn, product_group, ${PRICE_STATE}, changed_version
                       FROM price_item i WHERE apo_id = $1 AND pzn = ANY($2)) i GROUP BY product_group) listed
       LEFT JOIN list_version v ON v.apo_id = $1 AND v.product_group = listed."productGroup"`,
  ),
);

async function readListed(connection: pg.PoolClient, apoId: number, pzns: readonly string[]): Promise<Listed> {
  const rows = new Map<string, StoredRow>();
  const versions = new Map<ProductGroup, number>();
  for (const list of await ask(connection, LISTED, [apoId, pznArray(pzns)])) {
    const { productGroup } = list;
    versions.set(productGroup, Number(list.listVersion));
    const priceTypes = readJoined(list.priceTypes);
    const calculatedPrices = readJoined(list.calculatedPrices);
    const ownPrices = readJoined(list.ownPrices);
    const changedVersions = readJoined(list.changedVersions);
    for (const [at, pzn] of list.pzns.split(',').entries()) {
      rows.set(pzn, {
        pzn,
        productGroup,
        priceType: priceTypes[at] as PriceType,
        calculatedPrice: calculatedPrices[at] as number | null,
        ownPrice: ownPrices[at] as number | null,
        changedVersion: changedVersions[at] as number,
      });
    }
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
