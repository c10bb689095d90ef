import { seenLine } from '@portal/rules';
import { ask, command, run, statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/database.ts';

/** As long as a saved name may be. */
const MOST_NAME = 60;

type Person = { readonly subject: string; readonly name: string };
/** `apoId` null: in every pharmacy. */
type Leaving = { readonly from: string; readonly apoId: number | null };

/** Pharmacies in which somebody shares views or rules. */
export async function pharmaciesSharedIn(db: Queryable, { from, apoId }: Leaving): Promise<number[]> {
  return (await ask(db, SHARED_IN, [from, apoId])).map((row) => row.apoId);
}

/**
 * What somebody who leaves has shared in a pharmacy becomes another person's, under another name where that person has one of the
 * same name (rule 1.13). In a transaction.
 * @returns how many views and rules
 */
export async function handOverShared(
  db: Queryable,
  { from, apoId }: Leaving & { readonly apoId: number },
  to: Person,
): Promise<number> {
  const views = await ask(db, SHARED_VIEWS, [apoId, from]);
  for (const { listKind, name } of views) {
    const taken = await ask(db, VIEW_NAMES, [apoId, listKind, to.subject]);
    await run(db, GIVE_VIEW, [apoId, listKind, from, name, to.subject, freeName(name, taken), to.name]);
  }
  const rules = await ask(db, SHARED_RULES, [apoId, from]);
  for (const { name } of rules) {
    const taken = await ask(db, RULE_NAMES, [to.subject]);
    await run(db, GIVE_RULE, [from, name, to.subject, freeName(name, taken), to.name]);
  }
  return views.length + rules.length;
}

function freeName(name: string, taken: readonly { readonly name: string }[]): string {
  for (let number = 1; ; number += 1) {
    const mark = number === 1 ? '' : ` (${number})`;
    const free = seenLine(name, MOST_NAME - mark.length) + mark;
    if (!taken.some((other) => other.name === free)) return free;
  }
}

const SHARED_IN = statement(
  { apoId: 'int' },
  `SELECT apo_id AS "apoId" FROM saved_view WHERE actor = $1 AND shared AND apo_id = coalesce($2::int, apo_id)
   UNION SELECT apo_id FROM bulk_rule WHERE actor = $1 AND shared AND apo_id = coalesce($2::int, apo_id) ORDER BY 1`,
);

const SHARED_VIEWS = statement(
  { listKind: 'text', name: 'text' },
  'SELECT list_kind AS "listKind", name FROM saved_view WHERE apo_id = $1 AND actor = $2 AND shared ORDER BY 1, 2 FOR UPDATE',
);

const VIEW_NAMES = statement(
  { name: 'text' },
  'SELECT name FROM saved_view WHERE apo_id = $1 AND list_kind = $2 AND actor = $3',
);

const GIVE_VIEW = command(`UPDATE saved_view SET actor = $5, name = $6, user_name = $7
  WHERE apo_id = $1 AND list_kind = $2 AND actor = $3 AND name = $4`);

const SHARED_RULES = statement(
  { name: 'text' },
  'SELECT name FROM bulk_rule WHERE apo_id = $1 AND actor = $2 AND shared ORDER BY 1 FOR UPDATE',
);

const RULE_NAMES = statement({ name: 'text' }, 'SELECT name FROM bulk_rule WHERE actor = $1');

const GIVE_RULE = command('UPDATE bulk_rule SET actor = $3, name = $4, user_name = $5 WHERE actor = $1 AND name = $2');
