import { berlinParts, type TextColumnName } from '@portal/rules';
import type { PriceListModel, TextModel, UpperCased } from './model.ts';
import { compareGerman } from './german-order.ts';

export function upperCased(model: TextModel, column: TextColumnName): UpperCased {
  const known = model.prepared.texts.get(column);
  if (known) return known;
  const columns: { readonly [Name in TextColumnName]?: readonly (string | null)[] } = model.columns;
  const texts = columns[column] ?? [];
  const upper = new Map<string, string>();
  for (const text of texts) if (text && !upper.has(text)) upper.set(text, text.toUpperCase());
  const values = [...new Set(upper.values())].sort(compareGerman);
  const codes = new Map(values.map((value, code) => [value, code]));
  const codeOfRow = Int32Array.from(texts, (text) => (text ? (codes.get(upper.get(text) as string) as number) : -1));
  const result = { values, codeOfRow };
  model.prepared.texts.set(column, result);
  return result;
}

/** Upper case, German order. */
export function distinctTexts(model: TextModel, column: TextColumnName): readonly string[] {
  return upperCased(model, column).values;
}

/** Berlin, 'yyyy-MM-dd'; '': not yet stored. */
export function changeDays(model: PriceListModel): readonly string[] {
  if (model.prepared.days) return model.prepared.days;
  const dayOf = new Map<number, string>();
  const days = model.columns.date.map((seconds) => {
    if (Number.isNaN(seconds)) return '';
    let day = dayOf.get(seconds);
    if (day === undefined) {
      const { year, month, day: date } = berlinParts(new Date(seconds * 1000));
      day = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
      dayOf.set(seconds, day);
    }
    return day;
  });
  model.prepared.days = days;
  return days;
}

/** Newest first (rule 4.3). */
export function distinctChangeDays(model: PriceListModel): readonly string[] {
  return [...new Set(changeDays(model))]
    .filter((day) => day !== '')
    .sort()
    .reverse();
}
