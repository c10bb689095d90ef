import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { HistoryEntry, Pharmacy } from '@portal/contracts';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { downloadBlob } from '../../lib/download.ts';
import { formatInstant } from '../../lib/format.ts';
import { useGetEventLogMutation, useGetOwnLogMutation } from './history-api.ts';

type Props = { entry: Pick<HistoryEntry, 'id' | 'createdAt'>; pharmacy: Pick<Pharmacy, 'crmCompanyId' | 'token'> };
type Format = 'csv' | 'xlsx';
type Load = (query: { format?: Format }) => Promise<{ blob: Blob }>;

/** Rules 11.3 and 10.13. */
export function LogButton({ entry, pharmacy: { crmCompanyId, token } }: Props) {
  const [getLog, { isLoading, reset }] = useGetEventLogMutation();
  const load: Load = (query) => getLog({ params: { crmId: crmCompanyId, token, eventId: entry.id }, query }).unwrap();
  return <DownloadLog entry={entry} load={load} isLoading={isLoading} reset={reset} />;
}

/** The same where people see the history of their own pharmacy (rule 11.8). */
export function OwnLogButton({ entry, pharmacy: { apoId, token } }: OwnProps) {
  const [getLog, { isLoading, reset }] = useGetOwnLogMutation();
  const load: Load = (query) => getLog({ params: { apoId, token, eventId: entry.id }, query }).unwrap();
  return <DownloadLog entry={entry} load={load} isLoading={isLoading} reset={reset} />;
}
type OwnProps = { entry: Props['entry']; pharmacy: { apoId: string; token: string } };

type Download = {
  entry: Props['entry'];
  load: Load;
  isLoading: boolean;
  reset: () => void;
};

function DownloadLog({ entry, load, isLoading, reset }: Download) {
  const { t } = useTranslation('history');

  const date = formatInstant(entry.createdAt, 'dd.MM.yyyy HH:mm');
  const save = async (format: Format) => {
    try {
      const { blob } = await load(format === 'csv' ? {} : { format });
      downloadBlob(`Log_${entry.id}.${format}`, blob);
      reset(); // the file is not kept in the store
    } catch (error) {
      notifications.show({
        color: 'red',
        title: t('logFailed'),
        message: errorMessage(error),
        closeButtonProps: { 'aria-label': t('close') },
      });
    }
  };

  return (
    <Button.Group>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconDownload size={14} aria-hidden />}
        aria-label={t('logNamed', { date })}
        loading={isLoading}
        onClick={() => void save('csv')}
      >
        {t('log')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t('excelNamed', { date })}
        disabled={isLoading}
        onClick={() => void save('xlsx')}
      >
        {t('excel')}
      </Button>
    </Button.Group>
  );
}
