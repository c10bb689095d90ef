import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de';
import { DateInput } from '@mantine/dates';
import { parseDay } from '@portal/rules';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMatches } from '../../lib/use-matches.ts';

type DayProps = {
  label: string;
  hint: string;
  value: string | null;
  today: string;
  first?: boolean;
  onChange: (day: string | null) => void;
};

/** Pixels. */
const LABEL_HEIGHT = 28;

/** A day, typed or picked. */
export function Day({ label, hint, value, today, first, onChange }: DayProps) {
  const { t } = useTranslation('editing');
  const wide = useMatches('(min-width: 64em)');
  return (
    <DateInput
      label={label}
      placeholder={hint}
      locale="de"
      valueFormat="DD.MM.YYYY"
      dateParser={(text) => parseDay(text) ?? parseDay(`${text.replace(/\.?$/, '.')}${today.slice(0, 4)}`) ?? null}
      minDate={today}
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
      onChange={onChange}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}
