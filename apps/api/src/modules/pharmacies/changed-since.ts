import type { Queryable } from '../../db/database.ts';
import { askOne, statement } from '../../db/statement.ts';

type Row = { total: string | null; newest: string | null; ids: number[]; versions: string[] };

const versionsOf = (table: 'pharmacy' | 'open_work') =>
  statement<Row>(
    { total: 'numeric?', newest: 'bigint?', ids: 'int[]', versions: 'bigint[]' },
    `SELECT sum(version) AS total, max(version) AS newest,
            coalesce(array_agg(apo_id ORDER BY apo_id) FILTER (WHERE version > $1), '{}') AS ids,
            coalesce(array_agg(version ORDER BY apo_id) FILTER (WHERE version > $1), '{}') AS versions
       FROM ${table}`,
  );
const VERSIONS = { pharmacy: versionsOf('pharmacy'), open_work: versionsOf('open_work') };

export type Known = { readonly versions: ReadonlyMap<number, bigint>; readonly total: bigint; readonly newest: bigint };
export const NOTHING_KNOWN: Known = { versions: new Map(), total: 0n, newest: 0n };

/** Microseconds between giving out a version and its commit. */
const LONGEST_COMMIT = 60_000_000n;

/** Versions only rise: equal sums are equal states. Reads newer ones first, then the last minute, then all. */
export async function readChanged(
  db: Queryable,
  table: keyof typeof VERSIONS,
  known: Known,
): Promise<{ changed: Set<number>; known: Known }> {
  for (const since of [known.newest, known.newest - LONGEST_COMMIT]) {
    const row = await askOne(db, VERSIONS[table], [String(since)]);
    const changed = new Set(
      row.ids.filter((id, index) => known.versions.get(id) !== BigInt(row.versions[index] as string)),
    );
    const next = changed.size === 0 ? known : apply(row, known);
    if (next.total === BigInt(row.total ?? 0)) return { changed, known: next };
  }
  return compare(known, apply(await askOne(db, VERSIONS[table], ['-1']), NOTHING_KNOWN));
}

function apply({ ids, versions: given, newest }: Row, known: Known): Known {
  const versions = new Map(known.versions);
  let { total } = known;
  for (const [index, id] of ids.entries()) {
    const version = BigInt(given[index] as string);
    total += version - (versions.get(id) ?? 0n);
    versions.set(id, version);
  }
  return { versions, total, newest: BigInt(newest ?? 0) };
}

function compare(before: Known, known: Known): { changed: Set<number>; known: Known } {
  const changed = new Set<number>();
  for (const [id, version] of known.versions) if (before.versions.get(id) !== version) changed.add(id);
  for (const id of before.versions.keys()) if (!known.versions.has(id)) changed.add(id);
  return { changed, known };
}
