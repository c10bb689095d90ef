import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorMessage, retryOf } from '../../api/api-error.ts';
import { formatInstant } from '../../lib/format.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { useGetMessageEventsQuery } from './admin-overview-api.ts';
import classes from './admin-overview.module.css';
import { Dialog } from '../../ui/Dialog.tsx';

/** What became of each attempt to deliver a message, and who sent it again. */
export function MessageLog({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const { t } = useTranslation(['adminOverview', 'common']);
  const { data, error, refetch } = useGetMessageEventsQuery(
    { params: { messageId: id } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <Dialog opened onClose={onClose} title={name} size="lg">
      {data ? (
        data.events.length === 0 ? (
          <p className={classes.quiet}>{t('messages.logEmpty')}</p>
        ) : (
          <ol className={classes.events}>
            {data.events.map((event, index) => (
              <li key={index}>
                <time className={classes.quiet} dateTime={event.at}>
                  {formatInstant(event.at, 'dd.MM.yyyy HH:mm')}
                </time>
                <span>
                  <strong>{t(`messages.event.${event.event}`, { userName: event.userName })}</strong>
                  {event.detail && <span className={classes.detail}>{event.detail}</span>}
                </span>
              </li>
            ))}
          </ol>
        )
      ) : error ? (
        <LoadFailure
          title={t('messages.logFailed')}
          message={errorMessage(error)}
          retryLabel={t('common:retry')}
          onRetry={retryOf(error, () => void refetch())}
        />
      ) : (
        <Skeleton height={120} />
      )}
    </Dialog>
  );
}
