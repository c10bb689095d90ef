import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectSession, userLoaded } from '../auth/session-slice.ts';
import { useAccess } from '../auth/use-access.ts';
import { useGetUserDataQuery } from '../features/users/users-api.ts';

/**
 * Loads the user's record once somebody with a role is signed in (rule 2.4) and puts it into the session. Users without a role
 * and customers from Austria would be refused, so no call is made for them.
 */
export function useSignedInUser() {
  const dispatch = useDispatch();
  const { userInfo } = useSelector(selectSession);
  const { staff, customer, pharmacyCrmIds, refusedCountry } = useAccess();
  const admitted = !refusedCountry && (staff || customer || pharmacyCrmIds.length > 0);
  const { data, error, refetch } = useGetUserDataQuery(undefined, { skip: !admitted });
  useEffect(() => {
    if (data) dispatch(userLoaded(data));
  }, [dispatch, data]);
  return { userInfo, error, refetch };
}
