import { Button, Checkbox } from '@mantine/core';
import { isoDay, type Cents, dayIssue, formatCents, formatDay, orderRanges } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Day } from './Day.tsx';
import { type Days, NO_DAYS } from '../kind/days.ts';
import { laterText } from './days-text.ts';
import classes from './days.module.css';

type Props = {
  name: string;
  price: Cents | null;
  days: Days;
  /** The last day of the period that runs. */
  runsUntil: string | null;
  /** A reminder that is stored (rule 19.6). */
  remindsOn: string | null;
  onEnter: (days: Days) => void;
  onClose: () => void;
};

/** 'gültig ab' and 'gültig bis' of one price (rules 17.2 and 17.4). */
export default function DaysDialog({ name, price, days, runsUntil, remindsOn, onEnter, onClose }: Props) {
  const { t } = useTranslation('editing');
  const [today] = useState(() => isoDay(new Date()));
  const [validFrom, setFrom] = useState(days.validFrom);
  const isDated = Object.values(days).some((day) => day !== null);
  const reminder = isDated ? days.remindOn : remindsOn;
  const [validTo, setTo] = useState(days.validTo ?? reminder);
  const [onlyReminds, setOnlyReminds] = useState(reminder !== null);
  const [unread, setUnread] = useState({ from: false, to: false });
  const isUnread = unread.to || (unread.from && !onlyReminds);
  const issue = dayIssue({ from: validFrom, to: validTo }, today);
  const mayRemind = runsUntil === null && validFrom === null;
  const reminds = onlyReminds && mayRemind;
  const missing = validTo === null && (reminds || validFrom === null);
  const reminderIssue = reminds && validTo !== null && validTo <= today;
  const needsEnd = runsUntil !== null && validTo === null && (validFrom === null || validFrom <= today);
  const { later = [] } = days;
  const overlaps = later.length > 0 && orderRanges([{ validFrom, validTo }, ...later], today) === 'overlapping';
  const isBlocked = issue !== undefined || isUnread || missing || needsEnd || reminderIssue || overlaps;
  const enter = (entered: Days) => {
    onEnter(entered);
    onClose();
  };
  const submit = () =>
    enter(
      reminds
        ? { ...days, ...NO_DAYS, remindOn: validTo }
        : { ...days, ...NO_DAYS, validFrom: validFrom !== null && validFrom > today ? validFrom : null, validTo },
    );
  const until = runsUntil && formatDay(runsUntil, today);
  return (
    <Dialog opened onClose={onClose} title={t('days.title')} size="sm">
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBlocked) submit();
        }}
      >
        <p className={classes.what}>
          {name}: <strong>{price === null ? '–' : `${formatCents(price)} €`}</strong>
        </p>
        {later.length > 0 && (
          <p className={classes.note}>
            {t('days.later', { prices: later.map((each) => `${laterText(each, t)} €`).join(', ') })}
          </p>
        )}
        {!reminds && (
          <Day
            label={t('days.validFrom')}
            hint={t('days.now')}
            value={validFrom}
            today={today}
            onChange={setFrom}
            onUnread={(from) => setUnread((other) => ({ ...other, from }))}
          />
        )}
        <Day
          label={t(reminds ? 'days.remindOn' : 'days.validTo')}
          hint={t(reminds ? 'days.pick' : 'days.open')}
          value={validTo}
          today={today}
          onChange={setTo}
          onUnread={(to) => setUnread((other) => ({ ...other, to }))}
          first
        />
        {mayRemind && (
          <Checkbox
            label={t('days.onlyReminds')}
            checked={onlyReminds}
            onChange={(event) => setOnlyReminds(event.currentTarget.checked)}
          />
        )}
        <p
          className={classes.note}
          aria-live="polite"
          data-issue={issue || overlaps || needsEnd || reminderIssue ? '' : undefined}
        >
          {issue || overlaps
            ? t(`days.${issue ?? 'overlaps'}`)
            : reminderIssue
              ? t('days.reminderPast')
              : reminds
                ? t('days.meansReminder')
                : needsEnd
                  ? t('days.needsEnd', { day: until })
                  : validTo === null
                    ? t('days.meansFrom')
                    : t('days.meansPeriod')}
        </p>
        <ConfirmButtons>
          {runsUntil === null && isDated && (
            <Button variant="default" onClick={() => enter(NO_DAYS)}>
              {t('days.remove')}
            </Button>
          )}
          <Button type="submit" disabled={isBlocked}>
            {t('days.enter')}
          </Button>
        </ConfirmButtons>
      </form>
    </Dialog>
  );
}
