import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { errorMessage } from '../../../api/api-error.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useGetDashboardQuery, useRemoveTillMutation } from '../pharmacies-api.ts';

type Props = { account: string; name: string; opened: boolean; onClose: () => void };

/** Rule 22.7. */
export default function RemoveTillDialog({ account, name, opened, onClose }: Props) {
  const { t } = useTranslation();
  const { pharmacyId = '', pharmacyToken: token = '' } = useParams();
  const { currentData } = useGetDashboardQuery({ params: { crmId: pharmacyId, token } });
  const [failure, setFailure] = useState<string | null>(null);
  const [removeTill, { isLoading }] = useRemoveTillMutation();
  const close = () => {
    setFailure(null);
    onClose();
  };
  const remove = async () => {
    setFailure(null);
    try {
      const apoId = currentData?.pharmacy.apoId ?? 0;
      await removeTill({ params: { apoId, token, account } }).unwrap();
      notifications.show({ color: 'teal', message: t('till.remove.done', { name }) });
      close();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('till.remove.button')}
      failure={
        failure && (
          <>
            {t('till.remove.failed')}
            <br />
            {failure}
          </>
        )
      }
      confirmLabel={t('till.remove.confirm')}
      cancelLabel={t('till.remove.cancel')}
      danger
      busy={isLoading}
      onConfirm={() => void remove()}
      onClose={close}
    >
      <p>
        <strong>{t('till.remove.question', { name })}</strong>
      </p>
      <p>{t(account === 'files' ? 'till.remove.files' : 'till.remove.consequence')}</p>
    </ConfirmDialog>
  );
}
