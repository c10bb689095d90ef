import { COMPARISONS, type Comparison, type Condition, conditionType } from '@portal/list-view';
import { formatCents, readTypedNumber, roundHalfAway } from '@portal/rules';

/** What stands in the fields of a condition. */
export type ConditionFields = {
  readonly key: string;
  readonly is: Comparison;
  readonly than: string;
  readonly to: string;
  readonly values: readonly string[];
};

/** The fields of a new condition on a column. */
export function emptyFields(key: string): ConditionFields {
  return { key, is: 'above', than: '', to: '', values: [] };
}

/** The fields that a condition came from. */
export function fieldsOf(condition: Condition): ConditionFields {
  const fields = emptyFields(condition.key);
  if (condition.is === 'oneOf') return { ...fields, values: condition.values };
  const { key, is, than, to } = condition;
  return { ...fields, is, than: numberField(key, than), to: to === null ? '' : numberField(key, to) };
}

/** The condition that the fields say; undefined while something is missing or no number. */
export function readFields({ key, is, than, to, values }: ConditionFields): Condition | undefined {
  if (takesTexts(key)) return values.length === 0 ? undefined : { key, is: 'oneOf', values };
  const low = readNumberField(key, than);
  const high = is === 'between' ? readNumberField(key, to) : null;
  return low === undefined || high === undefined ? undefined : { key, is, than: low, to: high };
}

/** Values are chosen, not compared. */
export function takesTexts(key: string): boolean {
  const type = conditionType(key);
  return type === 'text' || type === 'elasticity';
}

/** Ambiguous numbers are asked about. */
export function isWrong(text: string): boolean {
  return readTypedNumber(text).kind === 'issue';
}

export const isComparison = (text: string): text is Comparison => COMPARISONS.some((each) => each === text);

function readNumberField(key: string, text: string): number | undefined {
  const typed = readTypedNumber(text);
  if (typed.kind !== 'number') return undefined;
  const type = conditionType(key);
  if (type === 'price') return roundHalfAway(typed.value * 100, 0);
  return roundHalfAway(typed.value, type === 'percent' ? 1 : 0);
}

function numberField(key: string, value: number): string {
  return conditionType(key) === 'price' ? formatCents(value) : String(value).replace('.', ',');
}
