import { Suspense } from 'react';
import { useParams } from 'react-router';
import ShelfPage from '../features/shelf/ShelfPage.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const LabelsDialog = lazyPart(() => import('../features/pdf/labels/LabelsDialog.tsx'));

/** Chapter 21 of the rule book. */
export default function ShelfRoute() {
  const { pharmacyId = '', pharmacyToken: token = '' } = useParams();
  return (
    <ShelfPage
      labels={(articles, { onMarked, onClose }) => (
        <Suspense>
          <LabelsDialog
            pharmacyId={pharmacyId}
            token={token}
            sources={[{ name: 'collected', articles }]}
            onMarked={onMarked}
            onClose={onClose}
          />
        </Suspense>
      )}
    />
  );
}
