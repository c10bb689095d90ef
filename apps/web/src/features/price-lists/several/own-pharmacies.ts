import type { Pharmacy } from '@portal/contracts';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { selectUserInfo } from '../../../auth/session-slice.ts';

/** Mirrors follow by themselves (rule 3.33). */
export function useOwnPharmacies(): { readonly mains: readonly Pharmacy[]; readonly mirrors: readonly Pharmacy[] } {
  const own = useSelector(selectUserInfo)?.pharmacies;
  return useMemo(
    () => ({
      mains: (own ?? []).filter(({ parentPharmacy }) => parentPharmacy === null),
      mirrors: (own ?? []).filter(({ parentPharmacy }) => parentPharmacy !== null),
    }),
    [own],
  );
}

/** True for the pharmacy that an address names, by either of its numbers. */
export function isNamed({ apoId, crmCompanyId }: Pharmacy, id: string): boolean {
  return String(crmCompanyId) === id || String(apoId) === id;
}
