import type { RowEdits } from '@portal/list-view';
import { isoDay, formatCents, formatDay, type EditDays, type LaterPrice, type RowEdit } from '@portal/rules';
import type { TFunction } from 'i18next';

/** 'bis 15.12.', 'ab 1.12. bis 15.12.', 'prüfen 15.12.', with those of later prices; empty without days. */
export function daysText(edit: EditDays | undefined, t: TFunction<'editing'>, now = new Date()): string {
  const day = (of: string) => formatDay(of, isoDay(now));
  const from = edit?.validFrom ? t('days.from', { day: day(edit.validFrom) }) : '';
  const to = edit?.validTo ? t('days.to', { day: day(edit.validTo) }) : '';
  const reminder = edit?.remindOn ? t('days.reminder', { day: day(edit.remindOn) }) : '';
  const later = edit?.later?.map((each) => daysText(each, t, now)) ?? [];
  return [[from, to, reminder].filter(Boolean).join(' '), ...later].filter(Boolean).join(', ');
}

/** 'ab 15.12. bis 31.12.: 9,99' */
export function laterText(later: LaterPrice, t: TFunction<'editing'>): string {
  return `${daysText(later, t)}: ${formatCents(later.ownPrice)}`;
}

/** Prices from a later day on. */
export function laterCount(edits: RowEdits, today = isoDay(new Date())): number {
  const countOf = ({ validFrom, later = [] }: RowEdit) => (validFrom && validFrom > today ? 1 : 0) + later.length;
  return [...edits.values()].reduce((sum, edit) => sum + countOf(edit), 0);
}
