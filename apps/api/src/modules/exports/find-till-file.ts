import type { TillContents } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement, typed, type RowFrom } from '../../db/statement.ts';
import { isCurrent, type Position } from '../till-sync/index.ts';
import { RETAINED_FILES } from './record-till-file.ts';
import { positionOf, type TillBases } from './till-bases.ts';
import { TILL_FILE_TEXT } from './till-file-texts.ts';

const COLUMNS = {
  id: 'bigint',
  createdAt: 'time',
  userName: 'text',
  productGroups: typed<ProductGroup[]>('text[]'),
  contents: typed<TillContents>('text'),
  position: 'text',
  since: 'text?',
  profile: 'text',
  extension: 'text',
  rows: 'int',
  withdrawn: 'int',
  digest: 'text',
  kept: 'bool',
  companion: 'text?',
  leftOut: 'int[]?',
  expected: 'int',
  loadedAt: 'time?',
  loadedBy: 'text?',
  reportedCount: 'int?',
  reportedAt: 'time?',
  reportedBy: 'text?',
} as const;
/** Rule 9.16. */
export type NotedFile = RowFrom<typeof COLUMNS>;
const SELECT = `SELECT id, created_at AS "createdAt", user_name AS "userName", product_groups AS "productGroups", contents,
          position, since, profile, extension, row_count AS rows, withdrawn_count AS withdrawn, digest,
          content IS NOT NULL AS kept, companion, left_out AS "leftOut", coalesce(declared_count, row_count) AS expected, loaded_at AS "loadedAt", loaded_by AS "loadedBy",
          reported_count AS "reportedCount", reported_at AS "reportedAt", reported_by AS "reportedBy"
     FROM till_file`;

const NEWEST_FILES = statement(COLUMNS, `${SELECT} WHERE apo_id = $1 ORDER BY id DESC LIMIT ${RETAINED_FILES}`);

/** The newest files of a pharmacy, newest first. */
export async function readNewestFiles(db: Queryable, apoId: number): Promise<NotedFile[]> {
  return ask(db, NEWEST_FILES, [apoId]);
}

const NEWEST_FILE = statement(
  COLUMNS,
  `${SELECT} WHERE apo_id = $1 AND created_at > $2 AND contents <> 'corrections' ORDER BY id DESC LIMIT 1`,
);

/** Corrections are not confirmed (rule 9.34). */
export async function readNewestFile(db: Queryable, apoId: number, after: Date): Promise<NotedFile | undefined> {
  return (await ask(db, NEWEST_FILE, [apoId, after]))[0];
}

const FILE = statement(COLUMNS, `${SELECT} WHERE apo_id = $1 AND id = $2`);

export async function findTillFile(db: Queryable, apoId: number, id: number): Promise<NotedFile | undefined> {
  return (await ask(db, FILE, [apoId, id]))[0];
}

export function isLatest({ id, productGroups }: NotedFile, bases: TillBases): boolean {
  return productGroups.every((group) => bases.get(group)?.fileId === Number(id));
}

/** Null: it can be confirmed (rule 9.18). */
export async function loadRefusal(
  db: Queryable,
  { contents, position, since, productGroups }: NotedFile,
  { present, bases }: { present: Position; bases: TillBases },
): Promise<string | null> {
  if (contents === 'list') return TILL_FILE_TEXT.listOnly;
  if (contents === 'corrections') return TILL_FILE_TEXT.corrections;
  if (!(await isCurrent(db, positionOf(position), present))) return TILL_FILE_TEXT.outdated;
  const { versions } = positionOf(since ?? position);
  const isBuiltOn = (group: ProductGroup) => {
    const base = bases.get(group);
    return base?.issue === null && base.version >= versions[group];
  };
  return since === null || productGroups.every(isBuiltOn) ? null : TILL_FILE_TEXT.missingBase;
}
