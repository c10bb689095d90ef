import { Button, Loader } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type OwnHistoryEntry, REASON } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { asApiError, errorMessage, retryOf } from '../../api/api-error.ts';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { personName } from '../../lib/person-name.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { usePreviewUndoQuery, useUndoSaveMutation } from './history-api.ts';
import classes from './own-history.module.css';
import { UndoRows } from './UndoRows.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';

type Props = {
  entry: OwnHistoryEntry;
  pharmacy: { apoId: string; token: string };
  onDone: () => void;
  onClose: () => void;
};

/** Rule 11.9. */
export function UndoDialog({ entry, pharmacy, onDone, onClose }: Props) {
  const { t } = useTranslation(['ownHistory', 'common']);
  const params = { pharmacyId: pharmacy.apoId, token: pharmacy.token, eventId: entry.id };
  const preview = usePreviewUndoQuery({ params }, { refetchOnMountOrArgChange: true });
  const [undo, undoing] = useUndoSaveMutation();
  const shown = preview.currentData;
  const busy = undoing.isLoading || preview.isFetching;
  const close = () => {
    if (!undoing.isLoading) onClose();
  };
  const confirm = async () => {
    if (!shown) return;
    try {
      const { restored } = await undo({ params, body: { preview: shown.preview } }).unwrap();
      notifications.show({
        message: t('undo.done', { count: restored, formatted: formatCount(restored) }),
        closeButtonProps: { 'aria-label': t('close') },
      });
      onDone();
      onClose();
    } catch (error) {
      // Outdated: shown again before it is done.
      if (asApiError(error).reason === REASON.conflict) void preview.refetch();
    }
  };
  const total = shown?.restored.total ?? 0;

  return (
    <Dialog opened size="lg" onClose={close} title={t('undo.title')}>
      <p className={classes.note}>
        {t('undo.what', {
          event: entry.event,
          date: formatInstant(entry.createdAt, 'dd.MM.yyyy HH:mm'),
          userName: personName(entry.userName),
        })}
      </p>
      {!shown && !preview.error && (
        <div role="status" aria-label={t('undo.loading')}>
          <Loader size="sm" />
        </div>
      )}
      {!shown && preview.error && (
        <LoadFailure
          title={t('undo.failed')}
          message={errorMessage(preview.error)}
          retryLabel={t('retry')}
          onRetry={retryOf(preview.error, () => void preview.refetch())}
        />
      )}
      {shown && total === 0 && <p>{t('undo.nothing')}</p>}
      {shown && <UndoRows preview={shown} />}
      {undoing.error && (
        <p className={classes.failure} role="alert">
          {errorMessage(undoing.error)}
        </p>
      )}
      <ConfirmButtons mt="md" since={shown?.preview}>
        <Button variant="default" data-autofocus disabled={undoing.isLoading} onClick={close}>
          {t('cancel')}
        </Button>
        {total > 0 && (
          <Button loading={busy} onClick={() => void confirm()}>
            {t('undo.confirm', { count: total, formatted: formatCount(total) })}
          </Button>
        )}
      </ConfirmButtons>
    </Dialog>
  );
}
