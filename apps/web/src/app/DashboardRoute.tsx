import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useParams } from 'react-router';
import { GroupExport } from '../features/exports/GroupExport.tsx';
import { TillDownload } from '../features/exports/TillDownload.tsx';
import { TillTasks } from '../features/exports/TillTasks.tsx';
import { LzdUpload } from '../features/intake/LzdUpload.tsx';
import { AddMirror } from '../features/mirrors/AddMirror.tsx';
import { RemoveMirror } from '../features/mirrors/RemoveMirror.tsx';
import { LabelsCard } from '../features/pdf/labels/LabelsCard.tsx';
import { LabelsTask } from '../features/pdf/labels/LabelsTask.tsx';
import { DashboardPage } from '../features/pharmacies/dashboard/DashboardPage.tsx';
import { useGetDashboardQuery } from '../features/pharmacies/pharmacies-api.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { prefetchScreens } from './prefetch-screens.ts';
import { QuickJumpButton } from './quick-jump/QuickJumpButton.tsx';
import type { PortalDispatch } from './store.ts';

const GroupExportDialog = lazyPart(() => import('./GroupExportDialog.tsx'));

export function DashboardRoute() {
  const { t } = useTranslation();
  const { pharmacyId = '', pharmacyToken: token = '' } = useParams();
  const { isSuccess } = useGetDashboardQuery({ params: { crmId: pharmacyId, token } });
  const dispatch = useDispatch<PortalDispatch>();
  useEffect(() => (isSuccess ? dispatch(prefetchScreens()) : undefined), [dispatch, isSuccess]);
  return (
    <DashboardPage
      search={() => <QuickJumpButton label={t('quickJump.findArticle')} />}
      groupActions={(productGroup) => (
        <GroupExport
          productGroup={productGroup}
          loadAhead={GroupExportDialog.loadAhead}
          dialog={(state) => <GroupExportDialog productGroup={productGroup} {...state} />}
        />
      )}
      till={() => <TillDownload />}
      tillTasks={({ tillLacks, tillFile, now }) => <TillTasks lacks={tillLacks} file={tillFile} now={now} />}
      labelsTask={() => <LabelsTask pharmacyId={pharmacyId} token={token} />}
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
