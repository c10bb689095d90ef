import type { Pharmacy } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { RemoveDialog } from '../../ui/RemoveDialog.tsx';
import { useRemoveMirrorMutation } from './mirrors-api.ts';

type Props = { main: Pharmacy; mirror: Pharmacy; opened: boolean; onClose: () => void };

/** Ends the mirroring of a pharmacy after a confirmation (rule 8.4). */
export default function RemoveMirrorDialog({ main, mirror, opened, onClose }: Props) {
  const { t } = useTranslation('mirrors');
  const { name } = mirror;
  const [removeMirror, { isLoading }] = useRemoveMirrorMutation();
  return (
    <RemoveDialog
      opened={opened}
      texts={{
        title: t('remove.title'),
        question: t('remove.question'),
        failed: t('remove.failed'),
        done: t('remove.done', { name }),
        confirm: t('remove.confirm'),
        cancel: t('cancel'),
      }}
      busy={isLoading}
      remove={() => removeMirror({ params: { apoId: main.apoId, shadowApoId: mirror.apoId } }).unwrap()}
      messageOf={errorMessage}
      onClose={onClose}
    >
      {t('remove.consequence', { name })}
    </RemoveDialog>
  );
}
