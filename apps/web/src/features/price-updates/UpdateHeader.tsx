import {
  deadlineText,
  deadlineUrgency,
  hasApprovalFlag,
  isAtShortNotice,
  PACKAGE_KINDS,
  QUARTERLY_DAY,
  SHORT_NOTICE_DAYS,
  timeLeft,
} from '@portal/rules';
import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconClock, IconHandStop, IconLock, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectPilotAccess } from '../../auth/pharmacy-context-slice.ts';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { Info } from '../../ui/info/Info.tsx';
import { Notice } from '../../ui/screen/Notice.tsx';
import screen from '../../ui/screen/screen.module.css';
import { approvedInParts, arrivalDoubts, type UpdateHead } from './price-updates-api.ts';
import classes from './update.module.css';
import { useBack } from './use-exit.ts';

type Props = { head: UpdateHead };
type FactsProps = Props & { /** Rows that an approval would load. */ open: number };

/** As 'Abbrechen' does. */
export function UpdateBack({ home }: { home: string }) {
  const { t } = useTranslation('common');
  const label = t('back');
  return (
    <ActionIcon
      className={screen.back ?? ''}
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      onClick={useBack(home)}
    >
      <IconArrowLeft aria-hidden size={18} />
    </ActionIcon>
  );
}

export function UpdateTitle({ title, head }: { title: string; head: UpdateHead | undefined }) {
  const { t } = useTranslation('priceUpdate');
  const locked = head?.lzd && head.status === 0 && !head.lzd.readyForApproval;
  return (
    <>
      {title}
      {head && head.status < 0 && t('title.deleted', { date: formatInstant(head.deletedAt) })}
      {locked && (
        <span className={classes.lock} title={t('head.lockedText')}>
          <IconLock aria-hidden size={14} />
          {t('head.locked')}
        </span>
      )}
    </>
  );
}

/** When the package came and what becomes of it (rule 2.13); of an approved one first who approved it. */
export function UpdateFacts({ head, open }: FactsProps) {
  const { t } = useTranslation('priceUpdate');
  const { kind, status, lzd, approver, approvalDate } = head;
  const created = t('head.created', { date: formatInstant(head.createdAt) });
  const reset = lzd && status === 0 ? t(`head.reset_${lzd.resetChoice}`) : null;
  const about = kind !== 'MDP' && (
    <>
      <p>{t('head.created', { date: formatInstant(head.createdAt, 'dd. MMMM yyyy HH:mm') })}</p>
      <p>{t('head.id', { id: head.id })}</p>
      {reset && <p>{reset}</p>}
    </>
  );
  return (
    <div className={screen.facts}>
      {status > 0 && (
        <strong>
          {t('head.approved', { approver: approver ?? '–', date: formatInstant(approvalDate, 'dd. MMMM yyyy HH:mm') })}
        </strong>
      )}
      {status === 0 && <Deadline head={head}>{about}</Deadline>}
      {status <= 0 && <Parts head={head} open={open} />}
      {status < 0 && head.closedReason && <span>{t('head.closed', { reason: head.closedReason })}</span>}
      {!about || explainsDeadline(head) ? (
        <span className={screen.created} title={formatInstant(head.createdAt, 'dd. MMMM yyyy HH:mm')}>
          {created}
        </span>
      ) : (
        <Info label={t('head.about')} text={<span className={screen.created}>{created}</span>}>
          {about}
        </Info>
      )}
    </div>
  );
}

/** Rule 6.31. */
function Parts({ head, open }: FactsProps) {
  const { t } = useTranslation('priceUpdate');
  const count = approvedInParts(head);
  if (count === 0) return null;
  return (
    <Info label={t('part.about')} text={<strong>{t('part.done', { number: formatCount(count) })}</strong>}>
      {head.status === 0 && open > 0 && <p>{t('part.why', { number: formatCount(open) })}</p>}
      {head.parts.map(({ number, rows, userName, approvedAt }) => (
        <p key={number}>
          {t('part.line', {
            part: number,
            count: rows,
            number: formatCount(rows),
            user: userName,
            date: formatInstant(approvedAt, 'dd.MM.yyyy HH:mm'),
          })}
        </p>
      ))}
    </Info>
  );
}

/** Its deadline has a sign, behind which the rest of the package stands, too. */
function explainsDeadline({ kind, status, deadline, held }: UpdateHead): boolean {
  return status === 0 && hasApprovalFlag(kind) && !held && deadline !== null;
}

function Deadline({ head, children }: Props & { children: ReactNode }) {
  const { t } = useTranslation(['priceUpdate', 'common']);
  const [now] = useState(serverNow);
  const { kind, deadline, held, createdAt, reopenedAt } = head;
  // the notice says why it stays open
  if (!hasApprovalFlag(kind) || held) return null;
  if (!deadline) return <span>{t('deadline.none')}</span>;
  const { at, action } = deadline;
  const when = deadlineText(kind, new Date(at));
  const left = timeLeft(new Date(at), now);
  const day = QUARTERLY_DAY[action];
  const monthly = PACKAGE_KINDS[kind].clock.deadline === 'dayOfMonth';
  const passedOver = monthly && isAtShortNotice(new Date(reopenedAt ?? createdAt), day);
  return (
    <Info
      label={t('deadline.more')}
      className={classes.deadline}
      text={
        <>
          <IconClock aria-hidden size={15} />
          <span data-urgency={deadlineUrgency(left)}>{t(`deadline.${action}`, { when })}</span>
          {left && <span className={classes.left}>{t(`common:tasks.left.${left.unit}`, { count: left.count })}</span>}
        </>
      }
    >
      <p>
        {t(`deadline.${action}Long`, { when })} {t(`deadline.${action}Text`)}
      </p>
      {passedOver && <p>{t('deadline.shortNotice', { day, days: SHORT_NOTICE_DAYS })}</p>}
      {children}
    </Info>
  );
}

export function UpdateNotices({ head }: Props) {
  const { t } = useTranslation(['priceUpdate', 'common']);
  const pilotAccess = useSelector(selectPilotAccess);
  const approved = approvedInParts(head);
  const doubts = arrivalDoubts(head);
  return (
    <>
      {doubts.length > 0 && (
        <Notice color="orange" icon={IconAlertTriangle} text={<strong>{doubts.join(' ')}</strong>} />
      )}
      {head.held && (
        <Notice
          color="yellow"
          icon={IconHandStop}
          text={<strong>{t('notice.held', { count: head.held.rows, number: formatCount(head.held.rows) })}</strong>}
          more={t('notice.heldText', { date: formatInstant(head.held.at, 'dd. MMMM yyyy HH:mm') })}
        />
      )}
      {head.isShadowPharmacy && <Notice color="blue" icon={IconLock} text={t('notice.mirror')} />}
      {!pilotAccess && (
        <Notice color="gray" icon={IconLock} text={`${t('common:dashboard.noPilot')} ${t('notice.noPilot')}`} />
      )}
      {head.lzd?.pharmacy.contractStatus === 0 && (
        <Notice color="yellow" icon={IconAlertTriangle} text={t('noContract')} />
      )}
      {head.status < 0 && (
        <Notice
          color="gray"
          icon={IconTrash}
          text={
            approved > 0
              ? t('notice.deletedRest', { count: approved, number: formatCount(approved) })
              : t('notice.deleted')
          }
        />
      )}
    </>
  );
}
