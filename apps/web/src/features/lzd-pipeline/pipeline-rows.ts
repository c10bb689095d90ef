import type { LzdPipeline, PipelineEntry } from '@portal/contracts';
import { LZD_STAGES, type LzdStage, lzdDaysWaiting, lzdStage, pharmacySearch } from '@portal/rules';

/** null once approved. */
export type PipelineRow = PipelineEntry & { readonly stage: LzdStage; readonly days: number | null };

export const STAGE_FILTERS = ['open', ...LZD_STAGES, 'all'] as const;
export const WAIT_FILTERS = ['all', 'long'] as const;
export const CALCULATION_FILTERS = ['all', 'first', 'again'] as const;

export type PipelineFilter = {
  readonly stage: (typeof STAGE_FILTERS)[number];
  readonly wait: (typeof WAIT_FILTERS)[number];
  readonly calculation: (typeof CALCULATION_FILTERS)[number];
  readonly query: string;
};
export const NO_FILTER: PipelineFilter = { stage: 'open', wait: 'all', calculation: 'all', query: '' };

/** Those that have waited longest first; approved ones last, the latest of them first. */
export function pipelineRows({ entries, at }: Pick<LzdPipeline, 'entries' | 'at'>): PipelineRow[] {
  const now = new Date(at);
  const time = (text: string | null) => (text === null ? null : new Date(text));
  const rows = entries.map((entry) => {
    const steps = {
      released: entry.released,
      uploadedAt: new Date(entry.uploadedAt),
      releasedAt: time(entry.releasedAt),
      openedAt: time(entry.openedAt),
      draftSavedAt: time(entry.draftSavedAt),
      approvedAt: time(entry.approvedAt),
    };
    return { ...entry, stage: lzdStage(steps), days: lzdDaysWaiting(steps, now) };
  });
  return rows.toSorted(
    (a, b) => (b.days ?? -1) - (a.days ?? -1) || (b.approvedAt ?? '').localeCompare(a.approvedAt ?? '') || a.id - b.id,
  );
}

/** The latest first. */
export function latestUploads(rows: readonly PipelineRow[], count: number): PipelineRow[] {
  return rows.toSorted((a, b) => b.uploadedAt.localeCompare(a.uploadedAt) || b.id - a.id).slice(0, count);
}

export function filterPipeline(rows: readonly PipelineRow[], filter: PipelineFilter): PipelineRow[] {
  const { stage, wait, calculation } = filter;
  const isFound = pharmacySearch(filter.query);
  return rows.filter(
    (row) =>
      (stage === 'all' || (stage === 'open' ? row.stage !== 'approved' : row.stage === stage)) &&
      (wait === 'all' || waitsLong(row)) &&
      (calculation === 'all' || row.firstCalculation === (calculation === 'first')) &&
      isFound({ apoId: row.apoId, name: row.pharmacy, city: row.city }),
  );
}

/** '> 5 Tage'. */
export function waitsLong({ days }: PipelineRow): boolean {
  return days !== null && days > 5;
}

/** Rule 6.19. */
export function isReleasable({ stage, access }: PipelineRow): boolean {
  return stage === 'uploaded' && access;
}

/** Waits for the pharmacy: mails about it make sense (rule 15.6). */
export function isOpenAndReleased({ stage }: PipelineRow): boolean {
  return stage !== 'uploaded' && stage !== 'approved';
}

/** Open, but cannot be selected. */
export function isWithoutBox(row: PipelineRow): boolean {
  return row.stage !== 'approved' && !isReleasable(row) && !isRemindable(row);
}

/** Can be reminded of: somebody has confirmed an address. */
export function isRemindable(row: PipelineRow): boolean {
  return isOpenAndReleased(row) && row.addresses.confirmed > 0;
}
