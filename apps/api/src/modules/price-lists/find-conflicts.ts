import type { ProductGroup } from '@portal/rules';
import type pg from 'pg';
import { knowsListVersion } from '../../db/known-versions.ts';
import type { Resolved, StoredRow } from './validate-edits.ts';

/** Loaded before a restore (ADR 26). */
export async function findLost(
  connection: pg.PoolClient,
  {
    apoId,
    rows,
    loadedVersion,
  }: { apoId: number; rows: readonly Resolved[]; loadedVersion: (group: ProductGroup) => number | undefined },
): Promise<string[]> {
  const lost: ProductGroup[] = [];
  for (const group of new Set(rows.map((row) => row.productGroup))) {
    const version = loadedVersion(group);
    if (version !== undefined && !(await knowsListVersion(connection, { apoId, group, version }))) lost.push(group);
  }
  return rows.filter((row) => lost.includes(row.productGroup)).map((row) => row.pzn);
}

/**
 * Changed since the caller's version, also by the same person elsewhere (rule 4.12).
 * @param pzns that the save would alter, so that a request can be repeated
 */
export function findConflicts(
  pzns: readonly string[],
  listed: ReadonlyMap<string, StoredRow>,
  loadedVersion: (group: ProductGroup) => number | undefined,
): string[] {
  return pzns
    .filter((pzn) => {
      const row = listed.get(pzn);
      const loaded = row && loadedVersion(row.productGroup);
      return row !== undefined && loaded !== undefined && row.changedVersion > loaded;
    })
    .sort();
}
