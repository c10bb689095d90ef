import { tillProfileSchema } from '@portal/contracts';
import { isTillProfileName, TILL_PROFILES, type TillProfile, type TillProfileName } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { askOne, statement } from '../../db/statement.ts';

/** A pharmacy's profile, by its name; 'own' is one that the pharmacy has made (rule 9.8). */
export type PharmacyTillProfile = { readonly name: TillProfileName | 'own'; readonly profile: TillProfile };

const PROFILE = statement<{ name: string; layout: object | null }>(
  { name: 'text', layout: 'json?' },
  'SELECT till_profile AS name, till_layout AS layout FROM pharmacy WHERE apo_id = $1',
);

/** How the till of a pharmacy wants its price file; a mirror has a profile of its own. */
export async function readTillProfile(db: Queryable, apoId: number): Promise<PharmacyTillProfile> {
  const { name, layout } = await askOne(db, PROFILE, [apoId]);
  if (name === 'own') return { name, profile: tillProfileSchema.parse(layout) };
  if (!isTillProfileName(name)) throw new Error(`pharmacy ${apoId} has the unknown till profile '${name}'`);
  return { name, profile: TILL_PROFILES[name] };
}
