import { linkCountry } from '@portal/rules';
import { useSelector } from 'react-redux';
import { selectSession } from '../auth/session-slice.ts';
import { useGetConfigQuery } from '../features/users/users-api.ts';

/** Rule 2.2. */
export function useOutsideLinks(): { imprint: string; privacy: string; help: string } | undefined {
  const { country } = useSelector(selectSession);
  const { data: config } = useGetConfigQuery();
  if (!config) return undefined;
  const { imprint, privacy, help } = config.links;
  const linkedCountry = linkCountry(country);
  return { imprint: imprint[linkedCountry], privacy: privacy[linkedCountry], help };
}
