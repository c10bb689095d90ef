import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { Logger } from 'pino';
import { beginAndEnd, type DueList, findDueLists } from './begin-and-end.ts';

/** Lists per query. */
const WINDOW = 1_000;

/**
 * Rule 17.6; instances share the lists by locks (ADR 67).
 * @returns days of lists that were acted on, and lists that failed
 */
export async function runDuePeriods(
  { database, clock, logger }: { database: Database; clock: Clock; logger: Logger },
  { signal, window = WINDOW }: { signal?: AbortSignal | undefined; window?: number } = {},
): Promise<{ done: number; failed: number }> {
  const report = { done: 0, failed: 0 };
  const failed = new Set<string>();
  const keyOf = ({ apoId, group }: DueList) => `${apoId}.${group}`;
  for (const wait of [false, true]) {
    const passedOver = new Set<string>();
    for (;;) {
      const due = await findDueLists(database, clock.now(), window + failed.size + passedOver.size);
      const lists = due.filter((list) => !failed.has(keyOf(list)) && !passedOver.has(keyOf(list)));
      if (lists.length === 0 || signal?.aborted) break;
      for (const list of shuffled(lists)) {
        if (signal?.aborted) break;
        try {
          const outcome = await beginAndEnd({ database, clock }, list, { wait });
          if (outcome === 'locked') passedOver.add(keyOf(list));
          else report.done += outcome;
        } catch (error) {
          logger.error({ err: error, apoId: list.apoId, group: list.group }, 'periods of a list failed');
          failed.add(keyOf(list));
        }
      }
    }
    if (passedOver.size === 0 || signal?.aborted) break;
  }
  report.failed = failed.size;
  if (report.done + report.failed > 0) logger.info(report, 'periods begun and ended');
  return report;
}

/** Processes that begin together thus rarely meet at a list. */
function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
