import type { TillEntry } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { tillDifferenceText } from '../../../lib/till-difference.ts';
import { RemoveTill } from './RemoveTill.tsx';
import classes from './TillCard.module.css';

/** Each till of the pharmacy, with what it lacks and has said (rule 22.5). */
export function TillList({ tills }: { tills: readonly TillEntry[] }) {
  const { t } = useTranslation();
  const describe = useDescribe();
  const nameOf = useTillName();
  return (
    <ul className={classes.tills} aria-label={t('till.each.label')}>
      {tills.map((till) => (
        <li key={till.account}>
          <div>
            <strong>{nameOf(till)}</strong>
            <span>{describe(till)}</span>
          </div>
          <RemoveTill till={till} name={nameOf(till)} />
        </li>
      ))}
    </ul>
  );
}

/** As the sign-in service calls its account. */
export function useTillName(): (till: { account: string; name: string | null }) => string {
  const { t } = useTranslation();
  return ({ account, name }) => (account === 'files' ? t('till.each.files') : (name ?? t('till.each.unnamed')));
}

function useDescribe(): (till: TillEntry) => string {
  const { t } = useTranslation();
  const counted = (count: number) => ({ count, formatted: formatCount(count) });
  const day = (at: string) => formatInstant(at, 'dd.MM.yyyy').slice(0, 6);
  return ({ loadedAt, reload, pendingCount, standOf, refused, differsSince, check }) => {
    const lacks = pendingCount > 0 ? t('till.each.pending', counted(pendingCount)) : t('till.each.done');
    return [
      loadedAt === null ? t('till.each.never') : reload ? t('till.each.reload') : lacks,
      standOf && t('till.each.standOf', { date: formatInstant(standOf, 'dd.MM.yyyy HH:mm') }),
      refused > 0 && t('till.each.refused', counted(refused)),
      differsSince && t('till.each.differs', { date: day(differsSince) }),
      check && tillDifferenceText(check, day(check.takenAt), t),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
