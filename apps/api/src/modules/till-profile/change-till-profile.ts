import { isDeepStrictEqual } from 'node:util';
import type { TillChoice } from '@portal/contracts';
import { TILL_PROFILES } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { updateOne } from '../../db/update-one.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import { readTillProfile } from './read-till-profile.ts';
import { tillChoiceEvent, tillProfileEvent } from './till-profile-texts.ts';

/** Rule 9.12. Rule 9.44: any save chooses. */
export function changeTillProfile(
  { database, clock }: { database: Database; clock: Clock },
  { apoId, choice, actor }: { apoId: number; choice: TillChoice; actor: Actor },
): Promise<void> {
  return database.transaction(async (connection) => {
    await lockPharmacyRows(connection, [apoId], 'change');
    const { isChosen, ...before } = await readTillProfile(connection, apoId);
    const after = choice.name === 'own' ? choice : { name: choice.name, profile: TILL_PROFILES[choice.name] };
    const isSame = isDeepStrictEqual(before, after);
    if (isSame && isChosen) return;
    const tillLayout = choice.name === 'own' ? { ...choice.profile, columns: [...choice.profile.columns] } : null;
    const set = { tillProfile: choice.name, tillLayout, tillChosen: true };
    await updateOne(connection, 'pharmacy', { apoId, tillProfile: before.name }, set);
    const event = isSame ? tillChoiceEvent(after.profile) : tillProfileEvent(before.profile, after.profile);
    await writeHistory(connection, { apoId, at: clock.now(), event, actor, hasLog: false });
  });
}
