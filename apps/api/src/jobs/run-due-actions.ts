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
  failed: number[];
  /** Cancelled pharmacies (rule 7.8). */
  skipped: number;
};

type Due = { id: number; kind: UpdateKind; apoId: number; group: ProductGroup };

/** Packages per query. */
const WINDOW = 1_000;

/**
 * Every due package, one transaction each, by due time, not by date: it catches up after an outage. Shared by locks
 * (ADR 67): locked lists are skipped and retried at the end; each package is acted on once. Rule 7.7.
 */
export async function runDueActions(
  deps: JobDeps,
  { signal, window = WINDOW }: { signal?: AbortSignal; window?: number } = {},
): Promise<DueReport> {
  const report: DueReport = { approved: 0, deleted: 0, failed: [], skipped: 0 };
  const now = deps.clock.now();
  report.skipped = await countSkipped(deps.database.pool, now);
  if (report.skipped > 0)
    deps.logger.warn({ packages: report.skipped }, 'due packages of cancelled pharmacies skipped');
  // The second round waits for locked lists.
  for (const wait of [false, true]) {
    const passedOver = new Set<string>();
    const left = new Set(report.failed);
    const actOnList = async (list: string, packages: readonly Due[]) => {
      for (const due of packages) {
        if (signal?.aborted) return;
        // A later package of a list never overtakes an earlier one.
        const done = passedOver.has(list) ? 'locked' : await act(deps, due, { now, wait, report });
        if (done === 'locked') passedOver.add(list);
        if (done !== 'done') left.add(due.id);
      }
    };
    for (;;) {
      const lists = byList(await ask(deps.database.pool, DUE, [now, [...left], window]));
      const share = inRandomOrder([...lists]).slice(0, Math.ceil(window / 10));
      for (const [list, packages] of share) await actOnList(list, packages);
      if (lists.size === 0 || signal?.aborted) break;
    }
    if (passedOver.size === 0 || signal?.aborted) break;
  }
  if (report.approved + report.deleted + report.failed.length > 0) deps.logger.info(report, 'due packages acted on');
  return report;
}

function byList(packages: readonly Due[]): Map<string, Due[]> {
  return Map.groupBy(packages, ({ apoId, group }) => `${apoId}.${group}`);
}

/** Processes that begin together thus rarely meet at a list. */
function inRandomOrder<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
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
    const closing = { how: 'expired', reason, event: UPDATE_EVENT.deleted(update), actor: SYSTEM, at } as const;
    await closeUpdate(connection, update, closing);
    return 'delete';
  }
  return (await approveAutomatically(connection, { list, update }, at)) ? 'approve' : 'gone';
}

const DUE = statement<Due>(
  { id: 'int', kind: 'text', apoId: 'int', group: 'text' },
  `SELECT u.id, u.kind, u.apo_id AS "apoId", u.product_group AS "group" FROM price_update u JOIN pharmacy p USING (apo_id)
    WHERE u.status = 0 AND u.auto_action_at <= $1 AND p.active <> 3 AND u.id <> ALL ($2::int[])
    ORDER BY u.auto_action_at, u.created_at, u.id LIMIT $3`,
);

const COUNT_SKIPPED = statement(
  { count: 'int' },
  `SELECT count(*)::int AS count FROM price_update u JOIN pharmacy p USING (apo_id)
    WHERE u.status = 0 AND u.auto_action_at <= $1 AND p.active = 3`,
);

async function countSkipped(pool: pg.Pool, now: Date): Promise<number> {
  const rows = await ask(pool, COUNT_SKIPPED, [now]);
  return rows[0]?.count ?? 0;
}
