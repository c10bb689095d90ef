import { Alert } from '@mantine/core';
import type { Dashboard } from '@portal/contracts';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

type Props = {
  dashboard: Pick<Dashboard, 'tpData' | 'pharmacy' | 'parentPharmacy'>;
  staff: boolean;
  className?: string | undefined;
};

/** Rule 23.14: what comes next for a pharmacy without prices, and who does it. */
export function FirstSteps({ dashboard: { tpData, pharmacy, parentPharmacy }, staff, className = '' }: Props) {
  const { t } = useTranslation();
  const hasPrices = tpData.some(({ count, negative }) => count + negative > 0);
  if (hasPrices || parentPharmacy) return null;
  const released = tpData.some(({ lzdId, readyToApprove }) => lzdId !== null && readyToApprove);
  const pending = tpData.some(({ lzdPending }) => lzdPending);
  const step = released ? 'released' : pending ? 'pending' : 'upload';
  return (
    <Alert
      color="blue"
      icon={<IconInfoCircle size={20} aria-hidden />}
      title={t('firstSteps.title')}
      role="note"
      className={className}
    >
      {t(`firstSteps.${staff ? 'staff' : 'people'}.${step}`)}
      {staff && !pharmacy.userAccessActivated && ` ${t('firstSteps.staff.access')}`}
    </Alert>
  );
}
