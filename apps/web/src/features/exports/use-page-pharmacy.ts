import type { Pharmacy } from '@portal/contracts';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router';
import { selectPharmacyContext } from '../../auth/pharmacy-context-slice.ts';

/** null while loading. */
export function usePagePharmacy(): Pharmacy | null {
  const pharmacy = useSelector(selectPharmacyContext);
  const { pharmacyToken } = useParams();
  return pharmacy?.token === pharmacyToken ? pharmacy : null;
}
