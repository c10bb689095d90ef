import type { ProductGroup } from '@portal/rules';
import type pg from 'pg';
import { knowsListVersion } from '../../db/known-versions.ts';
import type { Resolved, StoredRow } from './validate-edits.ts';

/** The products whose edits were made on a list that was never here: loaded before a restore, from a future since lost (ADR 26). */
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
 * The products among `pzns` whose price or type changed after the version the caller's edits were made on, whoever changed
 * them: the same person in another tab has not seen it either (rule 4.12). Without a version the last writer wins.
 * @param pzns only those that the save would alter: what is stored already conflicts with nothing, so that a request can be
 *   repeated
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
