import type { Shelf } from '@portal/contracts';
import { PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { MOST_CHANGES, readTillBases } from '../exports/index.ts';
import { changesSql, readJobLoad, versionArray } from '../till-sync/index.ts';

type TillLoads = Pick<Shelf, 'tillLoads' | 'notInTill'>;
type Load = { readonly at: Date; readonly version: number };

const NONE: TillLoads = { tillLoads: { OTC: null, FREIWAHL: null, HILFSMITTEL: null }, notInTill: [] };

/** The sync job or the file by hand, whichever was heard of last (rules 9.20 and 21.4). */
export async function readTillLoads(db: Queryable, { apoId }: Pick<PharmacyContext, 'apoId'>): Promise<TillLoads> {
  const { present, loaded, loadedAt, seenAt } = await readJobLoad(db, apoId);
  const bases = await readTillBases(db, apoId, present);
  const lastFile = Math.max(...Array.from(bases.values(), ({ at }) => at.getTime()));
  const byJob = seenAt !== null && seenAt.getTime() > lastFile;
  const loadOf = (group: ProductGroup): Load | undefined => {
    const base = bases.get(group);
    if (byJob) return loaded && loadedAt ? { at: loadedAt, version: loaded.versions[group] } : undefined;
    return base?.issue === null ? base : undefined;
  };
  const loads = PRODUCT_GROUPS.map((group) => loadOf(group));
  const known = PRODUCT_GROUPS.filter((_, at) => loads[at]);
  if (known.length === 0) return NONE;
  const upTo = versionArray(present.versions);
  const since = loads.map((load, at) => load?.version ?? (upTo[at] as number));
  const [changes] = await ask(db, CHANGED, [present.listApoId, PRODUCT_GROUPS, since, upTo]);
  if (!changes || changes.read > MOST_CHANGES) return NONE;
  const [OTC, FREIWAHL, HILFSMITTEL] = loads.map((load) => load?.at.toISOString() ?? null) as [
    string | null,
    string | null,
    string | null,
  ];
  return { tillLoads: { OTC, FREIWAHL, HILFSMITTEL }, notInTill: changes.pzns };
}

/** By an index alone, from the load on. */
const CHANGED = statement(
  { read: 'int', pzns: 'text[]' },
  `WITH entry AS MATERIALIZED (SELECT change.pzn FROM ${changesSql('pzn')} LIMIT ${MOST_CHANGES + 1})
   SELECT count(*)::int AS read, coalesce(array_agg(DISTINCT pzn), '{}') AS pzns FROM entry`,
);
