import type { BodyOf, savePriceList as declaration } from '@portal/contracts';
import type { Access } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { forbidden } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';

const PHARMACY = statement({ name: 'text', city: 'text' }, 'SELECT name, city FROM pharmacy WHERE crm_company_id = $1');

/**
 * Rule 3.37.
 * @throws PortalError 403
 */
export async function eventOf(
  db: Queryable,
  { takenFrom }: Pick<BodyOf<typeof declaration>, 'takenFrom'>,
  access: Access,
): Promise<string> {
  if (takenFrom === undefined) return TEXT.event.priceListSaved;
  if (!access.staff && !access.pharmacyCrmIds.includes(takenFrom)) throw forbidden();
  const [pharmacy] = await ask(db, PHARMACY, [takenFrom]);
  if (!pharmacy) throw forbidden();
  return TEXT.event.priceListTakenOver(`${pharmacy.name}, ${pharmacy.city}`);
}
