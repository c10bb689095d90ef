import { PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { ask, prepared, type RowFrom, statement, typed } from '../../db/statement.ts';
import { isCurrent, parseCursor, type Position, readTillPharmacy } from '../till-sync/index.ts';
import { loadsSql } from './loads-sql.ts';

/** Who says what the till has: a service account by its sync job, or people who carry files. */
export type TillAccount = 'job' | 'files';

type Load = {
  readonly productGroup: ProductGroup;
  /** When it was last said. */
  readonly at: Date;
  /** When it was first. */
  readonly loadedAt: Date;
  /** The file's making, or the job's call; `userName` null: the job. */
  readonly sent: { readonly at: Date; readonly userName: string | null };
  readonly version: number;
  /** The whole list is due (rule 9.19): `outdated`: other lists, or unknown here; `omitted`: withdrawn articles were left out. */
  readonly issue: 'outdated' | 'omitted' | null;
  /** The last of all accounts (rule 22.2). */
  readonly counts: boolean;
};
export type TillLoad = Load &
  (
    | { readonly account: 'job'; readonly userName: null }
    | { readonly account: 'files'; readonly userName: string; readonly fileId: number }
  );
/** Groups never loaded have none. */
export type TillLoads<Account extends TillAccount = TillAccount> = ReadonlyMap<
  ProductGroup,
  Extract<TillLoad, { account: Account }>
>;
export type TillPosition = {
  /** What the lists are now. */
  readonly present: Position;
  /** By account and group. */
  readonly loads: readonly TillLoad[];
};

export const LOAD_COLUMNS = {
  apoId: 'int',
  account: typed<TillAccount>('text'),
  productGroup: typed<ProductGroup>('text'),
  position: 'text',
  omitted: 'bool',
  at: 'time',
  loadedAt: 'time',
  userName: 'text?',
  fileId: 'bigint?',
  sentAt: 'time',
  sentBy: 'text?',
  counts: 'bool',
} as const;
type LoadRow = RowFrom<typeof LOAD_COLUMNS>;
export const LOAD_SELECT = `SELECT apo_id AS "apoId", account, product_group AS "productGroup", position, omitted, at, loaded_at AS "loadedAt",
          user_name AS "userName", file_id AS "fileId", sent_at AS "sentAt", sent_by AS "sentBy", counts FROM`;

const LOADS = prepared(statement(LOAD_COLUMNS, `${LOAD_SELECT} (${loadsSql('one')}) load`));

/** What each account of a pharmacy's till has loaded; a mirror's of its main pharmacy's lists. */
export async function readTillPosition(
  db: Queryable,
  { apoId, crmCompanyId }: Pick<PharmacyContext, 'apoId' | 'crmCompanyId'>,
): Promise<TillPosition> {
  const { position: present } = await readTillPharmacy(db, crmCompanyId);
  const rows = await ask(db, LOADS, [apoId]);
  const current = new Map<string, boolean>();
  for (const { position } of rows) {
    const loaded = loadedPosition(position);
    if (!current.has(position)) current.set(position, loaded !== undefined && (await isCurrent(db, loaded, present)));
  }
  return { present, loads: rows.map((row) => loadOf(row, current.get(row.position) ?? false)) };
}

function loadOf(
  { account, position, omitted, userName, fileId, sentAt, sentBy, ...row }: LoadRow,
  isKnown: boolean,
): TillLoad {
  const { productGroup, at, loadedAt, counts } = row;
  const load: Load = {
    productGroup,
    at,
    loadedAt,
    sent: { at: sentAt, userName: sentBy },
    version: loadedPosition(position)?.versions[productGroup] ?? 0,
    issue: isKnown ? (omitted ? 'omitted' : null) : 'outdated',
    counts,
  };
  if (account === 'job') return { ...load, account, userName: null };
  return { ...load, account, userName: userName ?? '', fileId: Number(fileId) };
}

/** Undefined: nothing the portal can build upon. */
export function loadedPosition(text: string): Position | undefined {
  const cursor = parseCursor(text);
  return cursor && cursor !== 'former' ? cursor.to : undefined;
}

/** What one account has loaded. */
export function loadsOf<Account extends TillAccount>({ loads }: TillPosition, account: Account): TillLoads<Account> {
  const isOf = (load: TillLoad): load is Extract<TillLoad, { account: Account }> => load.account === account;
  return new Map(loads.filter(isOf).map((load) => [load.productGroup, load]));
}

/** What the till has: of each group what was said last (rule 22.2). */
export function countingLoads({ loads }: TillPosition): TillLoads {
  return new Map(loads.filter(({ counts }) => counts).map((load) => [load.productGroup, load]));
}

/** The version each group was loaded at; of groups that never were, or where the whole list is due, `otherwise`. */
export function loadedVersions(loads: TillLoads, otherwise: Position['versions']): Position['versions'] {
  const versionOf = (group: ProductGroup) => {
    const load = loads.get(group);
    return load?.issue === null ? load.version : otherwise[group];
  };
  const [OTC, FREIWAHL, HILFSMITTEL] = PRODUCT_GROUPS.map(versionOf) as [number, number, number];
  return { OTC, FREIWAHL, HILFSMITTEL };
}
