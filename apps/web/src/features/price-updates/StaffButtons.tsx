import { Button, Tooltip } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccess } from '../../auth/use-access.ts';
import { partToTakeBack, type UpdateHead } from './price-updates-api.ts';
import type { StaffStep } from './use-staff-steps.ts';

type Props = { head: UpdateHead; onStaffStep: (step: StaffStep) => void };

/** Rules 1.9, 6.19 and 6.21. */
export const StaffButtons = memo(function StaffButtons({ head, onStaffStep }: Props) {
  const { t } = useTranslation('priceUpdate');
  return (
    <>
      {partToTakeBack(head) && (
        <Button variant="default" onClick={() => onStaffStep('takeBack')}>
          {t('toolbar.revert')}
        </Button>
      )}
      {head.mayReopen && (
        <Button variant="default" onClick={() => onStaffStep('revert')}>
          {t('toolbar.revert')}
        </Button>
      )}
      {head.mayDelete && (
        <Button variant="subtle" color="red" onClick={() => onStaffStep('delete')}>
          {t('toolbar.delete', { context: head.kind })}
        </Button>
      )}
      {head.status === 0 && !head.isShadowPharmacy && <LzdButtons head={head} onStaffStep={onStaffStep} />}
    </>
  );
});

/** What an LZD goes through before its pharmacy may approve it; staff only. */
function LzdButtons({ head, onStaffStep }: Props) {
  const { t } = useTranslation('priceUpdate');
  const { staff } = useAccess();
  if (!staff || !head.lzd) return null;
  const { pharmacy, readyForApproval } = head.lzd;
  return (
    <>
      {pharmacy.active === 0 && !pharmacy.userAccessActivated && (
        <Button variant="default" onClick={() => onStaffStep('demo')}>
          {t('toolbar.demo')}
        </Button>
      )}
      {pharmacy.userEmails === null && (
        <Tip label={t('toolbar.accessTip')}>
          <Button variant="default" onClick={() => onStaffStep('access')}>
            {t('toolbar.access')}
          </Button>
        </Tip>
      )}
      {pharmacy.userEmails !== null && !readyForApproval && (
        <Tip label={t('toolbar.releaseTip')}>
          <Button variant="default" onClick={() => onStaffStep('release')}>
            {t('toolbar.release')}
          </Button>
        </Tip>
      )}
    </>
  );
}

function Tip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Tooltip label={label} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      {children}
    </Tooltip>
  );
}
