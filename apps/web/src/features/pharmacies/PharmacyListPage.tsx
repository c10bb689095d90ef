import { useListPharmaciesQuery } from './pharmacies-api.ts';

export function PharmacyListPage() {
  const { data } = useListPharmaciesQuery();
  return <p>{data?.pharmacies.length}</p>;
}
