import type { SupportInfo, UserData } from '@portal/contracts';
import { supportCountry } from '@portal/rules';
import { useSelector } from 'react-redux';
import { selectPharmacyContext } from './pharmacy-context-slice.ts';
import { selectUserInfo } from './session-slice.ts';

/** Undefined until the user is known. */
export function useSupport(): SupportInfo | undefined {
  const pharmacy = useSelector(selectPharmacyContext);
  const user = useSelector(selectUserInfo);
  return user ? supportFor(user, pharmacy?.country) : undefined;
}

/** Of the pharmacy's country, else the user's, else German (rule 2.4). */
function supportFor({ support, supportByCountry }: UserData, country: string | undefined): SupportInfo {
  if (country === undefined) return support;
  return supportByCountry[supportCountry(country)];
}
