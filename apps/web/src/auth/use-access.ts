import { type Access, accessFrom } from '@portal/rules';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { selectSession } from './session-slice.ts';

/** The api decides; screens leave out what it would refuse. */
export function useAccess(): Access {
  const { userRoles, country } = useSelector(selectSession);
  return useMemo(() => accessFrom(userRoles, country), [userRoles, country]);
}
