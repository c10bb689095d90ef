import type { Pharmacy } from '@portal/contracts';

/** Undefined without a token: no access. */
export function pharmacyPath({ crmCompanyId, token }: Pick<Pharmacy, 'crmCompanyId' | 'token'>): string | undefined {
  return token === '' ? undefined : `/p/${crmCompanyId}/${token}`;
}
