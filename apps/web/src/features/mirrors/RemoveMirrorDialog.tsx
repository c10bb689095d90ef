import { notifications } from '@mantine/notifications';
import type { Pharmacy } from '@portal/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useRemoveMirrorMutation } from './mirrors-api.ts';

type Props = { main: Pharmacy; mirror: Pharmacy; opened: boolean; onClose: () => void };

/** Ends the mirroring of a pharmacy after a confirmation (rule 8.4). */
export default function RemoveMirrorDialog({ main, mirror, opened, onClose }: Props) {
  const { t } = useTranslation('mirrors');
  const { name } = mirror;
  const [failure, setFailure] = useState<string | null>(null);
  const [removeMirror, { isLoading }] = useRemoveMirrorMutation();
  const close = () => {
    setFailure(null);
    onClose();
  };
  const remove = async () => {
    setFailure(null);
    try {
      await removeMirror({ params: { apoId: main.apoId, shadowApoId: mirror.apoId } }).unwrap();
      notifications.show({ color: 'teal', message: t('remove.done', { name }) });
      close();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('remove.title')}
      failure={
        failure && (
          <>
            {t('remove.failed')}
            <br />
            {failure}
          </>
        )
      }
      confirmLabel={t('remove.confirm')}
      cancelLabel={t('cancel')}
      danger
      busy={isLoading}
      onConfirm={() => void remove()}
      onClose={close}
    >
      <p>
        <strong>{t('remove.question')}</strong>
      </p>
      <p>{t('remove.consequence', { name })}</p>
    </ConfirmDialog>
  );
}
