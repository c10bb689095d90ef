import type { ReplayedUpdate } from '@portal/contracts';
import type { Condition } from '@portal/list-view';
import { type BulkRule, type FlagKind, type ProductGroup, REPLAYED_UPDATES } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import { type Database, SKIP_WRITER_LIMIT } from '../../db/database.ts';
import { kindsSql } from '../../db/kinds-sql.ts';
import { ask, askOne, composed, statement, typed } from '../../db/statement.ts';
import { withoutNestedLoops } from '../../db/without-nested-loops.ts';
import { nameLeftRows } from './name-left-rows.ts';
import { conditioned, replayInChild } from './plan-in-child.ts';
import { readRunningRules } from './running-rules.ts';
import { storedColumnsSql } from './standing-columns-sql.ts';

type Tried = {
  readonly productGroups: readonly ProductGroup[];
  readonly rule: BulkRule;
  readonly conditions: readonly Condition[];
};

/** Behind the rules that run, the latest update first (rule 18.11). */
export async function replayRule(
  { database, clock }: { database: Database; clock: Clock },
  apoId: number,
  { productGroups, rule, conditions }: Tried,
): Promise<{ updates: ReplayedUpdate[] }> {
  const db = database.pool;
  const updates: ReplayedUpdate[] = [];
  for (const group of productGroups) {
    const running = await readRunningRules(db, { apoId, group }, clock.now());
    const rules = [...running.map(conditioned), { rule, conditions }];
    for (const { arrivedAt, rows, ...update } of await ask(db, LATEST, [apoId, group, REPLAYED_UPDATES])) {
      const query = composed<{ columns: string }>({ columns: 'text' }, storedColumnsSql({ ...update, apoId, group }));
      const { columns } = await database.transaction(
        (connection) => withoutNestedLoops(connection, () => askOne(connection, query)),
        SKIP_WRITER_LIMIT,
      );
      const { worth, left: described } = await replayInChild({ kind: update.kind, rules, isTried: true }, columns);
      const left = await nameLeftRows(db, described.at(-1) ?? null);
      const { id, kind } = update;
      updates.push({ id, kind, productGroup: group, arrivedAt: arrivedAt.toISOString(), rows, ...worth, left });
    }
  }
  return { updates };
}

/** What the list was is known of approved and open ones alone. */
const LATEST = statement(
  { id: 'int', kind: typed<FlagKind>('text'), status: 'int', parts: 'int', arrivedAt: 'time', rows: 'int' },
  `SELECT id, kind, status, (SELECT count(*)::int FROM price_update_approval a WHERE a.apo_id = $1 AND a.update_id = price_update.id) AS parts,
          created_at AS "arrivedAt", item_count AS rows FROM price_update
    WHERE apo_id = $1 AND product_group = $2 AND kind IN ${kindsSql('clock')} AND status >= 0
    ORDER BY created_at DESC, id DESC LIMIT $3`,
);
