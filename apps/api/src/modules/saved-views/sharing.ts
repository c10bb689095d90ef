import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Caller } from '../../auth/verifier.ts';
import { forbidden } from '../../http/errors.ts';

/** Who reads what is shared. */
export type SharingReader = { readonly subject: string; readonly mayUnshare: boolean };

/** Owners of the pharmacy and staff may take back what others share there, as of somebody who has left (rules 2.24 and 3.17). */
export function sharingReader({ subject, access }: Caller, { crmCompanyId }: PharmacyContext): SharingReader {
  return { subject, mayUnshare: access.staff || access.adminCrmIds.includes(crmCompanyId) };
}

/** @throws PortalError 403 */
export function requireMayUnshare(reader: SharingReader): void {
  if (!reader.mayUnshare) throw forbidden();
}

/** Stands for a person on the wire, which carries no subject of another one's token. As SQL. */
export const personSql = (actor: string) => `left(encode(sha256(convert_to(${actor}, 'UTF8')), 'hex'), 16)`;

/** Whose a shared row of another person is, for those who may take it back; else null. As SQL of parameters. */
export const byOthers = (subject: string, mayUnshare: string) =>
  `CASE WHEN ${mayUnshare}::boolean AND actor <> ${subject} THEN ${personSql('actor')} END`;
