import {
  type CalledSetting,
  declarationOf,
  fieldsOf,
  readTypedNumber,
  type SETTINGS,
  type SettingField,
  type SettingValue,
} from '@portal/rules';

export type SettingValues = Readonly<Record<string, SettingValue>>;
/** What inputs and switches hold that differs from what is stored. */
export type SettingChanges = Readonly<Record<string, string | boolean>>;
export type NumberField = SettingField & { readonly holds: 'number' };

/** The text of an input; empty for none. */
export function inputText(field: string, stored: SettingValues, changes: SettingChanges): string {
  return String(changes[field] ?? stored[field] ?? '');
}

/** null: none, undefined: not allowed. */
export function readNumber({ min, max, initial }: NumberField, text: string): number | null | undefined {
  const typed = readTypedNumber(text);
  if (typed.kind === 'empty' && initial === null) return null;
  if (typed.kind !== 'number') return undefined;
  return Number.isInteger(typed.value) && typed.value >= min && typed.value <= max ? typed.value : undefined;
}

function entered(name: CalledSetting, stored: SettingValues, changes: SettingChanges) {
  return fieldsOf(name).map(([field, each]) => {
    const value = (changes[field] as boolean | undefined) ?? stored[field];
    return [field, each.holds === 'number' ? readNumber(each, inputText(field, stored, changes)) : value] as const;
  });
}

/** What is entered; as at first where it cannot be read. */
export function typedSetting(name: CalledSetting, stored: SettingValues, changes: SettingChanges): SettingValues {
  const { fields } = declarationOf(name);
  const values = entered(name, stored, changes).map(([field, value]) => [field, value ?? fields[field]?.initial]);
  return Object.fromEntries(values) as SettingValues;
}

/** Undefined while invalid or unchanged. */
export function changedSetting(
  name: CalledSetting,
  stored: SettingValues,
  changes: SettingChanges,
): SettingValues | undefined {
  const values = entered(name, stored, changes);
  const differs = values.some(([field, value]) => value !== stored[field]);
  return differs && values.every(([, value]) => value !== undefined)
    ? (Object.fromEntries(values) as SettingValues)
    : undefined;
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
