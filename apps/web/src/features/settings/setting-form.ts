import {
  type CalledSetting,
  fieldsOf,
  readTypedNumber,
  type SETTINGS,
  type SettingField,
  type SettingValue,
} from '@portal/rules';

export type SettingValues = Readonly<Record<string, SettingValue>>;
/** What was entered and may differ from what is stored; of inputs the text. */
export type SettingChanges = Readonly<Record<string, SettingValue | string>>;
type NumberField = SettingField & { readonly holds: 'number' };

/** The text of an input; empty for none. */
export function inputText(field: string, stored: SettingValues, changes: SettingChanges): string {
  return String(changes[field] ?? stored[field] ?? '');
}

/** null: none, undefined: not allowed. */
function readNumber({ min, max, initial }: NumberField, text: string): number | null | undefined {
  const typed = readTypedNumber(text);
  if (typed.kind === 'empty' && initial === null) return null;
  if (typed.kind !== 'number') return undefined;
  return Number.isInteger(typed.value) && typed.value >= min && typed.value <= max ? typed.value : undefined;
}

/** What is entered; undefined where it is not allowed. */
export function enteredSetting(
  name: CalledSetting,
  stored: SettingValues,
  changes: SettingChanges,
): Readonly<Record<string, SettingValue | undefined>> {
  const value = (field: string, each: SettingField) => {
    if (each.holds === 'number') return readNumber(each, inputText(field, stored, changes));
    return field in changes ? (changes[field] as boolean | number | null) : stored[field];
  };
  return Object.fromEntries(fieldsOf(name).map(([field, each]) => [field, value(field, each)]));
}

type Fields<Name extends CalledSetting> = (typeof SETTINGS)[Name]['fields'];
type NumberOf<Name extends CalledSetting> = {
  [Field in keyof Fields<Name>]: Fields<Name>[Field] extends { readonly holds: 'number' } ? Field : never;
}[keyof Fields<Name>];
/** Of `settings.json`: one that is missing does not compile. */
type FieldKey = { [Name in CalledSetting]: `${Name}.field.${keyof Fields<Name> & string}` }[CalledSetting];
type HelpKey = { [Name in CalledSetting]: `${Name}.help.${NumberOf<Name> & string}` }[CalledSetting];

export const fieldKey = (name: CalledSetting, field: string) => `${name}.field.${field}` as FieldKey;
export const helpKey = (name: CalledSetting, field: string) => `${name}.help.${field}` as HelpKey;
