import { newTillProfileIssues } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { askOne, statement } from '../../db/statement.ts';
import { readTillProfile } from '../till-profile/index.ts';

const IS_CHOSEN = statement(
  { chosen: 'bool' },
  `SELECT till_chosen
          OR EXISTS (SELECT FROM till_file WHERE apo_id = $1 AND load_no IS NOT NULL)
          OR EXISTS (SELECT FROM till WHERE apo_id = $1 AND cursor IS NOT NULL) AS chosen
     FROM pharmacy WHERE apo_id = $1`,
);

/** Rule 9.44. What a till has loaded with stays as it is, and so does a profile that could not be saved again (rule 9.10). */
export async function mustChooseWithdrawn(
  db: Queryable,
  { apoId, pilotAccess }: Pick<PharmacyContext, 'apoId' | 'pilotAccess'>,
): Promise<boolean> {
  if (!pilotAccess || (await askOne(db, IS_CHOSEN, [apoId])).chosen) return false;
  const { profile } = await readTillProfile(db, apoId);
  return newTillProfileIssues(profile).length === 0;
}
