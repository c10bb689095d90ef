import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { HistoryEntry, Pharmacy } from '@portal/contracts';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { downloadBlob } from '../../lib/download.ts';
import { formatInstant } from '../../lib/format.ts';
import { useGetEventLogMutation } from './history-api.ts';

/** Saves the log of an entry as Log_{id}.csv (rule 11.3). */
export function LogButton({ entry, pharmacy }: { entry: HistoryEntry; pharmacy: Pharmacy }) {
  const { t } = useTranslation('history');
  const [getLog, { isLoading, reset }] = useGetEventLogMutation();

  const save = async () => {
    try {
      const params = { crmId: pharmacy.crmCompanyId, token: pharmacy.token, eventId: entry.id };
      const { blob } = await getLog({ params }).unwrap();
      downloadBlob(`Log_${entry.id}.csv`, blob);
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
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={t('logNamed', { date: formatInstant(entry.createdAt, 'dd.MM.yyyy HH:mm') })}
      loading={isLoading}
      onClick={() => void save()}
    >
      {t('log')}
    </Button>
  );
}
