import type { TillGroup } from '@portal/contracts';
import { PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, kept, statement } from '../../db/statement.ts';
import { readTillProfile } from '../till-profile/index.ts';
import { isCurrent, parseCursor, type Position } from '../till-sync/index.ts';

/** What people have confirmed of a product group last: when, by whom, and where its list stood in that file (rule 9.18). */
export type TillBase = {
  readonly fileId: number;
  readonly at: Date;
  readonly userName: string;
  readonly version: number;
  /**
   * Why nothing can build upon it, null where it can (rule 9.19): the lists are not those any more, or this database does not know
   * that state (`outdated`); withdrawn articles were left out, and the profile no longer does so (`omitted`).
   */
  readonly issue: 'outdated' | 'omitted' | null;
};
export type TillBases = ReadonlyMap<ProductGroup, TillBase>;

type Load = { productGroup: ProductGroup; id: string; position: string; omits: boolean; at: Date; userName: string };

const LAST_LOADS = kept(
  statement<Load>(
    { productGroup: 'text', id: 'bigint', position: 'text', omits: 'bool', at: 'time', userName: 'text' },
    `SELECT DISTINCT ON (loaded.product_group) loaded.product_group AS "productGroup", f.id, f.position, f.omits,
          f.loaded_at AS at, f.loaded_by AS "userName"
     FROM till_file f CROSS JOIN LATERAL unnest(f.product_groups) AS loaded(product_group)
    WHERE f.apo_id = $1 AND f.load_no IS NOT NULL AND f.loaded_at IS NOT NULL AND f.loaded_by IS NOT NULL
    ORDER BY loaded.product_group, f.load_no DESC`,
  ),
);

/**
 * The last confirmed load of each group; a group without one is missing. The confirmation that came last counts, also for an older
 * file: whoever loads that has its prices in the till.
 */
export async function readTillBases(db: Queryable, apoId: number, present: Position): Promise<TillBases> {
  const bases = new Map<ProductGroup, TillBase>();
  const loads = await ask(db, LAST_LOADS, [apoId]);
  if (loads.length === 0) return bases;
  const { profile } = await readTillProfile(db, apoId);
  for (const { productGroup, id, position: text, omits, at, userName } of loads) {
    const position = positionOf(text);
    const omitted = omits && profile.withdrawn !== 'omit' ? 'omitted' : null;
    const issue = (await isCurrent(db, position, present)) ? omitted : 'outdated';
    bases.set(productGroup, { fileId: Number(id), at, userName, version: position.versions[productGroup], issue });
  }
  return bases;
}

/** Why nothing can build upon what was loaded of a group, null where it can. */
export function baseIssue(base: TillBase | undefined): TillGroup['issue'] {
  return base ? base.issue : 'never';
}

/** The version after which changes of each group are to be read; 0 where there is no base, so that its whole past counts. */
export function versionsSince(bases: TillBases): Record<ProductGroup, number> {
  const since = (group: ProductGroup) => {
    const base = bases.get(group);
    return base?.issue === null ? base.version : 0;
  };
  const [OTC, FREIWAHL, HILFSMITTEL] = PRODUCT_GROUPS.map(since) as [number, number, number];
  return { OTC, FREIWAHL, HILFSMITTEL };
}

/** What the lists were when a file was made. @throws Error for a text that no portal has written */
export function positionOf(text: string): Position {
  const cursor = parseCursor(text);
  if (!cursor || cursor === 'former') throw new Error(`no position of a price file: ${text}`);
  return cursor.to;
}
