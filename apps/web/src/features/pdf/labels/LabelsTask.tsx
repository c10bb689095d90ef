import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { TodoItem } from '../../../ui/TodoItem.tsx';
import { useLate } from '../../../ui/use-late.ts';
import { useGetLabelStateQuery } from './labels-api.ts';

const LabelsDialog = lazyPart(() => import('./LabelsDialog.tsx'));

/** Nothing before the first print (rules 2.45 and 16.10). */
export function LabelsTask({ pharmacyId, token }: { pharmacyId: string; token: string }) {
  const { t } = useTranslation();
  const { opened, close, opener } = useLate(LabelsDialog);
  const { currentData: state } = useGetLabelStateQuery(
    { params: { apoId: pharmacyId, token } },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  if (!state?.latest) return null;
  const { open, toRemove } = state;
  const parts = [
    open > 0 && t('labels.open', { count: open, formatted: formatCount(open) }),
    toRemove > 0 && t('labels.toRemove', { count: toRemove, formatted: formatCount(toRemove) }),
  ].filter(Boolean);
  return (
    <>
      {parts.length > 0 && (
        <TodoItem
          action={
            <Button variant="light" {...opener}>
              {t('labels.button')}
            </Button>
          }
        >
          {parts.join(', ')}
        </TodoItem>
      )}
      {/* Stays when nothing is open any more. */}
      <Suspense>{opened && <LabelsDialog pharmacyId={pharmacyId} token={token} onClose={close} />}</Suspense>
    </>
  );
}
