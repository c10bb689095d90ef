import type { TillGroup } from '@portal/contracts';
import { PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, prepared, statement, typed } from '../../db/statement.ts';
import { readTillProfile } from '../till-profile/index.ts';
import { isCurrent, parseCursor, type Position } from '../till-sync/index.ts';

/** Rule 9.18. */
export type TillBase = {
  readonly fileId: number;
  readonly at: Date;
  readonly userName: string;
  readonly version: number;
  /** Rule 9.19: `outdated`: other lists, or unknown here; `omitted`: withdrawn articles were left out. */
  readonly issue: 'outdated' | 'omitted' | null;
};
export type TillBases = ReadonlyMap<ProductGroup, TillBase>;

const LAST_LOADS = prepared(
  statement(
    {
      productGroup: typed<ProductGroup>('text'),
      id: 'bigint',
      position: 'text',
      omits: 'bool',
      at: 'time',
      userName: 'text',
    },
    `SELECT DISTINCT ON (loaded.product_group) loaded.product_group AS "productGroup", f.id, f.position, f.omits,
          f.loaded_at AS at, f.loaded_by AS "userName"
     FROM till_file f CROSS JOIN LATERAL unnest(f.product_groups) AS loaded(product_group)
    WHERE f.apo_id = $1 AND f.load_no IS NOT NULL AND f.loaded_at IS NOT NULL AND f.loaded_by IS NOT NULL
    ORDER BY loaded.product_group, f.load_no DESC`,
  ),
);

/** The latest confirmation counts, also for an older file. */
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

export function baseIssue(base: TillBase | undefined): TillGroup['issue'] {
  return base ? base.issue : 'never';
}

export function versionsSince(bases: TillBases): Record<ProductGroup, number> {
  const since = (group: ProductGroup) => {
    const base = bases.get(group);
    return base?.issue === null ? base.version : 0;
  };
  const [OTC, FREIWAHL, HILFSMITTEL] = PRODUCT_GROUPS.map(since) as [number, number, number];
  return { OTC, FREIWAHL, HILFSMITTEL };
}

/** @throws Error for a text the portal did not write */
export function positionOf(text: string): Position {
  const cursor = parseCursor(text);
  if (!cursor || cursor === 'former') throw new Error(`no position of a price file: ${text}`);
  return cursor.to;
}
