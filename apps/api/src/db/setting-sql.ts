import {
  calledSettings,
  declarationOf,
  fieldsOf,
  initialSetting,
  type ProductGroup,
  type SettingName,
  type SettingOf,
  type SettingScope,
  settingsOf,
  type SettingsOf,
} from '@portal/rules';
import { ask, statement } from './statement.ts';
import type { Queryable } from './queryable.ts';
import { updateOne } from './update-one.ts';

// Runs once per module: statements stay constant.

/** `group` where it is a group's. */
export type SettingKey = { readonly apoId: number; readonly group?: ProductGroup | undefined };

type Kind = 'bool' | 'int' | 'int?' | 'json?';
type Row = Readonly<Record<string, unknown>>;

/** All of a scope, with what they hold. */
export function settingColumns(scope: SettingScope): Record<string, Kind> {
  const columns = settingsOf(scope).flatMap((name): [string, Kind][] => {
    const { json, fields } = declarationOf(name);
    if (json !== undefined) return [[json, 'json?']];
    return Object.values(fields).map(({ holds, initial, column }) => [
      column as string,
      holds === 'switch' ? 'bool' : initial === null ? 'int?' : 'int',
    ]);
  });
  return Object.fromEntries(columns);
}

const KEY = {
  pharmacy: 'FROM pharmacy WHERE apo_id = $1',
  group: 'FROM list_version WHERE apo_id = $1 AND product_group = $2',
};
const rowOf = (scope: SettingScope) =>
  statement(settingColumns(scope), `SELECT ${Object.keys(settingColumns(scope)).join(', ')} ${KEY[scope]}`);
const ROWS = { pharmacy: rowOf('pharmacy'), group: rowOf('group') };

export async function readSettingRow(db: Queryable, { apoId, group }: SettingKey): Promise<Row | undefined> {
  const [row] = await (group === undefined ? ask(db, ROWS.pharmacy, [apoId]) : ask(db, ROWS.group, [apoId, group]));
  return row;
}

/** Initial values where nothing is stored. */
export async function readSetting<Name extends SettingName>(
  db: Queryable,
  name: Name,
  key: SettingKey,
): Promise<SettingOf<Name>> {
  return settingIn(name, await readSettingRow(db, key));
}

/** @param row with `settingColumns` */
export function settingIn<Name extends SettingName>(name: Name, row: Row | undefined): SettingOf<Name> {
  const { json } = declarationOf(name);
  const columns = () => Object.fromEntries(fieldsOf(name).map(([field, { column = '' }]) => [field, row?.[column]]));
  return { ...initialSetting(name), ...(row && (json === undefined ? columns() : (row[json] as object | null))) };
}

/** All of a scope that have a call of their own. */
export function calledIn<Scope extends SettingScope>(scope: Scope, row: Row | undefined): SettingsOf<Scope> {
  return Object.fromEntries(calledSettings(scope).map((name) => [name, settingIn(name, row)])) as never;
}

export function writeSetting<Name extends SettingName>(
  db: Queryable,
  name: Name,
  { apoId, group }: SettingKey,
  values: SettingOf<Name>,
): Promise<void> {
  const { json } = declarationOf(name);
  const columns = () => fieldsOf(name).map(([field, { column = '' }]) => [column, (values as Row)[field]]);
  const set = json === undefined ? (Object.fromEntries(columns()) as object) : { [json]: values };
  return group === undefined
    ? updateOne(db, 'pharmacy', { apoId }, set)
    : updateOne(db, 'list_version', { apoId, productGroup: group }, set);
}
