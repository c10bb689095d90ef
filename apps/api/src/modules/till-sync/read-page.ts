import type { TillReload } from '@portal/contracts';
import type pg from 'pg';
import type { Queryable } from '../../db/database.ts';
import { type Cursor, formatCursor, parseCursor, type Position } from './cursor.ts';
import { isCurrent } from './is-current.ts';
import { readChanges, readWholeList, type TillRow } from './read-prices.ts';

/** The same walk always reads the same rows. */
export type Walk = Required<Cursor> & { readonly reload: TillReload | null };

/** Next page, changes, or the whole list (rule 9.5). */
export async function planWalk(db: Queryable, present: Position, since: string | undefined): Promise<Walk> {
  const restart = (reload: TillReload): Walk => ({ to: present, walk: { from: null, after: '' }, reload });
  if (!since) return restart('first');
  const cursor = parseCursor(since);
  if (!cursor) return restart('unreadable');
  if (cursor === 'former') return restart('outdated');
  if (cursor.to.crmCompanyId !== present.crmCompanyId) return restart('foreign');
  if (!(await isCurrent(db, cursor.to, present))) return restart('outdated');
  if (cursor.walk) return { to: cursor.to, walk: cursor.walk, reload: null };
  return { to: present, walk: { from: cursor.to.versions, after: '' }, reload: null };
}

export type Page = { readonly rows: TillRow[]; readonly cursor: string; readonly more: boolean };

/** Reads the page of a walk (rule 9.1). */
export async function readPage(connection: pg.PoolClient, { to, walk }: Walk, limit: number): Promise<Page> {
  // One more than asked for tells whether there is another page.
  const page = { listApoId: to.listApoId, to: to.versions, after: walk.after, limit: limit + 1 };
  const found = await (walk.from
    ? readChanges(connection, { ...page, from: walk.from })
    : readWholeList(connection, page));
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const more = found.length > limit && last !== undefined;
  const next: Cursor = more ? { to, walk: { from: walk.from, after: last.pzn } } : { to };
  return { rows, cursor: formatCursor(next), more };
}
