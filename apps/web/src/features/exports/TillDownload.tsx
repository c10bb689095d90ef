import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useLate } from '../../ui/use-late.ts';

const TillDialog = lazyPart(() => import('./TillDialog.tsx'));

/** Rule 9.2. */
export function TillDownload() {
  const { t } = useTranslation();
  const { mounted, opened, close, opener } = useLate(TillDialog);
  return (
    <>
      <Button variant="default" {...opener}>
        {t('exports.till.open')}
      </Button>
      <Suspense>{mounted && <TillDialog opened={opened} onClose={close} />}</Suspense>
    </>
  );
}
