import { berlinDaysBetween } from './berlin-time.ts';

/** The steps of an LZD that are known with their time; null where it has not been taken. */
export type LzdSteps = {
  readonly uploadedAt: Date;
  readonly released: boolean;
  readonly releasedAt: Date | null;
  readonly openedAt: Date | null;
  readonly draftSavedAt: Date | null;
  readonly approvedAt: Date | null;
};

export const LZD_STAGES = ['uploaded', 'released', 'opened', 'draft', 'approved'] as const;
export type LzdStage = (typeof LZD_STAGES)[number];

/** The furthest step that an LZD has come (rule 6.28). */
export function lzdStage({ released, openedAt, draftSavedAt, approvedAt }: LzdSteps): LzdStage {
  if (approvedAt) return 'approved';
  if (!released) return 'uploaded';
  if (draftSavedAt) return 'draft';
  return openedAt ? 'opened' : 'released';
}

/**
 * Calendar days in Berlin that an open LZD has waited: for its release since the upload, then for the pharmacy since the release.
 * @returns null for an approved one
 */
export function lzdDaysWaiting({ uploadedAt, releasedAt, approvedAt }: LzdSteps, now: Date): number | null {
  return approvedAt ? null : Math.max(0, berlinDaysBetween(releasedAt ?? uploadedAt, now));
}
