import { describeLeft, type StandingLeft } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';

const NAMES = statement({ pzn: 'text', name: 'text' }, 'SELECT pzn, name FROM product WHERE pzn = ANY($1)');

/** Rows that a rule leaves alone, the first by name (rule 18.5). */
export async function describeLeftRows(
  db: Queryable,
  left: readonly StandingLeft[],
  pznAt: (row: number) => string,
): Promise<string | null> {
  const named: string[] = [];
  describeLeft(left, (row) => (named.push(pznAt(row)), ''));
  if (named.length === 0) return null;
  const names = new Map((await ask(db, NAMES, [named])).map(({ pzn, name }) => [pzn, name]));
  return describeLeft(left, (row) => names.get(pznAt(row)) ?? `PZN ${pznAt(row)}`);
}
