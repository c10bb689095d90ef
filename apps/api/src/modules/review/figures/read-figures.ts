import type { ReviewFigures } from '@portal/contracts';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Clock } from '../../../clock.ts';
import { runShared } from '../../../limits/call-context.ts';
import { findUpdate, requireVisible, type UpdateKey, type UpdateRow } from '../../price-updates/index.ts';
import { readMarks } from '../review-marks.ts';
import type { Figures } from './figures-of.ts';
import { readReviewable, readState } from './read-reviewable.ts';
import { reviewInChild } from './review-in-child.ts';

/** Some 20 MB. */
const MAX_CACHED_ROWS = 200_000;

type Who = { readonly subject: string; readonly access: Parameters<typeof requireVisible>[1] };

/**
 * Once per state (rule 14.37); repeated reads cost three small queries.
 * @throws PortalError 403, 404
 */
export function createFiguresReader({ db, clock }: { db: pg.Pool; clock: Clock }) {
  const known = new LRUCache<string, Figures, UpdateRow>({
    maxSize: MAX_CACHED_ROWS,
    sizeCalculation: ({ toReview, putRight }) => toReview.pzn.length + putRight.pzn.length + 1,
    fetchMethod: (_state, _known, { context: update }) => runShared(() => reviewPackage(db, update, clock.now())),
    ignoreFetchAbort: true,
  });

  return async (key: UpdateKey & { group: UpdateRow['group'] }, who: Who): Promise<ReviewFigures> => {
    const update = await findUpdate(db, key);
    requireVisible(update, who.access);
    const state = await readState(db, update, clock.now());
    const { totals, approved, open, doubts, toReview, putRight } = await known.forceFetch(state, { context: update });
    const marks = await readMarks(db, { apoId: update.apoId, group: update.group, update }, who);
    const { rows, changed, grossProfit } = totals;
    return {
      rows,
      approved,
      open,
      changed,
      grossProfit,
      doubts: [...doubts],
      toReview: toReview.pzn.length,
      reviewed: countMarked(toReview, putRight, marks.persons),
    };
  };
}

async function reviewPackage(db: pg.Pool, update: UpdateRow, now: Date): Promise<Figures> {
  return reviewInChild(await readReviewable(db, update, now));
}

type Rows = Figures['toReview'];
type Persons = Awaited<ReturnType<typeof readMarks>>['persons'];

/** At today's price only (rule 14.25). */
function countMarked(toReview: Rows, putRight: Rows, persons: Persons): ReviewFigures['reviewed'] {
  const open = new Set(toReview.pzn);
  const priceOf = new Map(
    [toReview, putRight].flatMap(({ pzn, price }) => pzn.map((each, at) => [each, price[at] ?? null] as const)),
  );
  const done = new Set<string>();
  const counted = persons.map(({ userName, mine, marks }) => {
    const counting = marks.pzn.filter((each, at) => priceOf.has(each) && priceOf.get(each) === marks.price[at]);
    for (const each of counting) if (open.has(each)) done.add(each);
    return { userName, mine, count: counting.length };
  });
  return { count: done.size, persons: counted.filter(({ count }) => count > 0) };
}
