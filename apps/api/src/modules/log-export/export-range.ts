import { berlinDaysBetween, berlinMidnight } from '@portal/rules';

/** What an export covers: changes from `since` (null: from the first) up to and including `until`. */
export type ExportRange = { readonly since: Date | null; readonly until: Date };

/** True when an export would begin on a day that Berlin has not reached: there is nothing to export yet. */
export function beginsInFuture({ since }: ExportRange, now: Date): boolean {
  return since !== null && berlinDaysBetween(now, since) > 0;
}

/** Reads `changedSince`: a day begins at midnight in Berlin, an instant is taken as it is. */
export function rangeSince(changedSince: string | null, now: Date): ExportRange {
  if (changedSince === null) return { since: null, until: now };
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(changedSince);
  const since = day ? berlinMidnight(Number(day[1]), Number(day[2]), Number(day[3])) : new Date(changedSince);
  return { since, until: now };
}
