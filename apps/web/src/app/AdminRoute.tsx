import { useSearchParams } from 'react-router';
import { useAccess } from '../auth/use-access.ts';
import { MakePharmacies } from '../features/pharmacy-intake/MakePharmacies.tsx';
import { PharmacyListPage } from '../features/pharmacies/list/PharmacyListPage.tsx';
import { AdminViews } from './AdminViews.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const AdminOverview = lazyPart(() => import('../features/admin-overview/AdminOverview.tsx'));

export function AdminRoute() {
  const { staff, admin } = useAccess();
  const [parameters] = useSearchParams();
  if (!staff) return <PharmacyListPage />;
  return (
    <>
      <AdminViews />
      {parameters.get('view') === 'overview' ? (
        <AdminOverview />
      ) : (
        <PharmacyListPage actions={admin && <MakePharmacies />} />
      )}
    </>
  );
}
