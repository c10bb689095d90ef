import { Alert, Button } from '@mantine/core';
import type { TillLacks } from '@portal/contracts';
import { IconCashRegister } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useLate } from '../../ui/use-late.ts';
import classes from './exports.module.css';
import { useTillDownload } from './use-till-download.ts';

const TillDialog = lazyPart(() => import('./TillDialog.tsx'));

/** Rules 9.2 and 9.20. */
export function TillDownload({ lacks }: { lacks: TillLacks | null }) {
  const { t } = useTranslation();
  const [showFiles, setShowFiles] = useState(false);
  const { asked, opened, open, close, opener } = useLate(TillDialog);
  const { download, isReady, error, isLoading } = useTillDownload();
  const lacking = lacks && !lacks.reload ? lacks.groups.filter(({ account }) => account === 'files') : [];
  const productGroups = lacking.map(({ productGroup }) => productGroup);
  const openDialog = (files: boolean) => {
    setShowFiles(files);
    open();
  };
  const downloadChanges = async () => {
    if (await download({ productGroups, contents: 'changes' })) openDialog(true);
  };
  return (
    <>
      {error && (
        <Alert color="red" role="alert" title={t('exports.till.failed')} mb="sm">
          {errorMessage(error)}
        </Alert>
      )}
      <div className={classes.actions}>
        {productGroups.length > 0 && (
          <Button
            leftSection={<IconCashRegister aria-hidden size={16} />}
            disabled={!isReady}
            loading={isLoading}
            onClick={() => void downloadChanges()}
          >
            {t('exports.till.downloadChanges')}
          </Button>
        )}
        <Button variant="default" {...opener} onClick={() => openDialog(false)}>
          {t('exports.till.open')}
        </Button>
      </div>
      <Suspense>
        {asked && (
          <TillDialog
            opened={opened}
            onClose={close}
            {...(showFiles ? { preselected: productGroups, showFiles } : {})}
          />
        )}
      </Suspense>
    </>
  );
}
