/** A pharmacy's page in the customer centre: the admin area for admin or sales, else the pharmacy area (rule 2.15). */
export function customerCentreUrl(
  host: string,
  { crmCompanyId, token }: { readonly crmCompanyId: number; readonly token: string },
  staff: boolean,
): string {
  return `${host.replace(/\/$/, '')}/${staff ? 'admin' : 'pharmacy'}/pharmacies/${crmCompanyId}/${token}`;
}
