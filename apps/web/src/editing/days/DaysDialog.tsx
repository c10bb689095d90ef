import { Button } from '@mantine/core';
import { isoDay, type Cents, dayIssue, formatCents, formatDay } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Day } from './Day.tsx';
import type { Days } from './days.ts';
import classes from './days.module.css';

type Props = {
  name: string;
  price: Cents | null;
  days: Days;
  /** The last day of the period that runs. */
  runsUntil: string | null;
  onEnter: (days: Days) => void;
  onClose: () => void;
};

/** 'gültig ab' and 'gültig bis' of one price (rules 17.2 and 17.4). */
export default function DaysDialog({ name, price, days, runsUntil, onEnter, onClose }: Props) {
  const { t } = useTranslation('editing');
  const [today] = useState(() => isoDay(new Date()));
  const [validFrom, setFrom] = useState(days.validFrom);
  const [validTo, setTo] = useState(days.validTo);
  const issue = dayIssue({ from: validFrom, to: validTo }, today);
  const missing = validFrom === null && validTo === null;
  const needsEnd = runsUntil !== null && validTo === null && (validFrom === null || validFrom <= today);
  const enter = (entered: Days) => {
    onEnter(entered);
    onClose();
  };
  const submit = () => enter({ validFrom: validFrom !== null && validFrom > today ? validFrom : null, validTo });
  const until = runsUntil && formatDay(runsUntil, today);
  return (
    <Dialog opened onClose={onClose} title={t('days.title')} size="sm">
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!issue && !missing && !needsEnd) submit();
        }}
      >
        <p className={classes.what}>
          {name}: <strong>{price === null ? '–' : `${formatCents(price)} €`}</strong>
        </p>
        <Day label={t('days.validFrom')} hint={t('days.now')} value={validFrom} today={today} onChange={setFrom} />
        <Day label={t('days.validTo')} hint={t('days.open')} value={validTo} today={today} onChange={setTo} first />
        <p className={classes.note} aria-live="polite" data-issue={issue || needsEnd ? '' : undefined}>
          {issue
            ? t(`days.${issue}`)
            : needsEnd
              ? t('days.needsEnd', { day: until })
              : validTo === null
                ? t('days.meansFrom')
                : t('days.meansPeriod')}
        </p>
        <ConfirmButtons>
          {runsUntil === null && (days.validFrom !== null || days.validTo !== null) && (
            <Button variant="default" onClick={() => enter({ validFrom: null, validTo: null })}>
              {t('days.remove')}
            </Button>
          )}
          <Button type="submit" disabled={issue !== undefined || missing || needsEnd}>
            {t('days.enter')}
          </Button>
        </ConfirmButtons>
      </form>
    </Dialog>
  );
}
