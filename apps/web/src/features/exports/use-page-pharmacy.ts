import type { Pharmacy } from '@portal/contracts';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router';
import { selectPharmacyContext } from '../../auth/pharmacy-context-slice.ts';

/**
 * The pharmacy of the page, which names its files; null while it is being loaded and the chosen one is still that of the page
 * before.
 */
export function usePagePharmacy(): Pharmacy | null {
  const pharmacy = useSelector(selectPharmacyContext);
  const { pharmacyToken } = useParams();
  return pharmacy?.token === pharmacyToken ? pharmacy : null;
}
