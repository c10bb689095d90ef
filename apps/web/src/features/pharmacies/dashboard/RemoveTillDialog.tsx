import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { errorMessage } from '../../../api/api-error.ts';
import { RemoveDialog } from '../../../ui/RemoveDialog.tsx';
import { useGetDashboardQuery, useRemoveTillMutation } from '../pharmacies-api.ts';

type Props = { account: string; name: string; opened: boolean; onClose: () => void };

/** Rule 22.7. */
export default function RemoveTillDialog({ account, name, opened, onClose }: Props) {
  const { t } = useTranslation();
  const { pharmacyId = '', pharmacyToken: token = '' } = useParams();
  const { currentData } = useGetDashboardQuery({ params: { crmId: pharmacyId, token } });
  const [removeTill, { isLoading }] = useRemoveTillMutation();
  const apoId = currentData?.pharmacy.apoId ?? 0;
  return (
    <RemoveDialog
      opened={opened}
      texts={{
        title: t('till.remove.button'),
        question: t('till.remove.question', { name }),
        failed: t('till.remove.failed'),
        done: t('till.remove.done', { name }),
        confirm: t('takeAway'),
        cancel: t('cancel'),
      }}
      busy={isLoading}
      remove={() => removeTill({ params: { apoId, token, account } }).unwrap()}
      messageOf={errorMessage}
      onClose={onClose}
    >
      {t(account === 'files' ? 'till.remove.files' : 'till.remove.consequence')}
    </RemoveDialog>
  );
}
