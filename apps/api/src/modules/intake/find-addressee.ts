import { type ProductGroup, parsePackageFileName, type UpdateKind } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { fileRefused, PortalError } from '../../http/errors.ts';
import { INTAKE_TEXT } from './intake-texts.ts';

export type Addressee = { readonly apoId: number; readonly name: string; readonly parentApoId: number | null };

/**
 * The pharmacy a delivery is for: the path may name it by crmCompanyId or ApoID (design 4). A file whose name follows the
 * rule has to say the same as the path, so that no prices reach the wrong pharmacy.
 * @throws PortalError 404 for an unknown pharmacy, 422 for a name that says something else
 */
export async function findAddressee(
  db: Queryable,
  id: number,
  { kind, group, fileName }: { kind: UpdateKind; group: ProductGroup; fileName: string },
): Promise<Addressee> {
  const { rows } = await db.query<Addressee & { crmCompanyId: number }>(
    `SELECT apo_id AS "apoId", crm_company_id AS "crmCompanyId", name, parent_apo_id AS "parentApoId"
       FROM pharmacy WHERE crm_company_id = $1 OR apo_id = $1`,
    [id],
  );
  const said = parsePackageFileName(fileName);
  // One pharmacy's ApoID may be another's crmCompanyId.
  const found =
    rows.find(({ apoId }) => String(apoId) === said?.apoId) ?? rows.find((row) => row.crmCompanyId === id) ?? rows[0];
  if (!found) throw new PortalError(404, 'not_found', INTAKE_TEXT.unknownPharmacy);
  if (said && said.apoId !== String(found.apoId)) {
    throw fileRefused(422, INTAKE_TEXT.otherPharmacy(fileName, `${found.apoId} ${found.name}`));
  }
  if (said && (said.kind !== kind || said.productGroup !== group)) {
    throw fileRefused(422, INTAKE_TEXT.otherPackage(fileName));
  }
  return found;
}
