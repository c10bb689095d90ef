import { PHARMACY_ACTIVE, type ProductGroup, type UpdateKind } from '@portal/rules';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { ask, statement } from '../db/statement.ts';
import { SYSTEM } from '../modules/history-writing/index.ts';
import {
  approveAutomatically,
  CLOSED_REASON,
  closeUpdate,
  tryLockUpdate,
  UPDATE_EVENT,
} from '../modules/price-updates/index.ts';

export type JobDeps = { readonly database: Database; readonly clock: Clock; readonly logger: Logger };

export type DueReport = {
  /** Packages approved and deleted by this run. */
  approved: number;
  deleted: number;
  /** Packages whose action failed; they stay open and due, and the log says why. */
  failed: number[];
  /** Due packages of cancelled pharmacies, which get no automatic action (rule 7.8). */
  skipped: number;
};

type Due = { id: number; kind: UpdateKind; apoId: number; group: ProductGroup };

/**
 * Does what the clock has to do: approves and deletes every open package whose moment has come, by due moment, then arrival,
 * one transaction each. It looks at what is due and not at today's date, so that it catches up after an outage. Several
 * processes may run it at once: each package is acted on exactly once, since an action happens under the list's lock and on the
 * status it starts from; what another process has locked is skipped and tried again at the end.
 */
export async function runDueActions(deps: JobDeps, { signal }: { signal?: AbortSignal } = {}): Promise<DueReport> {
  const report: DueReport = { approved: 0, deleted: 0, failed: [], skipped: 0 };
  const now = deps.clock.now();
  report.skipped = await countSkipped(deps.database.pool, now);
  if (report.skipped > 0)
    deps.logger.warn({ packages: report.skipped }, 'due packages of cancelled pharmacies skipped');
  // The second round waits for lists that were locked in the first.
  for (const wait of [false, true]) {
    const passedOver = new Set<string>();
    for (const due of await readDue(deps.database.pool, now)) {
      if (signal?.aborted) return report;
      const list = `${due.apoId}.${due.group}`;
      // A later package of a list never overtakes an earlier one.
      if (report.failed.includes(due.id) || passedOver.has(list)) continue;
      if ((await act(deps, due, { now, wait, report })) === 'locked') passedOver.add(list);
    }
    if (passedOver.size === 0) break;
  }
  if (report.approved + report.deleted + report.failed.length > 0) deps.logger.info(report, 'due packages acted on');
  return report;
}

async function act(
  deps: JobDeps,
  due: Due,
  { now, wait, report }: { now: Date; wait: boolean; report: DueReport },
): Promise<'done' | 'locked' | 'gone' | 'failed'> {
  try {
    const done = await deps.database.transaction((connection) =>
      actLocked(connection, due, { now, wait, at: deps.clock.now() }),
    );
    if (done === 'approve') report.approved += 1;
    if (done === 'delete') report.deleted += 1;
    return done === 'approve' || done === 'delete' ? 'done' : done;
  } catch (error) {
    deps.logger.error({ err: error, package: due.id }, 'an automatic action failed');
    report.failed.push(due.id);
    return 'failed';
  }
}

async function actLocked(
  connection: pg.PoolClient,
  due: Due,
  { now, wait, at }: { now: Date; wait: boolean; at: Date },
): Promise<'approve' | 'delete' | 'locked' | 'gone'> {
  const locked = await tryLockUpdate(connection, due, { wait });
  if (!locked) return 'locked';
  const { list, update, active } = locked;
  const stillDue = update.status === 0 && update.autoActionAt !== null && update.autoActionAt <= now;
  if (!stillDue || active === PHARMACY_ACTIVE.cancelled) return 'gone';
  if (update.autoAction === 'delete') {
    const reason = CLOSED_REASON.deletedByClock;
    const step = { how: 'expired', reason, event: UPDATE_EVENT.deleted(update), actor: SYSTEM, at } as const;
    await closeUpdate(connection, update, step);
    return 'delete';
  }
  return (await approveAutomatically(connection, { list, update }, at)) ? 'approve' : 'gone';
}

const DUE = statement<Due>(
  { id: 'int', kind: 'text', apoId: 'int', group: 'text' },
  `SELECT u.id, u.kind, u.apo_id AS "apoId", u.product_group AS "group" FROM price_update u JOIN pharmacy p USING (apo_id)
    WHERE u.status = 0 AND u.auto_action_at <= $1 AND p.active <> 3
    ORDER BY u.auto_action_at, u.created_at, u.id`,
);

async function readDue(pool: pg.Pool, now: Date): Promise<Due[]> {
  return ask(pool, DUE, [now]);
}

const COUNT_SKIPPED = statement<{ count: number }>(
  { count: 'int' },
  `SELECT count(*)::int AS count FROM price_update u JOIN pharmacy p USING (apo_id)
    WHERE u.status = 0 AND u.auto_action_at <= $1 AND p.active = 3`,
);

async function countSkipped(pool: pg.Pool, now: Date): Promise<number> {
  const rows = await ask(pool, COUNT_SKIPPED, [now]);
  return rows[0]?.count ?? 0;
}
