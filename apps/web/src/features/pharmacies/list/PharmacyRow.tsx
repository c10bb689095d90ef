import { ActionIcon } from '@mantine/core';
import type { Pharmacy } from '@portal/contracts';
import { berlinDaysBetween, deadlineText, deadlineUrgency, timeLeft } from '@portal/rules';
import { IconChevronDown, IconChevronRight, IconCornerDownRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RowComponentProps } from 'react-window';
import { PharmacyTag } from '../PharmacyTag.tsx';
import { pharmacyPath } from '../pharmacy-path.ts';
import { type ListRow, waitingSince } from './list-rows.ts';
import classes from './PharmacyTable.module.css';

export type RowData = { rows: readonly ListRow[]; now: Date; toggle: (apoId: number) => void };

/** One line of the list. */
export function PharmacyRow({ index, style, rows, now, toggle }: RowComponentProps<RowData>) {
  const { t } = useTranslation();
  const row = rows[index];
  if (!row) return null;
  const { pharmacy, level, mirrorCount, expanded, openedBySearch } = row;
  const path = pharmacyPath(pharmacy);
  const since = waitingSince(pharmacy);
  const days = since === null ? 0 : Math.max(0, berlinDaysBetween(new Date(since), now));
  const Chevron = expanded ? IconChevronDown : IconChevronRight;
  return (
    <div role="row" aria-rowindex={index + 2} style={style} className={classes.row} data-level={level}>
      <div role="cell" className={classes.apoId}>
        {pharmacy.apoId}
      </div>
      <div role="cell" className={classes.status}>
        <PharmacyTag pharmacy={pharmacy} />
      </div>
      <div role="cell" className={classes.structure}>
        {mirrorCount > 0 && !openedBySearch && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-expanded={expanded}
            aria-label={t(expanded ? 'pharmacyList.hideMirrors' : 'pharmacyList.showMirrors', { name: pharmacy.name })}
            onClick={() => toggle(pharmacy.apoId)}
          >
            <Chevron size={18} aria-hidden />
          </ActionIcon>
        )}
        {level === 1 && <IconCornerDownRight size={18} className={classes.quiet} aria-label={t('pharmacy.mirror')} />}
      </div>
      <div role="cell" className={classes.name} title={pharmacy.name}>
        {pharmacy.name}
        {mirrorCount > 0 && (
          <span className={classes.mirrors}>{t('pharmacyList.mirrors', { count: mirrorCount })}</span>
        )}
      </div>
      <div role="cell" className={classes.street} title={pharmacy.street}>
        {pharmacy.street}
      </div>
      <div role="cell" className={classes.city} title={pharmacy.city}>
        {pharmacy.zipcode} {pharmacy.city}
      </div>
      <Count name="mdpCount" label={t('pharmacyList.column.mdpCount')} count={pharmacy.mdpCount} />
      <Count name="qdpCount" label={t('pharmacyList.column.qdpCount')} count={pharmacy.qdpCount} />
      <Count name="lzdCount" label={t('pharmacyList.column.lzdCount')} count={pharmacy.lzdCount} />
      <div role="cell" className={classes.waiting}>
        {since !== null && t('pharmacyList.waiting', { count: days })}
      </div>
      <NextDeadline deadline={pharmacy.nextDeadline} now={now} />
      <div role="cell" className={classes.action}>
        {path && (
          <Link to={path} className={classes.open} aria-label={t('pharmacyList.openLabel', { name: pharmacy.name })}>
            {t('open')}
          </Link>
        )}
      </div>
    </div>
  );
}

function NextDeadline({ deadline, now }: { deadline: Pharmacy['nextDeadline']; now: Date }) {
  const { t } = useTranslation();
  if (!deadline) return <div role="cell" className={classes.deadline} />;
  const { at, action, kind } = deadline;
  const when = deadlineText(kind, new Date(at));
  return (
    <div
      role="cell"
      className={classes.deadline}
      title={`${t(`pharmacyList.deadline.${action}`)} ${when}`}
      data-urgency={deadlineUrgency(timeLeft(new Date(at), now))}
    >
      <span className={classes.deadlineAction}>{t(`pharmacyList.deadline.${action}`)} </span>
      {when}
    </div>
  );
}

type CountName = 'mdpCount' | 'qdpCount' | 'lzdCount';

/** Without hooks of its own: while somebody scrolls, ten lines come in each frame. */
function Count({ name, label, count }: { name: CountName; label: string; count: number }) {
  return (
    <div role="cell" className={classes[name]}>
      {count > 0 && (
        <>
          <span className={classes.countLabel}>{label} </span>
          {count}
        </>
      )}
    </div>
  );
}
