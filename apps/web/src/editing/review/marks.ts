import type { ReviewMarkRow, ReviewMarks } from '@portal/contracts';
import type { Review } from '@portal/list-view';
import { useMemo } from 'react';

/** What people have reviewed of a list, and the way to say so. */
export type MarkStore = {
  /** undefined while it is on its way, or cannot be had. */
  readonly marks: ReviewMarks | undefined;
  /** undefined where nobody can mark, as on a closed package or a mirror. */
  readonly set: ((rows: ReviewMarkRow[]) => void) | undefined;
};

/** At today's price only (rule 14.25). */
export type Marked = {
  readonly mine: ReadonlySet<number>;
  /** Names of the others, by row. */
  readonly others: ReadonlyMap<number, string>;
  /** Rows to look at that somebody has reviewed. */
  readonly done: number;
  /** Everybody with the number of those rows they have reviewed. */
  readonly persons: readonly { readonly userName: string; readonly mine: boolean; readonly count: number }[];
};

const NOTHING: Marked = { mine: new Set(), others: new Map(), done: 0, persons: [] };

/** Finds the rows that the marks belong to. */
export function useMarked(marks: ReviewMarks | undefined, review: Review | undefined): Marked {
  return useMemo(() => (marks && review ? markedRows(marks, review) : NOTHING), [marks, review]);
}

function markedRows({ persons }: ReviewMarks, { columns, order }: Review): Marked {
  const rowOf = new Map(Array.from(order, (row) => [columns.pzn[row] as string, row] as const));
  const mine = new Set<number>();
  const others = new Map<number, string>();
  const counts = persons.map(({ userName, mine: own, marks }) => {
    let count = 0;
    for (const [at, pzn] of marks.pzn.entries()) {
      const row = rowOf.get(pzn);
      if (row === undefined || (columns.after[row] ?? null) !== marks.price[at]) continue;
      count++;
      if (own) mine.add(row);
      else others.set(row, [others.get(row), userName].filter(Boolean).join(', '));
    }
    return { userName, mine: own, count };
  });
  const done = new Set([...mine, ...others.keys()]).size;
  return { mine, others, done, persons: counts.filter(({ count }) => count > 0) };
}
