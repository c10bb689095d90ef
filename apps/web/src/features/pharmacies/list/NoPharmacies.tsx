import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SupportContact } from '../../../auth/SupportContact.tsx';
import { useAccess } from '../../../auth/use-access.ts';

/** Rule 23.14: what comes next, and who does it. */
export function NoPharmacies({ mayMake }: { mayMake: boolean }) {
  const { t } = useTranslation();
  const { staff } = useAccess();
  const reader = mayMake ? 'admin' : staff ? 'sales' : 'people';
  return (
    <Alert
      color="gray"
      icon={<IconInfoCircle size={20} aria-hidden />}
      title={t(staff ? 'pharmacyList.none.title' : 'pharmacyList.none.titlePeople')}
    >
      <div>{t(`pharmacyList.none.${reader}`)}</div>
      {!staff && <SupportContact />}
    </Alert>
  );
}
