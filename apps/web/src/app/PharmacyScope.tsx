import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { Navigate, Outlet, useParams } from 'react-router';
import { pharmacyEntered } from '../auth/pharmacy-context-slice.ts';
import { useGetDashboardQuery } from '../features/pharmacies/pharmacies-api.ts';

/** Makes the pharmacy the chosen one; refuses users without access (rule 1.6). */
export function PharmacyScope() {
  const { pharmacyId = '', pharmacyToken = '' } = useParams();
  const dispatch = useDispatch();
  const { currentData, error } = useGetDashboardQuery({ params: { crmId: pharmacyId, token: pharmacyToken } });
  useEffect(() => {
    if (currentData) dispatch(pharmacyEntered(currentData));
  }, [dispatch, currentData]);
  if (error && 'httpStatus' in error) {
    if (error.httpStatus === 403) return <Navigate to="/403" replace />;
    // An id or token of the wrong form is treated as an unknown address.
    if (error.httpStatus === 404 || error.httpStatus === 400) return <Navigate to="/404" replace />;
  }
  return <Outlet />;
}
