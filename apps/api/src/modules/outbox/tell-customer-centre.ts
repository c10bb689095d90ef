import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import type { Actor } from '../history-writing/index.ts';
import { type PharmacyEvent, writeMessage } from './messages.ts';

const NUMBERS = statement(
  { apoId: 'int', crmCompanyId: 'int' },
  'SELECT apo_id AS "apoId", crm_company_id AS "crmCompanyId" FROM pharmacy WHERE apo_id = ANY ($1)',
);

type Told =
  | Exclude<PharmacyEvent, { mirror: unknown }>
  | { readonly event: 'mirrorLinked' | 'mirrorUnlinked'; readonly mirror: number };

/**
 * Rule 23.12; in the transaction of what it tells of.
 * @param told.mirror its ApoID
 */
export async function tellCustomerCentre(
  connection: Queryable,
  told: Told,
  { apoId, actor, at }: { apoId: number; actor: Actor; at: Date },
): Promise<void> {
  const numbers = await ask(connection, NUMBERS, ['mirror' in told ? [apoId, told.mirror] : [apoId]]);
  const numbersOf = (wanted: number) => {
    const found = numbers.find((one) => one.apoId === wanted);
    if (!found) throw new Error(`pharmacy ${wanted} is missing`);
    return found;
  };
  const event: PharmacyEvent = 'mirror' in told ? { ...told, mirror: numbersOf(told.mirror) } : told;
  const payload = { ...event, at: at.toISOString(), by: actor.userName, pharmacy: numbersOf(apoId) };
  await writeMessage(connection, { kind: 'pharmacy', apoId, at, payload });
}
