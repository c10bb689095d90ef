import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TillDownloadPanel } from './TillDownloadPanel.tsx';

/** The way to the price file for the till on the dashboard (rule 9.2). */
export function TillDownload() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('exports.till.open')}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('exports.till.title')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <TillDownloadPanel />
      </Modal>
    </>
  );
}
