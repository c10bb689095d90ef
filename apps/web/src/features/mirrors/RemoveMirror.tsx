import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { Pharmacy } from '@portal/contracts';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useRemoveMirrorMutation } from './mirrors-api.ts';

/** Ends the mirroring of a pharmacy after a confirmation (rule 8.4). */
export function RemoveMirror({ main, mirror }: { main: Pharmacy; mirror: Pharmacy }) {
  const { t } = useTranslation('mirrors');
  const { name } = mirror;
  const [opened, { open, close }] = useDisclosure(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [removeMirror, { isLoading }] = useRemoveMirrorMutation();

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
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        title={t('remove.button')}
        aria-label={t('remove.buttonNamed', { name })}
        onClick={() => {
          setFailure(null);
          open();
        }}
      >
        <IconTrash size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
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
        closeLabel={t('close')}
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
    </>
  );
}
