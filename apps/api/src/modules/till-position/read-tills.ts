import type { TillEntry } from '@portal/contracts';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { ask, askOne, prepared, type RowOf, statement, typed } from '../../db/statement.ts';
import type { TillAccount } from '../till-sync/index.ts';
import { readLacking } from './read-lacking.ts';
import { readStandOf } from './read-stand.ts';
import { loadsOf, readTillPosition, type TillPosition } from './read-till-position.ts';

const TILLS = prepared(
  statement(
    {
      account: typed<TillAccount>('text'),
      name: 'text?',
      seenAt: 'time',
      isBack: 'bool',
      differsSince: 'time?',
      refused: 'int',
      hasStock: 'bool',
    },
    `SELECT account, name, seen_at AS "seenAt", fallen_from IS NOT NULL AS "isBack", differs_since AS "differsSince",
            (SELECT count(*)::int FROM till_refused r WHERE r.apo_id = $1 AND r.account = t.account) AS refused,
            EXISTS (SELECT FROM till_stock s WHERE s.apo_id = $1 AND s.account = t.account) AS "hasStock"
       FROM till t WHERE apo_id = $1 ORDER BY account DESC`,
  ),
);

const LISTED = prepared(
  statement(
    { listed: 'int' },
    'SELECT coalesce(sum(item_count + negative_count), 0)::int AS listed FROM list_version WHERE apo_id = $1',
  ),
);

export type KnownTill = Omit<TillEntry, 'check'>;
export type KnownTills = {
  readonly position: TillPosition;
  readonly listed: number;
  readonly tills: readonly KnownTill[];
};

/** What each till has said and lacks; a mirror's are its own. Rules 9.6, 9.22, 9.23 and 22.5. */
export async function readTills(
  db: Queryable,
  pharmacy: Pick<PharmacyContext, 'apoId' | 'crmCompanyId'>,
): Promise<KnownTills> {
  const position = await readTillPosition(db, pharmacy);
  const { listed } = await askOne(db, LISTED, [position.present.listApoId]);
  const rows = new Map((await ask(db, TILLS, [pharmacy.apoId])).map((row) => [row.account, row]));
  const accounts = new Set([...rows.keys(), ...position.loads.map(({ account }) => account)]);
  const tills: KnownTill[] = [];
  for (const account of accounts) {
    const row = rows.get(account);
    const loads = loadsOf(position, account);
    // A removed one of files keeps its row.
    if (account === 'files' && loads.size === 0 && !row?.hasStock) continue;
    tills.push(await tillOf(db, { position, listed, account, row }));
  }
  return { position, listed, tills };
}

type Source = {
  position: TillPosition;
  listed: number;
  account: TillAccount;
  row: RowOf<typeof TILLS> | undefined;
};

async function tillOf(db: Queryable, { position, listed, account, row }: Source): Promise<KnownTill> {
  const loads = loadsOf(position, account);
  const newest = [...loads.values()].toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
  const reload = [...loads.values()].some(({ issue }) => issue !== null);
  const lacking = reload ? null : await readLacking(db, position, loads);
  return {
    account,
    name: row?.name ?? null,
    userName: newest?.userName ?? null,
    loadedAt: newest?.loadedAt.toISOString() ?? null,
    seenAt: (account === 'files' ? newest?.at : row?.seenAt)?.toISOString() ?? null,
    reload,
    pendingCount: lacking ? lacking.length : listed,
    refused: reload ? 0 : (row?.refused ?? 0),
    differsSince: reload ? null : (row?.differsSince?.toISOString() ?? null),
    standOf: row?.isBack && !reload ? ((await readStandOf(db, position.present, loads))?.toISOString() ?? null) : null,
  };
}
