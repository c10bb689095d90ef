import { isDeepStrictEqual } from 'node:util';
import { readSetting } from '../../../db/setting-sql.ts';
import type { PartBlocker } from '@portal/rules';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Clock } from '../../../clock.ts';
import { runShared } from '../../../limits/call-context.ts';
import { readDueReviews } from '../../price-reviews/index.ts';
import { type UpdateRow } from '../../price-updates/index.ts';
import type { JudgedPart as Judged } from './figures-of.ts';
import { readReviewable, readState } from './read-reviewable.ts';
import { judgePartInChild } from './review-in-child.ts';

/** Some 10 MB. */
const MAX_CACHED_ROWS = 100_000;

export type JudgedPart = Omit<Judged, 'pzns' | 'stays'> & {
  readonly pzns: ReadonlySet<string>;
  readonly stays: ReadonlyMap<string, PartBlocker>;
};
export type JudgePart = (update: UpdateRow) => Promise<JudgedPart>;

/** Rule 6.30, of the package as it is now: once per state, also for those who ask meanwhile. */
export function createPartJudge({ db, clock }: { db: pg.Pool; clock: Clock }): JudgePart {
  type ReviewInput = { readonly update: UpdateRow; readonly now: Date; readonly dueForReview: readonly string[] };
  const known = new LRUCache<string, JudgedPart, ReviewInput>({
    maxSize: MAX_CACHED_ROWS,
    sizeCalculation: ({ pzns, stays }) => pzns.size + stays.size + 1,
    fetchMethod: (_state, _known, { context: { update, now, dueForReview } }) =>
      runShared(async () => {
        const judged = await judgePartInChild({ ...(await readReviewable(db, update, now)), dueForReview });
        return { ...judged, pzns: new Set(judged.pzns), stays: new Map(judged.stays) };
      }),
    ignoreFetchAbort: true,
  });

  return async (update) => {
    const now = clock.now();
    // Neither reviews nor guardrails change the list's version.
    const dueForReview = (await readDueReviews(db, update, now)).map(({ pzn }) => pzn);
    const guardrails = await readSetting(db, 'guardrails', update);
    const state = JSON.stringify([await readState(db, update, now), guardrails, dueForReview]);
    const judged = await known.forceFetch(state, { context: { update, now, dueForReview } });
    // May be changed back.
    if (!isDeepStrictEqual(judged.guardrails, guardrails)) known.delete(state);
    return judged;
  };
}
