import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de';
import { DateInput } from '@mantine/dates';
import { parseDay } from '@portal/rules';
import { IconCalendar } from '@tabler/icons-react';

type DayProps = {
  label: string;
  hint: string;
  value: string | null;
  today: string;
  first?: boolean;
  onChange: (day: string | null) => void;
};

/** A day, typed or picked. */
export function Day({ label, hint, value, today, first, onChange }: DayProps) {
  return (
    <DateInput
      label={label}
      placeholder={hint}
      locale="de"
      valueFormat="DD.MM.YYYY"
      dateParser={(text) => parseDay(text) ?? parseDay(`${text.replace(/\.?$/, '.')}${today.slice(0, 4)}`) ?? null}
      minDate={today}
      clearable
      data-autofocus={first || undefined}
      leftSection={<IconCalendar aria-hidden size={16} />}
      value={value}
      onChange={onChange}
    />
  );
}
