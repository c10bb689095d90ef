import { berlinParts, packageFileName, type ProductGroup, type UpdateKind } from '@portal/rules';
import { usePagePharmacy } from './use-page-pharmacy.ts';

type Options = {
  /** How many rows a file has that holds only those of a filter. */
  filtered?: number;
  extension?: '.csv' | '.xlsx';
};

/** Rule 10.6. */
export function usePackageFileName(group: ProductGroup) {
  const pharmacy = usePagePharmacy();
  if (!pharmacy) return undefined;
  const about = { group, apoId: pharmacy.apoId, pharmacyName: pharmacy.name };
  return (kind: UpdateKind, { filtered, extension = '.csv' }: Options = {}) =>
    packageFileName(
      kind,
      { ...about, ...(filtered === undefined ? {} : { filtered }), day: berlinParts(new Date()) },
      extension,
    );
}
