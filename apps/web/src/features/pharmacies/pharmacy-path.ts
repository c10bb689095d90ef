import type { Pharmacy } from '@portal/contracts';

/** The start page of a pharmacy; undefined when the user was not given its token, hence may not open it. */
export function pharmacyPath({ crmCompanyId, token }: Pick<Pharmacy, 'crmCompanyId' | 'token'>): string | undefined {
  return token === '' ? undefined : `/p/${crmCompanyId}/${token}`;
}
