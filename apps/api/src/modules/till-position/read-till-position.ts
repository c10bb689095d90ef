import { PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { ask, prepared, type RowFrom, statement, typed } from '../../db/statement.ts';
import { isCurrent, storedPosition, type Position, readTillPharmacy, type TillAccount } from '../till-sync/index.ts';
import { loadsSql } from './loads-sql.ts';

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
};
type JobAccount = Exclude<TillAccount, 'files'>;
export type TillLoad = Load &
  (
    | { readonly account: JobAccount; readonly userName: null }
    | { readonly account: 'files'; readonly userName: string; readonly fileId: number }
  );
/** Groups never loaded have none. */
export type TillLoads<Load extends TillLoad = TillLoad> = ReadonlyMap<ProductGroup, Load>;
export type FileLoad = Extract<TillLoad, { account: 'files' }>;
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
} as const;
type LoadRow = RowFrom<typeof LOAD_COLUMNS>;
export const LOAD_SELECT = `SELECT apo_id AS "apoId", account, product_group AS "productGroup", position, omitted, at, loaded_at AS "loadedAt",
          user_name AS "userName", file_id AS "fileId", sent_at AS "sentAt", sent_by AS "sentBy" FROM`;

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
    const loaded = storedPosition(position);
    if (!current.has(position)) current.set(position, loaded !== undefined && (await isCurrent(db, loaded, present)));
  }
  return { present, loads: rows.map((row) => loadOf(row, current.get(row.position) ?? false)) };
}

function loadOf(
  { account, position, omitted, userName, fileId, sentAt, sentBy, ...row }: LoadRow,
  isKnown: boolean,
): TillLoad {
  const { productGroup, at, loadedAt } = row;
  const load: Load = {
    productGroup,
    at,
    loadedAt,
    sent: { at: sentAt, userName: sentBy },
    version: storedPosition(position)?.versions[productGroup] ?? 0,
    issue: isKnown ? (omitted ? 'omitted' : null) : 'outdated',
  };
  if (account !== 'files') return { ...load, account, userName: null };
  return { ...load, account, userName: userName ?? '', fileId: Number(fileId) };
}

/** What one account has loaded. */
export function loadsOf({ loads }: TillPosition, account: TillAccount): TillLoads {
  return new Map(loads.filter((load) => load.account === account).map((load) => [load.productGroup, load]));
}

export function fileLoadsOf({ loads }: TillPosition): TillLoads<FileLoad> {
  return new Map(loads.flatMap((load) => (load.account === 'files' ? [[load.productGroup, load]] : [])));
}

/** Those that have loaded a group, or any (rule 22.5). */
export function accountsOf({ loads }: TillPosition, group?: ProductGroup): TillAccount[] {
  const of = loads.filter(({ productGroup }) => group === undefined || productGroup === group);
  return [...new Set(of.map(({ account }) => account))];
}

export function loadsOfGroup({ loads }: TillPosition, group: ProductGroup): TillLoad[] {
  return loads.filter(({ productGroup }) => productGroup === group);
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
