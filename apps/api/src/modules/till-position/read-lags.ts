import { PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { plainArray } from '../../db/plain-array.ts';
import { ask, prepared, type RowOf, statement, typed } from '../../db/statement.ts';
import { mayBeCurrent, type Position, storedPosition } from '../till-sync/index.ts';
import { isLackedSql } from './lacked-sql.ts';
import { loadsSql } from './loads-sql.ts';

type TillOwner = Pick<Position, 'crmCompanyId' | 'epoch' | 'listApoId'> & { readonly apoId: number };

const COUNTING = statement(
  { apoId: 'int', productGroup: typed<ProductGroup>('text'), position: 'text', omitted: 'bool', at: 'time' },
  `SELECT apo_id AS "apoId", product_group AS "productGroup", position, omitted, at FROM (${loadsSql('all')}) load WHERE at < $1`,
);

const LISTS = statement(
  { apoId: 'int', productGroup: typed<ProductGroup>('text'), version: 'bigint' },
  'SELECT apo_id AS "apoId", product_group AS "productGroup", version FROM list_version',
);

/** Since when each till lacks a price that changed before this moment, for all pharmacies at once (rules 22.2 and 22.4). */
export async function readLags(
  db: Queryable,
  pharmacies: readonly TillOwner[],
  before: Date,
): Promise<ReadonlyMap<number, Date>> {
  const [loads, lists] = await Promise.all([ask(db, COUNTING, [before]), ask(db, LISTS)]);
  const owners = new Map(pharmacies.map((each) => [each.apoId, each]));
  const versions = versionsByList(lists);
  const lags = new Map<number, Date>();
  const add = (apoId: number, since: Date) => {
    const known = lags.get(apoId);
    if (!known || since < known) lags.set(apoId, since);
  };
  const loaded = loads.flatMap((load) => {
    const owner = owners.get(load.apoId);
    const present = owner && { ...owner, versions: versions.get(owner.listApoId) ?? NO_VERSIONS };
    return present && present.versions[load.productGroup] > 0
      ? [{ ...load, present, had: storedPosition(load.position) }]
      : [];
  });
  const unknown = await readUnknown(
    db,
    loaded.flatMap(({ had, present }) => (had && mayBeCurrent(had, present) ? [had] : [])),
  );
  const behind: Behind[] = [];
  for (const { apoId, productGroup, omitted, at, had, present } of loaded) {
    if (!had || omitted || !mayBeCurrent(had, present) || unknown.has(had)) add(apoId, at);
    else if (had.versions[productGroup] < present.versions[productGroup])
      behind.push({ apoId, listApoId: had.listApoId, productGroup, version: had.versions[productGroup] });
  }
  for (const { apoId, since } of await readLacked(db, behind, before)) add(apoId, since);
  return lags;
}

const NO_VERSIONS = { OTC: 0, FREIWAHL: 0, HILFSMITTEL: 0 };

function versionsByList(lists: RowOf<typeof LISTS>[]): Map<number, Position['versions']> {
  const versions = new Map<number, Position['versions']>();
  for (const { apoId, productGroup, version } of lists)
    versions.set(apoId, { ...(versions.get(apoId) ?? NO_VERSIONS), [productGroup]: Number(version) });
  return versions;
}

const KNOWN = statement(
  { place: 'int', steps: 'int' },
  `SELECT t.place, count(*)::int AS steps
     FROM unnest($1::int[], $2::text[], $3::bigint[], $4::int[]) AS t(apo_id, product_group, version, place)
     JOIN list_step s ON s.apo_id = t.apo_id AND s.product_group = t.product_group AND s.version = t.version GROUP BY t.place`,
);

/** Positions with a version that the lists never had, as `isCurrent` says of one. */
async function readUnknown(db: Queryable, positions: readonly Position[]): Promise<ReadonlySet<Position>> {
  const steps = positions.flatMap(({ listApoId, versions }, place) =>
    PRODUCT_GROUPS.flatMap((group) =>
      versions[group] > 0 ? [{ listApoId, group, version: versions[group], place }] : [],
    ),
  );
  if (steps.length === 0) return new Set();
  const known = await ask(db, KNOWN, [
    plainArray(steps.map(({ listApoId }) => listApoId)),
    steps.map(({ group }) => group),
    plainArray(steps.map(({ version }) => version)),
    plainArray(steps.map(({ place }) => place)),
  ]);
  const missing = positions.map(({ versions }) => PRODUCT_GROUPS.filter((group) => versions[group] > 0).length);
  for (const { place, steps: found } of known) missing[place] = (missing[place] ?? 0) - found;
  return new Set(positions.filter((_, place) => missing[place] !== 0));
}

type Behind = {
  readonly apoId: number;
  readonly listApoId: number;
  readonly productGroup: ProductGroup;
  readonly version: number;
};

/** The first change of each place, and whether its price is lacking: nearly always, so that no further one is looked at. */
const FIRST = statement(
  { place: 'int', since: 'time', isLacked: 'bool' },
  `SELECT first.place, first.since, coalesce(${isLackedSql('c')}, false) AS "isLacked"
     FROM (SELECT t.place, c.apo_id, min(c.created_at) AS since, min(c.id) AS id
             FROM unnest($1::int[], $2::text[], $3::bigint[], $4::int[]) AS t(apo_id, product_group, version, place)
             JOIN price_change c ON c.apo_id = t.apo_id AND c.product_group = t.product_group AND c.list_version > t.version
            WHERE c.created_at < $5 AND c.old_price IS DISTINCT FROM c.new_price GROUP BY t.place, c.apo_id) first
     LEFT JOIN price_change c ON c.apo_id = first.apo_id AND c.created_at = first.since AND c.id = first.id
     LEFT JOIN price_item i ON i.apo_id = c.apo_id AND i.pzn = c.pzn`,
);

/** Of one place, where the price of the first change is back. */
const ANY = prepared(
  statement(
    { since: 'time' },
    `SELECT c.created_at AS since
       FROM (SELECT DISTINCT ON (pzn) pzn, product_group, old_price, created_at FROM price_change
              WHERE apo_id = $1 AND product_group = $2 AND list_version > $3 AND created_at < $4 ORDER BY pzn, id) c
       LEFT JOIN price_item i ON i.apo_id = $1 AND i.pzn = c.pzn WHERE ${isLackedSql('c')} ORDER BY c.created_at LIMIT 1`,
  ),
);

async function readLacked(
  db: Queryable,
  behind: readonly Behind[],
  before: Date,
): Promise<{ apoId: number; since: Date }[]> {
  if (behind.length === 0) return [];
  const first = await ask(db, FIRST, [
    plainArray(behind.map(({ listApoId }) => listApoId)),
    behind.map(({ productGroup }) => productGroup),
    plainArray(behind.map(({ version }) => version)),
    plainArray(behind.map((_, place) => place)),
    before,
  ]);
  const lacked: { apoId: number; since: Date }[] = [];
  for (const { place, since, isLacked } of first) {
    const { apoId, listApoId, productGroup, version } = behind[place] as Behind;
    const rows = isLacked ? [{ since }] : await ask(db, ANY, [listApoId, productGroup, version, before]);
    lacked.push(...rows.map((row) => ({ apoId, since: row.since })));
  }
  return lacked;
}
