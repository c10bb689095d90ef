import { newTillProfileIssues } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { askOne, statement } from '../../db/statement.ts';
import { readTillProfile } from '../till-profile/index.ts';

const KNOWN = statement(
  { chosen: 'bool', fetches: 'bool', loaded: 'bool', loadedWithout: 'bool' },
  `SELECT till_chosen AS chosen,
          EXISTS (SELECT FROM till WHERE apo_id = $1 AND cursor IS NOT NULL) AS fetches,
          EXISTS (SELECT FROM till_file WHERE apo_id = $1 AND load_no IS NOT NULL AND NOT omits) AS loaded,
          EXISTS (SELECT FROM till_file WHERE apo_id = $1 AND load_no IS NOT NULL AND omits) AS "loadedWithout"
     FROM pharmacy WHERE apo_id = $1`,
);

/**
 * Rule 9.44. What a till has loaded with stays, and so does a profile that could not be saved again (rule 9.10). A file
 * that leaves out what the profile writes was made without an answer.
 */
export async function readWithdrawnChoice(
  db: Queryable,
  { apoId, pilotAccess }: Pick<PharmacyContext, 'apoId' | 'pilotAccess'>,
): Promise<{ choose: boolean; fetches: boolean }> {
  const { chosen, fetches, loaded, loadedWithout } = await askOne(db, KNOWN, [apoId]);
  if (!pilotAccess || chosen || fetches || loaded) return { choose: false, fetches };
  const { profile } = await readTillProfile(db, apoId);
  const isAnswered = loadedWithout && profile.withdrawn === 'omit';
  return { choose: !isAnswered && newTillProfileIssues(profile).length === 0, fetches };
}
