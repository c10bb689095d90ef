import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { NAMED_LATER } from './named-later.ts';

const NAMES = statement({ pzn: 'text', name: 'text' }, 'SELECT pzn, name FROM product WHERE pzn = ANY($1)');

/** Rows that a rule leaves alone, the first by name (rule 18.5). */
export async function nameLeftRows(db: Queryable, left: string | null): Promise<string | null> {
  const pzns = Array.from(left?.matchAll(NAMED_LATER) ?? [], ([, pzn]) => pzn as string);
  if (left === null || pzns.length === 0) return left;
  const names = new Map((await ask(db, NAMES, [pzns])).map(({ pzn, name }) => [pzn, name]));
  return left.replaceAll(NAMED_LATER, (_, pzn: string) => names.get(pzn) ?? `PZN ${pzn}`);
}
