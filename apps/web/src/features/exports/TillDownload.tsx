import { Alert, Button, Modal } from '@mantine/core';
import type { TillLacks } from '@portal/contracts';
import { IconCashRegister } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import classes from './exports.module.css';
import { TillDownloadPanel } from './TillDownloadPanel.tsx';
import { useTillDownload } from './use-till-download.ts';

/**
 * The way to the price file for the till on the dashboard (rule 9.2), and to the changes that it lacks in one click (rule 9.20); their
 * confirmation is offered right after.
 */
export function TillDownload({ lacks }: { lacks: TillLacks | null }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<'dialog' | 'files' | null>(null);
  const { download, isReady, error, isLoading } = useTillDownload();
  const productGroups = lacks?.reload ? [] : (lacks?.groups.map(({ productGroup }) => productGroup) ?? []);
  const downloadChanges = async () => {
    if (await download({ productGroups, contents: 'changes' })) setOpened('files');
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
        <Button variant="default" onClick={() => setOpened('dialog')}>
          {t('exports.till.open')}
        </Button>
      </div>
      <Modal
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={t('exports.till.title')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {opened === 'files' ? <TillDownloadPanel preselected={productGroups} showFiles /> : <TillDownloadPanel />}
      </Modal>
    </>
  );
}
