import type { Shelf } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { loadsOfGroup, readLackingOfAny, readTillPosition } from '../till-position/index.ts';

type TillLoads = Pick<Shelf, 'tillLoads' | 'notInTill'>;
const NONE: TillLoads = { tillLoads: { OTC: null, FREIWAHL: null, HILFSMITTEL: null }, notInTill: [] };

/** Rules 21.4 and 22.2. */
export async function readTillLoads(
  db: Queryable,
  pharmacy: Pick<PharmacyContext, 'apoId' | 'crmCompanyId'>,
): Promise<TillLoads> {
  const till = await readTillPosition(db, pharmacy);
  const lacking = await readLackingOfAny(db, till);
  if (!lacking) return NONE;
  // Of several tills the one that loaded first.
  const at = (group: ProductGroup) => {
    const loads = loadsOfGroup(till, group);
    if (loads.some(({ issue }) => issue !== null)) return null;
    const [first] = loads.map(({ loadedAt }) => loadedAt.toISOString()).toSorted();
    return first ?? null;
  };
  return {
    tillLoads: { OTC: at('OTC'), FREIWAHL: at('FREIWAHL'), HILFSMITTEL: at('HILFSMITTEL') },
    notInTill: lacking.map(({ pzn }) => pzn),
  };
}
