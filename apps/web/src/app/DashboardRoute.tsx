import type { ProductGroup } from '@portal/rules';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import type { ExportList } from '../features/exports/exports-api.ts';
import { GroupExport } from '../features/exports/GroupExport.tsx';
import { TillDownload } from '../features/exports/TillDownload.tsx';
import { LzdUpload } from '../features/intake/LzdUpload.tsx';
import { AddMirror } from '../features/mirrors/AddMirror.tsx';
import { RemoveMirror } from '../features/mirrors/RemoveMirror.tsx';
import { LabelsCard } from '../features/pdf/labels/LabelsCard.tsx';
import { PdfButton } from '../features/pdf/PdfButton.tsx';
import { priceListPdf } from '../features/pdf/pdf-rows.ts';
import { DashboardPage } from '../features/pharmacies/dashboard/DashboardPage.tsx';
import { useGetDashboardQuery } from '../features/pharmacies/pharmacies-api.ts';
import { useListsAhead } from './lists-ahead.ts';

/**
 * The dashboard with what leaves the portal from there: exports of a product group and the price file for the till;
 * and, for staff, the upload of an LZD and the mirrors.
 */
export function DashboardRoute() {
  const { pharmacyId = '', pharmacyToken: token = '' } = useParams();
  const { isSuccess } = useGetDashboardQuery({ params: { crmId: pharmacyId, token } });
  useListsAhead(isSuccess);
  const pdf = ({ model, rows }: ExportList, productGroup: ProductGroup) => (
    <PdfButton
      target={{ apoId: pharmacyId, token, productGroup }}
      count={rows.length}
      bodyOf={() => priceListPdf(model, rows)}
    />
  );
  return (
    <DashboardPage
      groupActions={(productGroup) => <GroupExport productGroup={productGroup} pdf={pdf} />}
      till={({ tillLacks }) => <TillDownload lacks={tillLacks} />}
      labels={() => <LabelsCard pharmacyId={pharmacyId} token={token} />}
      upload={(dashboard) => <LzdUpload dashboard={dashboard} />}
      mirrors={({ pharmacy }) => (
        <Suspense>
          <AddMirror main={pharmacy} />
        </Suspense>
      )}
      mirrorActions={(mirror, { pharmacy }) => (
        <Suspense>
          <RemoveMirror main={pharmacy} mirror={mirror} />
        </Suspense>
      )}
    />
  );
}
