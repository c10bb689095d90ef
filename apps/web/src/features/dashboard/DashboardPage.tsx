import { useParams } from 'react-router';
import { useGetDashboardQuery } from './dashboard-api.ts';

export function DashboardPage() {
  const { pharmacyId = '', pharmacyToken = '' } = useParams();
  const { data } = useGetDashboardQuery({ params: { crmId: pharmacyId, token: pharmacyToken } });
  return <h1>{data?.pharmacy.name}</h1>;
}
