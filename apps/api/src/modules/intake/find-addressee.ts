import { type ProductGroup, parsePackageFileName, type UpdateKind } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { fileRefused, PortalError } from '../../http/errors.ts';
import { INTAKE_TEXT } from './intake-texts.ts';

export type Addressee = { readonly apoId: number; readonly name: string; readonly parentApoId: number | null };

const ADDRESSEES = statement<Addressee & { crmCompanyId: number }>(
  { apoId: 'int', crmCompanyId: 'int', name: 'text', parentApoId: 'int?' },
  `SELECT apo_id AS "apoId", crm_company_id AS "crmCompanyId", name, parent_apo_id AS "parentApoId"
     FROM pharmacy WHERE crm_company_id = $1 OR apo_id = $1`,
);

/**
 * Rule 1.6; a conventional file name must agree with the path.
 * @returns the name's issue (422), thrown after rights, window and state
 * @throws PortalError 404
 */
export async function findAddressee(
  db: Queryable,
  id: number,
  { kind, group, fileName }: { kind: UpdateKind; group: ProductGroup; fileName: string },
): Promise<{ pharmacy: Addressee; nameIssue: PortalError | undefined }> {
  const rows = await ask(db, ADDRESSEES, [id]);
  const said = parsePackageFileName(fileName);
  // One pharmacy's ApoID may be another's crmCompanyId.
  const found =
    rows.find(({ apoId }) => String(apoId) === said?.apoId) ?? rows.find((row) => row.crmCompanyId === id) ?? rows[0];
  if (!found) throw new PortalError(404, 'not_found', INTAKE_TEXT.unknownPharmacy);
  return { pharmacy: found, nameIssue: validateName() };

  function validateName(): PortalError | undefined {
    if (!said || !found) return undefined;
    if (said.apoId !== String(found.apoId)) {
      return fileRefused(422, INTAKE_TEXT.otherPharmacy(fileName, `${found.apoId} ${found.name}`));
    }
    const same = said.kind === kind && said.productGroup === group;
    return same ? undefined : fileRefused(422, INTAKE_TEXT.otherPackage(fileName));
  }
}
