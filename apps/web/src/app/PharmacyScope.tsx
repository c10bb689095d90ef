import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Navigate, Outlet, useParams } from 'react-router';
import { useGetDashboardQuery } from '../features/pharmacies/pharmacies-api.ts';
import { whatIsKnown } from './known-pharmacy.ts';
import { forgetRefusal, refusalOf } from './refused-pharmacy.ts';

/**
 * Around every page of a pharmacy: makes it the chosen one, so that navigation and file names know it, and sends away users who
 * may not see it (rule 1.6).
 */
export function PharmacyScope() {
  const { pharmacyId = '', pharmacyToken = '' } = useParams();
  const dispatch = useDispatch();
  const [refused] = useState(() => refusalOf({ pharmacyId, pharmacyToken }));
  useEffect(forgetRefusal, []);
  const params = { crmId: pharmacyId, token: pharmacyToken };
  const { currentData, error: failed } = useGetDashboardQuery({ params }, { skip: refused !== undefined });
  const error = refused ?? failed;
  const { pharmacy, status } = currentData ?? {};
  useEffect(() => {
    if (!pharmacy || !status) return;
    for (const action of whatIsKnown({ pharmacy, status })) dispatch(action);
  }, [dispatch, pharmacy, status]);
  if (error && 'httpStatus' in error) {
    if (error.httpStatus === 403) return <Navigate to="/403" replace />;
    // An id or token of the wrong form is treated as an unknown address.
    if (error.httpStatus === 404 || error.httpStatus === 400) return <Navigate to="/404" replace />;
  }
  return <Outlet />;
}
