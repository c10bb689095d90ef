import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { readTypedDay } from '@portal/rules';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from '../../lib/use-matches.ts';

type DayProps = Pick<DateInputProps, 'className' | 'classNames' | 'description' | 'inputWrapperOrder' | 'disabled'> & {
  label: string;
  hint: string;
  value: string | null;
  today: string;
  first?: boolean;
  /** Up to today in place of from today on. */
  past?: boolean;
  onChange: (day: string | null) => void;
  /** The field holds a text that is no day; it must not be entered. */
  onUnread: (isUnread: boolean) => void;
};

/** Pixels. */
const LABEL_HEIGHT = 28;

/** A day, typed or picked. */
export function Day({ label, hint, value, today, first, past = false, onChange, onUnread, ...rest }: DayProps) {
  const { t } = useTranslation('editing');
  const wide = useMatches('(min-width: 64em)');
  const [issue, setIssue] = useState<'unread' | 'periodPast' | 'future' | null>(null);
  const note = (found: typeof issue) => {
    setIssue(found);
    onUnread(found !== null);
  };
  const read = (text: string) => {
    const day = readTypedDay(text, today, past ? 'last' : 'next');
    const isBeyond = day !== undefined && (past ? day > today : day < today);
    const beyond = isBeyond ? (past ? 'future' : 'periodPast') : null;
    const found = text.trim() === '' ? null : day === undefined ? 'unread' : beyond;
    note(found);
    return found === null ? (day ?? null) : null;
  };
  return (
    <DateInput
      {...rest}
      label={label}
      placeholder={hint}
      locale="de"
      valueFormat="DD.MM.YYYY"
      dateParser={read}
      fixOnBlur={issue === null}
      error={issue && t(`days.${issue}`)}
      {...(past ? { maxDate: today } : { minDate: today })}
      clearable
      clearButtonProps={{ 'aria-label': t('days.clear', { day: label }) }}
      previousLabel={t('days.previous')}
      nextLabel={t('days.next')}
      hideOutsideDates
      weekendDays={[]}
      // Clear of the dialog's button, and of the label above.
      popoverProps={wide ? { position: 'right-start' } : { position: 'top-start', offset: LABEL_HEIGHT }}
      data-autofocus={first || undefined}
      leftSection={<IconCalendar aria-hidden size={16} />}
      value={value}
      onChange={(day) => {
        note(null);
        onChange(day);
      }}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}
