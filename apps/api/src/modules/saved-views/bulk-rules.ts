import type { SavedRule } from '@portal/contracts';
import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { ask, command, run, statement } from '../../db/statement.ts';
import { withLimits } from '../../db/with-limits.ts';
import { wrongState } from '../../http/errors.ts';
import type { Actor } from '../history-writing/index.ts';
import { byOthers, personSql, type SharingReader } from './sharing.ts';

/** Of one person. */
export const MOST_RULES = 30;
/** Of all persons together that are shared in one pharmacy. */
export const MOST_SHARED_RULES = 60;

/** Own ones first (rule 3.17). */
export async function readBulkRules(
  db: Queryable,
  apoId: number,
  { subject, mayUnshare }: SharingReader,
): Promise<{ rules: SavedRule[] }> {
  return { rules: await ask(db, RULES, [apoId, subject, mayUnshare]) };
}

const RULES = statement<SavedRule>(
  { name: 'text', userName: 'text', mine: 'bool', rule: 'json', shared: 'bool', by: 'text?' },
  `SELECT name, user_name AS "userName", actor = $2 AS mine, rule, shared, ${byOthers('$2', '$3')} AS by
     FROM bulk_rule WHERE actor = $2 OR (apo_id = $1 AND shared) ORDER BY actor <> $2, name, actor`,
);

type NamedRule = { readonly name: string; readonly kept: Pick<SavedRule, 'rule' | 'shared'> | null };

const DELETE_RULE = command('DELETE FROM bulk_rule WHERE actor = $1 AND name = $2');

/** @throws PortalError 409 at the limit */
export function setBulkRule(
  { database, clock }: { database: Database; clock: Clock },
  apoId: number,
  { name, kept, actor }: NamedRule & { readonly actor: Actor },
): Promise<void> {
  return database.transaction(async (connection) => {
    const key = [actor.subject, name];
    if (kept === null) {
      await run(connection, DELETE_RULE, key);
      return;
    }
    const own = {
      key: `rules by ${actor.subject}`,
      count: COUNT_RULES,
      values: [actor.subject],
      max: MOST_RULES,
      refusal: () => wrongState(`Sie haben schon ${MOST_RULES} Regeln gemerkt. Bitte löschen Sie erst eine davon.`),
    };
    const ofAll = {
      key: `rules of ${apoId}, shared`,
      count: COUNT_SHARED_RULES,
      values: [apoId],
      max: MOST_SHARED_RULES,
      refusal: () => wrongState(`Hier sind schon ${MOST_SHARED_RULES} Regeln für alle da. Mehr gehen nicht.`),
    };
    await withLimits(connection, kept.shared ? [own, ofAll] : [own], () =>
      run(connection, STORE_RULE, [...key, apoId, actor.userName, kept.rule, kept.shared, clock.now()]),
    );
  });
}

/** Rule 3.17; it stays theirs. */
export async function unshareRule(
  db: Queryable,
  apoId: number,
  { name, by }: { name: string; by: string },
): Promise<void> {
  await run(db, UNSHARE_RULE, [apoId, name, by]);
}

const UNSHARE_RULE = command(
  `UPDATE bulk_rule SET shared = false WHERE apo_id = $1 AND name = $2 AND shared AND ${personSql('actor')} = $3`,
);

const STORE_RULE = command(`INSERT INTO bulk_rule (actor, name, apo_id, user_name, rule, shared, changed_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (actor, name) DO UPDATE
     SET apo_id = excluded.apo_id, user_name = excluded.user_name, rule = excluded.rule, shared = excluded.shared,
         changed_at = excluded.changed_at`);

const COUNT_RULES = statement({ count: 'int' }, 'SELECT count(*)::int AS count FROM bulk_rule WHERE actor = $1');

const COUNT_SHARED_RULES = statement(
  { count: 'int' },
  'SELECT count(*)::int AS count FROM bulk_rule WHERE apo_id = $1 AND shared',
);
