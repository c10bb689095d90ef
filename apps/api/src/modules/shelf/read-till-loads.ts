import type { Shelf } from '@portal/contracts';
import { PRODUCT_GROUPS } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { MOST_CHANGES, readConfirmed } from '../exports/index.ts';
import { changesSql, readTillPharmacy, versionArray } from '../till-sync/index.ts';

type TillLoads = Pick<Shelf, 'tillLoads' | 'notInTill'>;
const NONE: TillLoads = { tillLoads: { OTC: null, FREIWAHL: null, HILFSMITTEL: null }, notInTill: [] };

/** Rules 21.4 and 22.2. */
export async function readTillLoads(
  db: Queryable,
  pharmacy: Pick<PharmacyContext, 'apoId' | 'crmCompanyId'>,
): Promise<TillLoads> {
  const { position: present } = await readTillPharmacy(db, pharmacy.crmCompanyId);
  const confirmed = await readConfirmed(db, pharmacy);
  const loads = PRODUCT_GROUPS.map((group) => {
    const { loadedAt, version = null } = confirmed.get(group) ?? {};
    return loadedAt && version !== null ? { at: loadedAt, version } : undefined;
  });
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
