/** Rule 2.15. */
export function customerCentreUrl(
  host: string,
  { crmCompanyId, token }: { readonly crmCompanyId: number; readonly token: string },
  staff: boolean,
): string {
  return `${host.replace(/\/$/, '')}/${staff ? 'admin' : 'pharmacy'}/pharmacies/${crmCompanyId}/${token}`;
}
