import { isoDay, formatDay, type EditDays } from '@portal/rules';
import type { TFunction } from 'i18next';

/** 'bis 15.12.', 'ab 1.12. bis 15.12.', 'Erinnerung 15.12.'; empty without days. */
export function daysText(edit: EditDays | undefined, t: TFunction<'editing'>, now = new Date()): string {
  const day = (of: string) => formatDay(of, isoDay(now));
  const from = edit?.validFrom ? t('days.from', { day: day(edit.validFrom) }) : '';
  const to = edit?.validTo ? t('days.to', { day: day(edit.validTo) }) : '';
  const reminder = edit?.remindOn ? t('days.reminder', { day: day(edit.remindOn) }) : '';
  return [from, to, reminder].filter(Boolean).join(' ');
}
