import type { KeptRule } from '@portal/contracts';
import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { ask, askOne, statement } from '../../db/statement.ts';
import { wrongState } from '../../http/errors.ts';
import type { Actor } from '../history-writing/index.ts';

/** Of one person. */
export const MOST_RULES = 30;

/** Somebody's own rules, wherever they were kept, and those that others share in this pharmacy, the own ones first (rule 3.17). */
export async function readBulkRules(db: Queryable, apoId: number, subject: string): Promise<{ rules: KeptRule[] }> {
  return { rules: await ask(db, RULES, [apoId, subject]) };
}

const RULES = statement<KeptRule>(
  { name: 'text', userName: 'text', mine: 'bool', rule: 'json', shared: 'bool' },
  `SELECT name, user_name AS "userName", actor = $2 AS mine, rule, shared
     FROM bulk_rule WHERE actor = $2 OR (apo_id = $1 AND shared) ORDER BY actor <> $2, name, actor`,
);

type NamedRule = { readonly name: string; readonly kept: Pick<KeptRule, 'rule' | 'shared'> | null };

/**
 * Keeps or deletes a rule of one person; rules of others stay whatever their names are. They change no version and leave no history
 * entry.
 * @throws PortalError 409 when the person has as many as there can be
 */
export function setBulkRule(
  { database, clock }: { database: Database; clock: Clock },
  apoId: number,
  { name, kept, actor }: NamedRule & { readonly actor: Actor },
): Promise<void> {
  return database.transaction(async (connection) => {
    const key = [actor.subject, name];
    if (kept === null) {
      await connection.query('DELETE FROM bulk_rule WHERE actor = $1 AND name = $2', key);
      return;
    }
    await connection.query(STORE_RULE, [...key, apoId, actor.userName, kept.rule, kept.shared, clock.now()]);
    const { count } = await askOne(connection, COUNT_RULES, [actor.subject]);
    if (count > MOST_RULES)
      throw wrongState(`Sie haben schon ${MOST_RULES} Regeln gemerkt. Bitte löschen Sie erst eine davon.`);
  });
}

const STORE_RULE = `INSERT INTO bulk_rule (actor, name, apo_id, user_name, rule, shared, changed_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (actor, name) DO UPDATE
     SET apo_id = excluded.apo_id, user_name = excluded.user_name, rule = excluded.rule, shared = excluded.shared,
         changed_at = excluded.changed_at`;

const COUNT_RULES = statement<{ count: number }>(
  { count: 'int' },
  'SELECT count(*)::int AS count FROM bulk_rule WHERE actor = $1',
);
