import type { TillFile } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { readTillProfile, readTillRows, tillFileText } from '../till-profile/index.ts';

/**
 * The price file of a pharmacy's till (rules 9.1 and 9.2): the list as it is approved, by PZN, in the profile of the pharmacy. The
 * till of a mirror gets its main pharmacy's prices.
 */
export async function readTillFile(
  db: Queryable,
  pharmacy: PharmacyContext,
  productGroups: readonly ProductGroup[],
): Promise<TillFile> {
  const { profile } = await readTillProfile(db, pharmacy.apoId);
  const { encoding, extension } = profile;
  const data = await tillFileText(profile, await readTillRows(db, pharmacy.listApoId, productGroups));
  return { status: 'OK', data, extension, ...(encoding.startsWith('utf-8') ? {} : { encoding }) };
}
