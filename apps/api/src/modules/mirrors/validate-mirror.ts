import { normalizeCountry } from '@portal/rules';
import { MIRROR_TEXT } from './mirror-texts.ts';

/** What decides whether a pharmacy can become a mirror. */
export type Candidate = {
  readonly apoId: number;
  readonly country: string;
  readonly parentApoId: number | null;
  readonly mirrorCount: number;
  readonly openUpdates: number;
};

/**
 * Rule 8.3.
 * @returns null for a candidate
 */
export function mirrorRefusal(
  candidate: Candidate,
  main?: Pick<Candidate, 'apoId' | 'country' | 'parentApoId'>,
): string | null {
  const { refusal } = MIRROR_TEXT;
  if (main) {
    if (candidate.apoId === main.apoId) return refusal.self;
    if (main.parentApoId !== null) return refusal.mainIsMirror;
    if (candidate.parentApoId === main.apoId) return refusal.already;
  }
  if (candidate.parentApoId !== null) return refusal.otherMain(candidate.parentApoId);
  if (candidate.mirrorCount > 0) return refusal.hasMirrors;
  if (main && normalizeCountry(candidate.country) !== normalizeCountry(main.country))
    return refusal.country(candidate.country);
  if (candidate.openUpdates > 0) return refusal.openUpdates(candidate.openUpdates);
  return null;
}
