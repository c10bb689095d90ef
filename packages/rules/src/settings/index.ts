import { type SettingDeclaration, type SettingField, SETTINGS } from './catalogue.ts';

export { type SettingDeclaration, type SettingField, SETTINGS } from './catalogue.ts';

type Declared = typeof SETTINGS;
export type SettingName = keyof Declared;
export type SettingScope = SettingDeclaration['scope'];
/** Those with a call of their own. */
export type CalledSetting<Scope extends SettingScope = SettingScope> = {
  [Name in SettingName]: Declared[Name] extends { readonly scope: Scope; readonly call: object } ? Name : never;
}[SettingName];

type ValueOf<Field> = Field extends { readonly holds: 'switch' }
  ? boolean
  :
      | (Field extends { readonly choices: infer Choices } ? Extract<keyof Choices, number> : number)
      | (Field extends { readonly initial: null } ? null : never);
/** What its fields hold. */
export type SettingOf<Name extends SettingName> = {
  readonly [Field in keyof Declared[Name]['fields']]: ValueOf<Declared[Name]['fields'][Field]>;
};
export type SettingsOf<Scope extends SettingScope> = { readonly [Name in CalledSetting<Scope>]: SettingOf<Name> };
export type SettingValue = number | boolean | null;

export const declarationOf = (name: SettingName): SettingDeclaration => SETTINGS[name];

export function fieldsOf(name: SettingName): [string, SettingField][] {
  return Object.entries(declarationOf(name).fields);
}

export function settingsOf(scope?: SettingScope): SettingName[] {
  const names = Object.keys(SETTINGS) as SettingName[];
  return names.filter((name) => scope === undefined || SETTINGS[name].scope === scope);
}

export function calledSettings<Scope extends SettingScope>(scope?: Scope): CalledSetting<Scope>[] {
  return settingsOf(scope).filter((name) => declarationOf(name).call) as CalledSetting<Scope>[];
}

export function initialSetting<Name extends SettingName>(name: Name): SettingOf<Name> {
  return Object.fromEntries(fieldsOf(name).map(([field, { initial }]) => [field, initial])) as SettingOf<Name>;
}

export function choicesOf({ choices }: SettingField & { readonly holds: 'choice' }): [number, string][] {
  return Object.entries(choices).map(([value, text]) => [Number(value), text]);
}

/** 'Leitplanken geändert: Spanne mindestens 10 % (bisher: keine)' */
export function settingEvent<Name extends SettingName>(name: Name, from: SettingOf<Name>, to: SettingOf<Name>): string {
  const { event, none } = declarationOf(name);
  const text = (values: object) =>
    fieldsOf(name)
      .map(([field, each]) => textOf(each, (values as Record<string, SettingValue>)[field] as SettingValue))
      .filter((said) => said !== '')
      .join(', ') || none;
  return `${event}: ${text(to)} (bisher: ${text(from)})`;
}

function textOf(field: SettingField, value: SettingValue): string {
  if (value === null || value === false) return '';
  if (field.holds === 'switch') return field.says;
  return field.holds === 'number' ? field.says(Number(value)) : (field.choices[Number(value)] as string);
}
