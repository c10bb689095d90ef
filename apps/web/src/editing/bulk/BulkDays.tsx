import { useTranslation } from 'react-i18next';
import { Day } from '../days/Day.tsx';
import type { Days } from '../kind/days.ts';
import classes from './bulk.module.css';

type Props = {
  days: Days;
  /** In Berlin. */
  today: string;
  issue: 'periodPast' | 'periodReversed' | undefined;
  onChange: (days: Days) => void;
  /** By field, whether it holds a text that is no day. */
  onUnread: (field: 'validFrom' | 'validTo', isUnread: boolean) => void;
};

/** For how long the prices of a rule hold (rule 17.2). */
export function BulkDays({ days, today, issue, onChange, onUnread }: Props) {
  const { t } = useTranslation('editing');
  const set = (part: Partial<Days>) => onChange({ ...days, ...part });
  return (
    <div className={classes.days}>
      <Day
        label={t('days.validFrom')}
        hint={t('days.now')}
        value={days.validFrom}
        today={today}
        onChange={(validFrom) => set({ validFrom })}
        onUnread={(isUnread) => onUnread('validFrom', isUnread)}
      />
      <Day
        label={t('days.validTo')}
        hint={t('days.open')}
        value={days.validTo}
        today={today}
        onChange={(validTo) => set({ validTo })}
        onUnread={(isUnread) => onUnread('validTo', isUnread)}
      />
      {issue && (
        <p className={classes.daysIssue} role="alert">
          {t(`days.${issue}`)}
        </p>
      )}
    </div>
  );
}
