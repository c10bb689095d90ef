import type { ProductGroup } from '@portal/rules';
import { useParams } from 'react-router';
import { ExportDialog } from '../features/exports/ExportDialog.tsx';
import { PdfButton } from '../features/pdf/PdfButton.tsx';
import { priceListPdf } from '../features/pdf/pdf-rows.ts';

type Props = { productGroup: ProductGroup; opened: boolean; onClose: () => void };

/** Rule 2.12. */
export default function GroupExportDialog(props: Props) {
  const { pharmacyId = '', pharmacyToken: token = '' } = useParams();
  return (
    <ExportDialog
      {...props}
      pdf={({ model, rows }) => (
        <PdfButton
          target={{ apoId: pharmacyId, token, productGroup: props.productGroup }}
          count={rows.length}
          bodyOf={() => priceListPdf(model, rows)}
        />
      )}
    />
  );
}
