import { berlinDaysBetween } from './berlin-time.ts';

/** null: not yet taken. */
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

/** Rule 6.28. */
export function lzdStage({ released, openedAt, draftSavedAt, approvedAt }: LzdSteps): LzdStage {
  if (approvedAt) return 'approved';
  if (!released) return 'uploaded';
  if (draftSavedAt) return 'draft';
  return openedAt ? 'opened' : 'released';
}

/**
 * Calendar days in Berlin since upload or release.
 * @returns null: approved
 */
export function lzdDaysWaiting({ uploadedAt, releasedAt, approvedAt }: LzdSteps, now: Date): number | null {
  return approvedAt ? null : Math.max(0, berlinDaysBetween(releasedAt ?? uploadedAt, now));
}
