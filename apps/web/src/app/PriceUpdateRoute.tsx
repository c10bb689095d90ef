import { parseProductGroup, type UpdateKind } from '@portal/rules';
import { Navigate, useParams } from 'react-router';
import { ApprovalCsvButton } from '../features/exports/CsvButtons.tsx';
import { TillDownloadPanel } from '../features/exports/TillDownloadPanel.tsx';
import { PdfButton } from '../features/pdf/PdfButton.tsx';
import { approvalPdf } from '../features/pdf/pdf-rows.ts';
import type { UpdateSlotContext } from '../features/price-updates/update-slots.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const UpdateScreen = lazyPart(() => import('../features/price-updates/UpdateScreen.tsx'));

/**
 * The approval screens are loaded when one is first opened. Parts of other subjects go into their places here: `downloads`
 * on approved lists, `tillPanel` after an approval.
 */
export function PriceUpdateRoute({ kind }: { kind: UpdateKind }) {
  const { productType = '', pharmacyId = '', pharmacyToken: token = '' } = useParams();
  if (!parseProductGroup(productType)) return <Navigate to="/404" replace />;
  const downloads = ({ productGroup, model, rows }: UpdateSlotContext) => (
    <>
      <ApprovalCsvButton model={model} rows={rows} productGroup={productGroup} />
      <PdfButton
        target={{ apoId: pharmacyId, token, productGroup }}
        count={rows.length}
        bodyOf={() => approvalPdf(model, rows)}
      />
    </>
  );
  const tillPanel = ({ productGroup }: UpdateSlotContext) => <TillDownloadPanel preselected={[productGroup]} />;
  return <UpdateScreen kind={kind} downloads={downloads} tillPanel={tillPanel} />;
}
