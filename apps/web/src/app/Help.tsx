import { supportCountry } from '@portal/rules';
import { useSelector } from 'react-redux';
import { selectSession } from '../auth/session-slice.ts';
import { SupportContact } from '../auth/SupportContact.tsx';
import { useGetConfigQuery } from '../features/users/users-api.ts';

/** Whom to call, also for who is refused (rule 2.5). */
export function Help() {
  const { country } = useSelector(selectSession);
  const { data: config } = useGetConfigQuery();
  return <SupportContact otherwise={config?.support[supportCountry(country)]} />;
}
