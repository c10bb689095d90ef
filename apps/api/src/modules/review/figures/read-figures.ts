import type { ReviewFigures } from '@portal/contracts';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Clock } from '../../../clock.ts';
import { askOne, statement } from '../../../db/statement.ts';
import { runShared } from '../../../limits/call-context.ts';
import {
  findUpdate,
  readUpdateRows,
  requireVisible,
  type UpdateKey,
  type UpdateRow,
} from '../../price-updates/index.ts';
import { readDueReviews } from '../../price-reviews/index.ts';
import { readContext } from '../read-context.ts';
import { readMarks } from '../review-marks.ts';
import type { Figures, JudgedPart, Reviewable } from './figures-of.ts';
import { judgePartInChild, reviewInChild } from './review-in-child.ts';

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
    sizeCalculation: ({ toReview }) => toReview.pzn.length + 1,
    fetchMethod: (_state, _known, { context: update }) => runShared(() => reviewPackage(db, update, clock.now())),
    ignoreFetchAbort: true,
  });

  return async (key: UpdateKey & { group: UpdateRow['group'] }, who: Who): Promise<ReviewFigures> => {
    const update = await findUpdate(db, key);
    requireVisible(update, who.access);
    const { apoId, id, version } = update;
    const { lists, products } = await askOne(db, VERSIONS, [apoId]);
    // Own prices grow older day by day.
    const state = JSON.stringify([id, version, lists, products, clock.now().toISOString().slice(0, 10)]);
    const { totals, approved, doubts, toReview } = await known.forceFetch(state, { context: update });
    const marks = await readMarks(db, { apoId, group: update.group, update }, who);
    const { rows, changed, grossProfit } = totals;
    return {
      rows,
      approved,
      changed,
      grossProfit,
      doubts: [...doubts],
      toReview: toReview.pzn.length,
      reviewed: countMarked(toReview, marks.persons),
    };
  };
}

const VERSIONS = statement(
  { lists: 'text?', products: 'bigint' },
  `SELECT (SELECT string_agg(product_group || version, ' ' ORDER BY product_group) FROM list_version WHERE apo_id = $1) AS lists,
          (SELECT version FROM product_master) AS products`,
);

async function reviewPackage(db: pg.Pool, update: UpdateRow, now: Date): Promise<Figures> {
  return reviewInChild(await readReviewable(db, update, now));
}

/** Rule 6.30, of the package as it is now. */
export async function judgePart(db: pg.Pool, update: UpdateRow, now: Date): Promise<JudgedPart> {
  const dueForReview = (await readDueReviews(db, update, now)).map(({ pzn }) => pzn);
  return judgePartInChild({ ...(await readReviewable(db, update, now)), dueForReview });
}

/** What a child process reviews. */
async function readReviewable(db: pg.Pool, update: UpdateRow, now: Date): Promise<Reviewable> {
  const [parts, context] = await Promise.all([readUpdateRows(db, update, 'columns'), readContext(db, update)]);
  const { kind, status } = update;
  return { kind, approved: status > 0, rows: Buffer.concat(parts), context, now: Math.floor(now.getTime() / 1000) };
}

type Persons = Awaited<ReturnType<typeof readMarks>>['persons'];

/** At today's price only (rule 14.25). */
function countMarked({ pzn, price }: Figures['toReview'], persons: Persons): ReviewFigures['reviewed'] {
  const priceOf = new Map(pzn.map((each, at) => [each, price[at] ?? null]));
  const done = new Set<string>();
  const counted = persons.map(({ userName, mine, marks }) => {
    const counting = marks.pzn.filter((each, at) => priceOf.has(each) && priceOf.get(each) === marks.price[at]);
    for (const each of counting) done.add(each);
    return { userName, mine, count: counting.length };
  });
  return { count: done.size, persons: counted.filter(({ count }) => count > 0) };
}
