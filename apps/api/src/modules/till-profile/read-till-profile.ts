import { tillProfileSchema } from '@portal/contracts';
import { isTillProfileName, TILL_PROFILES, type TillProfile, type TillProfileName } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, askOne, statement } from '../../db/statement.ts';

/** Rule 9.8. */
export type PharmacyTillProfile = {
  readonly name: TillProfileName | 'own';
  readonly profile: TillProfile;
  readonly isChosen: boolean;
};

type Row = { name: string; layout: object | null; isChosen: boolean };
const COLUMNS = { name: 'text', layout: 'json?', isChosen: 'bool' } as const;
const SELECT = 'SELECT till_profile AS name, till_layout AS layout, till_chosen AS "isChosen" FROM pharmacy';
const OF_PHARMACY = statement<Row>(COLUMNS, `${SELECT} WHERE apo_id = $1`);
const OF_CUSTOMER = statement<Row>(COLUMNS, `${SELECT} WHERE crm_company_id = $1`);

/** Whether the profile of pharmacy `p` leaves withdrawn articles out; none of those by name does (rule 9.9). */
export const OMITS_WITHDRAWN = `(p.till_profile = 'own' AND p.till_layout ->> 'withdrawn' = 'omit')`;

/** A mirror has its own. */
export async function readTillProfile(db: Queryable, apoId: number): Promise<PharmacyTillProfile> {
  return profileOf(await askOne(db, OF_PHARMACY, [apoId]));
}

export async function readTillProfileByCrm(
  db: Queryable,
  crmCompanyId: number,
): Promise<PharmacyTillProfile | undefined> {
  const [row] = await ask(db, OF_CUSTOMER, [crmCompanyId]);
  return row && profileOf(row);
}

function profileOf({ name, layout, isChosen }: Row): PharmacyTillProfile {
  if (name === 'own') return { name, profile: tillProfileSchema.parse(layout), isChosen };
  if (!isTillProfileName(name)) throw new Error(`a pharmacy has the unknown till profile '${name}'`);
  return { name, profile: TILL_PROFILES[name], isChosen };
}
