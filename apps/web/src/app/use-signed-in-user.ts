import type { Access } from '@portal/rules';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectSession, userLoaded } from '../auth/session-slice.ts';
import { useAccess } from '../auth/use-access.ts';
import { useGetUserDataQuery } from '../features/users/users-api.ts';

/** Users without a role and customers from Austria would be refused by every call. */
export function isAdmitted({ staff, customer, pharmacyCrmIds, refusedCountry }: Access): boolean {
  return !refusedCountry && (staff || customer || pharmacyCrmIds.length > 0);
}

/** Not for users who are refused (rule 2.4). */
export function useSignedInUser() {
  const dispatch = useDispatch();
  const { userInfo } = useSelector(selectSession);
  const access = useAccess();
  const { data, error, refetch } = useGetUserDataQuery(undefined, { skip: !isAdmitted(access) });
  useEffect(() => {
    if (data) dispatch(userLoaded(data));
  }, [dispatch, data]);
  return { userInfo, error, refetch };
}
