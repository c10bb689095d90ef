import { berlinDaysBetween, berlinMidnight } from '@portal/rules';

export type ExportRange = { readonly since: Date | null; readonly until: Date };

export function beginsInFuture({ since }: ExportRange, now: Date): boolean {
  return since !== null && berlinDaysBetween(now, since) > 0;
}

export function rangeSince(changedSince: string | null, now: Date): ExportRange {
  if (changedSince === null) return { since: null, until: now };
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(changedSince);
  const since = day ? berlinMidnight(Number(day[1]), Number(day[2]), Number(day[3])) : new Date(changedSince);
  return { since, until: now };
}
