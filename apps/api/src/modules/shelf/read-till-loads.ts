import type { Shelf } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { countingLoads, readLacking, readTillPosition } from '../till-position/index.ts';

type TillLoads = Pick<Shelf, 'tillLoads' | 'notInTill'>;
const NONE: TillLoads = { tillLoads: { OTC: null, FREIWAHL: null, HILFSMITTEL: null }, notInTill: [] };

/** Rules 21.4 and 22.2. */
export async function readTillLoads(
  db: Queryable,
  pharmacy: Pick<PharmacyContext, 'apoId' | 'crmCompanyId'>,
): Promise<TillLoads> {
  const till = await readTillPosition(db, pharmacy);
  const loads = countingLoads(till);
  const lacking = await readLacking(db, till, loads);
  if (!lacking) return NONE;
  const at = (group: ProductGroup) => {
    const load = loads.get(group);
    return load?.issue === null ? load.loadedAt.toISOString() : null;
  };
  return {
    tillLoads: { OTC: at('OTC'), FREIWAHL: at('FREIWAHL'), HILFSMITTEL: at('HILFSMITTEL') },
    notInTill: lacking.map(({ pzn }) => pzn),
  };
}
