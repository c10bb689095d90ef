import { NO_EDITS, rowOfPzn } from '@portal/list-view';
import type { TFunction } from 'i18next';
import { formatCount } from '../../lib/format.ts';
import { daysText } from '../days/days-text.ts';
import { money } from '../cells/cells.tsx';
import type { Kind, KindTypes } from '../kind/kind.ts';
import type { RowInputs, UndoEntry } from '../session/undo-entries.ts';

/** Words for the undo entries of a list. */
export function entryTexts<T extends KindTypes>({ rules }: Kind<T>, model: T['model'], t: TFunction<'editing'>) {
  const { columns } = model;
  const priceOf = (row: number, { edit, issue }: RowInputs) => {
    if (issue) return `„${issue.text}“`;
    const inputs = edit ?? rules.inputs(model, NO_EDITS, row);
    return inputs.exclusion ? t('undo.excluded') : money(inputs.ownPrice ?? columns.calculatedPrice[row]);
  };
  const nameOf = (pzn: string) => columns.name[rowOfPzn(model, pzn) as number] ?? pzn;
  /** What an entry says: 'Preis Ibuprofen: 3,49 → 3,29', 'Regel auf 214 Preise'. */
  return ({ cause, rows }: UndoEntry): string => {
    const [first] = rows;
    const count = { count: rows.size, number: formatCount(rows.size) };
    if (cause.by === 'drop') return t('undo.drop', count);
    if (cause.by === 'all') return t(`undo.all.${cause.column}${cause.ticked ? 'On' : 'Off'}`, count);
    if (rows.size !== 1 || !first)
      return t(`undo.${cause.by === 'rule' || cause.by === 'fill' ? cause.by : 'paste'}`, count);
    const [pzn, { before, after }] = first;
    const name = nameOf(pzn);
    if (cause.by === 'tick') return t(`undo.tick.${cause.column}${cause.ticked ? 'On' : 'Off'}`, { name });
    const row = rowOfPzn(model, pzn) as number;
    if (cause.by === 'days') return t('undo.days', { name, days: daysText(after.edit, t) || t('days.none') });
    return t('undo.price', { name, before: priceOf(row, before), after: priceOf(row, after) });
  };
}
