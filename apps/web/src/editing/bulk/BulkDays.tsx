import { useTranslation } from 'react-i18next';
import { Day } from '../days/Day.tsx';
import type { Days } from '../days/days.ts';
import classes from './bulk.module.css';

type Props = {
  days: Days;
  /** In Berlin. */
  today: string;
  issue: 'periodPast' | 'periodReversed' | undefined;
  onChange: (days: Days) => void;
};

/** For how long the prices of a rule hold (rule 17.2). */
export function BulkDays({ days, today, issue, onChange }: Props) {
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
      />
      <Day
        label={t('days.validTo')}
        hint={t('days.open')}
        value={days.validTo}
        today={today}
        onChange={(validTo) => set({ validTo })}
      />
      {issue && (
        <p className={classes.daysIssue} role="alert">
          {t(`days.${issue}`)}
        </p>
      )}
    </div>
  );
}
