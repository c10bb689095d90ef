import { Alert, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import classes from './log-export.module.css';
import { useOpenLogExportMutation } from './log-export-api.ts';

export function DownloadNotice({ ticket }: { ticket: string }) {
  const { t } = useTranslation('logExport');
  const [open, { data: opened, error, isLoading }] = useOpenLogExportMutation();
  const download = async () => {
    const answer = await open({ body: { ticket } });
    if (!answer.data) return;
    const link = document.createElement('a');
    link.href = answer.data.url;
    link.click();
  };
  return (
    <Alert
      className={classes.notice}
      color="teal"
      title={t('link.title')}
      icon={<IconDownload size={20} aria-hidden />}
    >
      <p className={classes.line}>{t('link.text')}</p>
      <Button className={classes.download} loading={isLoading} onClick={() => void download()}>
        {t('link.button')}
      </Button>
      <div aria-live="polite">
        {opened && <p className={classes.quiet}>{t('link.done')}</p>}
        {error && (
          <p className={classes.issue}>
            {t('link.failed')} {errorMessage(error)}
          </p>
        )}
      </div>
    </Alert>
  );
}
