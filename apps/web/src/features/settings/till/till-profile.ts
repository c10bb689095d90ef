import { newTillProfileSchema, tillProfileSchema } from '@portal/contracts';
import type { TillProfile } from '@portal/rules';

/** What is wrong, by the path of the field as 'columns.2.width' (rule 9.10). */
export function faultsOf(profile: TillProfile): Map<string, string> {
  const { error } = newTillProfileSchema.safeParse(profile);
  return new Map(error?.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

/** Also with a stored, no longer allowed profile. */
export function isWritable(profile: TillProfile): boolean {
  return tillProfileSchema.safeParse(profile).success;
}
