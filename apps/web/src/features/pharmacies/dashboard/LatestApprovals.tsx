import { UnstyledButton } from '@mantine/core';
import type { Effect } from '@portal/contracts';
import { formatWholeDifference, packagePath } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { describeUnknown } from '../../../editing/review/describe-lacks.ts';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { Section } from '../../../ui/Section.tsx';
import list from './DashboardList.module.css';
import classes from './LatestApprovals.module.css';
import type { PastApproval } from './tasks.ts';

const SHOWN = 5;
const WIDTH = 100;
const HEIGHT = 12;

/** Newest first (rules 2.12, 11.8 and 14.36). */
export function LatestApprovals({ approvals }: { approvals: readonly PastApproval[] }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const most = Math.max(...approvals.map(({ effect }) => Math.abs(effect?.cents ?? 0)), 1);
  const hidden = all ? 0 : Math.max(0, approvals.length - SHOWN);
  return (
    <Section title={t('approvals.title')} {...(approvals.length > 0 ? { note: t('effects.note') } : {})}>
      {approvals.length === 0 && <p className={list.empty}>{t('approvals.empty')}</p>}
      <ol className={classes.list}>
        {approvals.slice(0, approvals.length - hidden).map((approval) => (
          <li key={approval.id} className={classes.row}>
            <Link className={classes.name} to={packagePath(approval)}>
              {t('tasks.entry', {
                kind: t(`kind.${approval.kind}`),
                group: t(`productGroup.${approval.productGroup}`),
              })}
              {approval.partial && ` ${t('approvals.partial')}`}
              <span className={classes.date}> {formatInstant(approval.approvedAt)}</span>
            </Link>
            {approval.effect && (
              <>
                <Bar share={approval.effect.cents / most} />
                <Worth effect={approval.effect} />
              </>
            )}
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <UnstyledButton className={classes.more} onClick={() => setAll(true)}>
          {t('approvals.more', { count: hidden })}
        </UnstyledButton>
      )}
    </Section>
  );
}

function Bar({ share }: { share: number }) {
  const middle = WIDTH / 2;
  const length = Math.abs(share) * middle;
  return (
    <svg className={classes.bar} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <rect
        className={share < 0 ? classes.loss : classes.gain}
        x={share < 0 ? middle - length : middle}
        y={1}
        width={length}
        height={HEIGHT - 2}
      />
      <line className={classes.axis} x1={middle} x2={middle} y1={0} y2={HEIGHT} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function Worth({ effect: { cents, rows, missing, lacks } }: { effect: Effect }) {
  const { t } = useTranslation();
  if (rows === 0) {
    return <span className={classes.worth}>{missing > 0 ? describeUnknown(t, lacks) : t('effects.none')}</span>;
  }
  const rests = t('effects.rests', { rows: formatCount(rows), changed: formatCount(rows + missing) });
  return (
    <span className={classes.worth}>
      <b>{formatWholeDifference(cents)}</b> {missing > 0 && <span className={classes.rests}>{rests}</span>}
    </span>
  );
}
