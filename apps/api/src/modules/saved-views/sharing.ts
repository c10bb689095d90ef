import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Caller } from '../../auth/verifier.ts';
import { forbidden } from '../../http/errors.ts';

/** Who reads what is shared. */
export type SharingReader = { readonly subject: string; readonly mayUnshare: boolean };

/** Rules 2.24 and 3.17. */
export function sharingReader({ subject, access }: Caller, { crmCompanyId }: PharmacyContext): SharingReader {
  return { subject, mayUnshare: access.staff || access.adminCrmIds.includes(crmCompanyId) };
}

/** @throws PortalError 403 */
export function requireMayUnshare(reader: SharingReader): void {
  if (!reader.mayUnshare) throw forbidden();
}

/** The wire carries no subject of another's token. */
export const personSql = (actor: string) => `left(encode(sha256(convert_to(${actor}, 'UTF8')), 'hex'), 16)`;

export const byOthers = (subject: string, mayUnshare: string) =>
  `CASE WHEN ${mayUnshare}::boolean AND actor <> ${subject} THEN ${personSql('actor')} END`;
