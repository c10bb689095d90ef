import { Alert } from '@mantine/core';
import {
  deadlineWording,
  hasApprovalFlag,
  isAtShortNotice,
  PACKAGE_KINDS,
  QUARTERLY_DAY,
  SHORT_NOTICE_DAYS,
} from '@portal/rules';
import { IconAlertTriangle, IconClock, IconHandStop, IconLock, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectPilotAccess } from '../../auth/pharmacy-context-slice.ts';
import { formatCount, formatInstant } from '../../lib/format.ts';
import screen from '../../ui/screen/screen.module.css';
import type { UpdateHead } from './price-updates-api.ts';
import classes from './update.module.css';

type Props = { title: string; pharmacyName: string | undefined; head: UpdateHead | undefined; modes: ReactNode };

/** Title, when the package came and what becomes of it (rule 2.13). */
export function UpdateHeader({ title, pharmacyName, head, modes }: Props) {
  const { t } = useTranslation('priceUpdate');
  const locked = head?.lzd && head.status === 0 && !head.lzd.readyForApproval;
  return (
    <>
      <header className={screen.title}>
        <h1 className={screen.heading}>
          {title}
          {head && head.status < 0 && t('title.deleted', { date: formatInstant(head.deletedAt) })}
          {locked && (
            <span className={classes.lock} title={t('head.lockedText')}>
              <IconLock aria-hidden size={14} />
              {t('head.locked')}
            </span>
          )}
        </h1>
        {pharmacyName && <p className={screen.pharmacy}>{pharmacyName}</p>}
        {modes}
      </header>
      {head && <Meta head={head} />}
      {head && <Notices head={head} />}
    </>
  );
}

function Meta({ head }: { head: UpdateHead }) {
  const { t } = useTranslation('priceUpdate');
  const { kind, status, lzd, approver, approvalDate } = head;
  return (
    <p className={classes.meta}>
      {kind !== 'MDP' && <span>{t('head.id', { id: head.id })}</span>}
      <span>{t('head.created', { date: formatInstant(head.createdAt, 'dd. MMMM yyyy HH:mm') })}</span>
      {lzd && status === 0 && <span>{t(`head.reset_${lzd.resetChoice}`)}</span>}
      {status > 0 && (
        <span>
          {t('head.approved', { approver: approver ?? '–', date: formatInstant(approvalDate, 'dd. MMMM yyyy HH:mm') })}
        </span>
      )}
      {status === 0 && <Deadline head={head} />}
      {status < 0 && head.closedReason && <span>{t('head.closed', { reason: head.closedReason })}</span>}
    </p>
  );
}

function Deadline({ head: { kind, deadline, held, createdAt, reopenedAt } }: { head: UpdateHead }) {
  const { t } = useTranslation('priceUpdate');
  // the notice says why it stays open
  if (!hasApprovalFlag(kind) || held) return null;
  if (!deadline) return <span>{t('deadline.none')}</span>;
  const { at, action } = deadline;
  const day = QUARTERLY_DAY[action];
  const monthly = PACKAGE_KINDS[kind].clock.deadline === 'dayOfMonth';
  const passedOver = monthly && isAtShortNotice(new Date(reopenedAt ?? createdAt), day);
  return (
    <>
      <span className={classes.deadline} data-action={action}>
        <IconClock aria-hidden size={15} />
        {t(`deadline.${action}`, { when: deadlineWording(kind, new Date(at)).text })}
      </span>
      <span className={classes.explained}>{t(`deadline.${action}Text`)}</span>
      {passedOver && (
        <span className={classes.explained}>{t('deadline.shortNotice', { day, days: SHORT_NOTICE_DAYS })}</span>
      )}
    </>
  );
}

function Notices({ head }: { head: UpdateHead }) {
  const { t } = useTranslation(['priceUpdate', 'common']);
  const pilotAccess = useSelector(selectPilotAccess);
  return (
    <>
      {head.held && (
        <Alert
          className={screen.notice}
          color="yellow"
          icon={<IconHandStop aria-hidden />}
          title={t('notice.held', { count: head.held.rows, number: formatCount(head.held.rows) })}
        >
          {t('notice.heldText', { date: formatInstant(head.held.at, 'dd. MMMM yyyy HH:mm') })}
        </Alert>
      )}
      {head.isShadowPharmacy && (
        <Alert className={screen.notice} color="blue" icon={<IconLock aria-hidden />}>
          {t('notice.mirror')}
        </Alert>
      )}
      {!pilotAccess && (
        <Alert className={screen.notice} color="gray" icon={<IconLock aria-hidden />}>
          {t('common:dashboard.noPilot')} {t('notice.noPilot')}
        </Alert>
      )}
      {head.lzd?.pharmacy.contractStatus === 0 && (
        <Alert className={screen.notice} color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {t('notice.contract')}
        </Alert>
      )}
      {head.status < 0 && (
        <Alert className={screen.notice} color="gray" icon={<IconTrash aria-hidden />}>
          {t('notice.deleted')}
        </Alert>
      )}
    </>
  );
}
