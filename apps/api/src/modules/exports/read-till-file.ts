import type { TillFile } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { askOne, statement } from '../../db/statement.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';
import { isTillProfile, TILL_PROFILES, type TillPrice } from './till-profiles.ts';

const TILL_FILE = statement<{ profile: string; prices: TillPrice[] }>(
  { profile: 'text', prices: 'json' },
  `SELECT (SELECT till_profile FROM pharmacy WHERE apo_id = $1) AS profile,
            (SELECT coalesce(json_agg(items), '[]')
               FROM (SELECT pzn, (${EFFECTIVE_PRICE} * 100)::int AS "effectivePrice"
                       FROM price_item i WHERE apo_id = $2 AND product_group = ANY($3) ORDER BY pzn) items) AS prices`,
);

/**
 * The price file of a pharmacy's till (rules 9.1 and 9.2): the list as it is approved, by PZN, in the profile of the pharmacy. The
 * till of a mirror gets its main pharmacy's prices. One statement reads everything, so that the groups are of one moment.
 */
export async function readTillFile(
  db: Queryable,
  pharmacy: PharmacyContext,
  productGroups: readonly ProductGroup[],
): Promise<TillFile> {
  const { profile, prices } = await askOne(db, TILL_FILE, [pharmacy.apoId, pharmacy.listApoId, productGroups]);
  if (!isTillProfile(profile)) throw new Error(`pharmacy ${pharmacy.apoId} has the unknown till profile '${profile}'`);
  const { extension, write } = TILL_PROFILES[profile];
  return { status: 'OK', data: await write(prices), extension };
}
