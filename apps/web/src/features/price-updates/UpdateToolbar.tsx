import { Button, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectPilotAccess } from '../../auth/pharmacy-context-slice.ts';
import { useAccess } from '../../auth/use-access.ts';
import { formatCount } from '../../lib/format.ts';
import { refusedPzns } from '../../editing/session/held-edit.ts';
import { AskedNote } from '../../editing/AskedNote.tsx';
import screen from '../../ui/screen/screen.module.css';
import type { ToolbarFocus } from '../../ui/screen/use-screen-focus.ts';
import type { UpdateHead } from './price-updates-api.ts';
import classes from './update.module.css';
import type { UpdateSession } from './update-session.ts';
import type { StaffStep } from './use-staff-steps.ts';

type Props = {
  head: UpdateHead;
  session: UpdateSession;
  focus: ToolbarFocus;
  unsaved: boolean;
  downloads: ReactNode;
  onCancel: () => void;
  onSave: () => void;
  onApprove: () => void;
  onStaffStep: (step: StaffStep) => void;
};

/** The buttons below the list by status and role (rules 1.9 and 6.10). */
export function UpdateToolbar(props: Props) {
  const { head, session, focus, unsaved, downloads, onCancel, onStaffStep } = props;
  const { t } = useTranslation('priceUpdate');
  const pilotAccess = useSelector(selectPilotAccess);
  const open = head.status === 0 && !head.isShadowPharmacy;
  const editable = open && pilotAccess;
  return (
    <div className={`${screen.toolbar} ${classes.toolbar}`} role="toolbar" {...focus} aria-label={t('toolbar.label')}>
      <SessionState session={session} editable={editable} unsaved={unsaved} />
      {head.status > 0 && downloads && <div className={classes.group}>{downloads}</div>}
      {head.reopenMessage && <p className={classes.reason}>{head.reopenMessage}</p>}
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      {head.mayReopen && (
        <Button variant="default" onClick={() => onStaffStep('revert')}>
          {t('toolbar.revert')}
        </Button>
      )}
      {head.mayDelete && (
        <Button variant="light" color="red" onClick={() => onStaffStep('delete')}>
          {t('toolbar.delete', { context: head.kind })}
        </Button>
      )}
      {open && <LzdButtons head={head} onStaffStep={onStaffStep} />}
      {editable && <EditButtons {...props} />}
    </div>
  );
}

function SessionState({ session, editable, unsaved }: { session: UpdateSession; editable: boolean; unsaved: boolean }) {
  const { t } = useTranslation('priceUpdate');
  const { size: changes } = session.entered.edits;
  const refused = refusedPzns(session.faults);
  const faults = refused.length;
  return (
    <p className={screen.state} role="status">
      {editable && faults > 0 && (
        <span className={screen.faults}>
          <IconAlertTriangle aria-hidden size={16} />
          {t('toolbar.faults', { count: faults, pzns: refused.slice(0, 3).join(', ') })}
        </span>
      )}
      {editable && faults === 0 && t('toolbar.changes', { count: changes, number: formatCount(changes) })}
      {editable && faults === 0 && unsaved && ` (${t('toolbar.unsaved')})`}
      {editable && <AskedNote faults={session.faults} />}
    </p>
  );
}

function EditButtons({ head, session, onSave, onApprove }: Props) {
  const { t } = useTranslation('priceUpdate');
  const faulty = refusedPzns(session.faults).length > 0;
  const locked = head.lzd !== null && !head.lzd.readyForApproval;
  return (
    <>
      <Tip label={t('toolbar.saveTip')}>
        <Button variant="default" disabled={faulty} onClick={onSave}>
          {t('toolbar.save')}
        </Button>
      </Tip>
      <Button
        disabled={faulty || locked}
        {...(locked ? { leftSection: <IconLock aria-hidden size={16} />, title: t('head.lockedText') } : {})}
        onClick={onApprove}
      >
        {t('toolbar.approve')}
      </Button>
    </>
  );
}

/** What an LZD goes through before its pharmacy may approve it; staff only. */
function LzdButtons({ head, onStaffStep }: Pick<Props, 'head' | 'onStaffStep'>) {
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
