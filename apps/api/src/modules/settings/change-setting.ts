import { isDeepStrictEqual } from 'node:util';
import { type FlagKind, type ProductGroup, settingEvent, type SettingName, type SettingOf } from '@portal/rules';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { readSetting, type SettingKey, writeSetting } from '../../db/setting-sql.ts';
import { mirrorReadOnly } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { recomputeDeadline } from '../price-updates/index.ts';
import { type LockedList, lockList, lockPharmacyRows, spreadReviews } from '../price-writing/index.ts';

type Locked = { readonly list?: LockedList; readonly active: number };
type Changed<Name extends SettingName> = Locked & {
  readonly connection: pg.PoolClient;
  readonly apoId: number;
  readonly at: Date;
  readonly values: SettingOf<Name>;
};

/**
 * One transaction; idempotent (rule 12.5).
 * @returns the id of a package approved by it
 * @throws PortalError 403, 422
 */
export function changeSetting<Name extends SettingName>(
  { database, clock }: { database: Database; clock: Clock },
  { name, values, actor, ...key }: SettingKey & { name: Name; values: SettingOf<Name>; actor: Actor },
): Promise<number | null> {
  const { apoId, group } = key;
  return database.transaction(async (connection) => {
    const locked = await lock(connection, apoId, group);
    const before = await readSetting(connection, name, key);
    if (isDeepStrictEqual(before, values)) return null;
    const at = clock.now();
    await writeSetting(connection, name, key, values);
    const event = settingEvent(name, before, values);
    await writeHistory(connection, { apoId, at, event, actor, ...(group && { productGroup: group }), hasLog: false });
    return (await EFFECT[name]?.({ ...locked, connection, apoId, at, values })) ?? null;
  });
}

async function lock(connection: pg.PoolClient, apoId: number, group: ProductGroup | undefined): Promise<Locked> {
  if (group !== undefined) return lockList(connection, { apoId, group });
  const [pharmacy] = await lockPharmacyRows(connection, [apoId], 'change');
  if (pharmacy?.parentApoId !== null) throw mirrorReadOnly();
  return pharmacy;
}

/** What else a change does at once. */
const EFFECT: { readonly [Name in SettingName]?: (change: Changed<Name>) => Promise<number | null | void> } = {
  flag: (change) => moveDeadline('MDP', change),
  qdpFlag: (change) => moveDeadline('QDP', change),
  priceReview: ({ connection, apoId, at, values: { months } }) => spreadReviews(connection, { apoId, months, at }),
};

async function moveDeadline(
  kind: FlagKind,
  { connection, at, values, list, active }: Changed<'flag'> | Changed<'qdpFlag'>,
): Promise<number | null> {
  if (!list) return null;
  const { apoId, group } = list;
  return recomputeDeadline(connection, { kind, apoId, group, list: { ...list, ...values }, active, at });
}
