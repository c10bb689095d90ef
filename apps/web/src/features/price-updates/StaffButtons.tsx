import { Button, Tooltip } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccess } from '../../auth/use-access.ts';
import { partToTakeBack, type UpdateHead } from './price-updates-api.ts';
import type { StaffAction } from './use-staff-actions.ts';

type Props = { head: UpdateHead; onStaffAction: (action: StaffAction) => void };

/** Rules 1.9, 6.19 and 6.21. */
export const StaffButtons = memo(function StaffButtons({ head, onStaffAction }: Props) {
  const { t } = useTranslation('priceUpdate');
  return (
    <>
      {partToTakeBack(head) && (
        <Button variant="default" onClick={() => onStaffAction('takeBack')}>
          {t('toolbar.revert')}
        </Button>
      )}
      {head.mayReopen && (
        <Button variant="default" onClick={() => onStaffAction('revert')}>
          {t('toolbar.revert')}
        </Button>
      )}
      {head.mayDelete && (
        <Button variant="subtle" color="red" onClick={() => onStaffAction('delete')}>
          {t('toolbar.delete', { context: head.kind })}
        </Button>
      )}
      {head.status === 0 && !head.isShadowPharmacy && <LzdButtons head={head} onStaffAction={onStaffAction} />}
    </>
  );
});

/** What an LZD goes through before its pharmacy may approve it; staff only. */
function LzdButtons({ head, onStaffAction }: Props) {
  const { t } = useTranslation('priceUpdate');
  const { staff } = useAccess();
  if (!staff || !head.lzd) return null;
  const { pharmacy, readyForApproval } = head.lzd;
  return (
    <>
      {pharmacy.active === 0 && !pharmacy.userAccessActivated && (
        <Button variant="default" onClick={() => onStaffAction('demo')}>
          {t('toolbar.demo')}
        </Button>
      )}
      {pharmacy.userEmails === null && (
        <Tip label={t('toolbar.accessTip')}>
          <Button variant="default" onClick={() => onStaffAction('access')}>
            {t('toolbar.access')}
          </Button>
        </Tip>
      )}
      {pharmacy.userEmails !== null && !readyForApproval && (
        <Tip label={t('toolbar.releaseTip')}>
          <Button variant="default" onClick={() => onStaffAction('release')}>
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
