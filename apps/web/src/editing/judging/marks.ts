import type { DueReview, ReviewMarkRow, ReviewMarks } from '@portal/contracts';
import { type Review, rowOfPzn } from '@portal/list-view';
import type { Cents } from '@portal/rules';
import { useMemo } from 'react';
import type { KindTypes } from '../kind/kind.ts';

export type KeptRow = { readonly pzn: string; readonly price: Cents | null };
/** With the figures of the day it was last looked at. */
export type DueRow = DueReview & KeptRow;

/** What people have reviewed of a list, and the way to say so. */
export type MarkStore = {
  /** undefined while it is on its way, or cannot be had. */
  readonly marks: ReviewMarks | undefined;
  /** undefined where nobody can mark, as on a closed package or a mirror. */
  readonly set: ((rows: ReviewMarkRow[]) => void) | undefined;
  /** 'bleibt', of rows that are due (rule 19.5). */
  readonly keep?: ((rows: readonly KeptRow[]) => void) | undefined;
  /** The same rows are due again, as before. */
  readonly takeBack?: ((rows: readonly DueRow[]) => void) | undefined;
};

/** At the price in force only (rule 14.25). */
export type Marked = {
  /** False until the marks have arrived. */
  readonly known: boolean;
  readonly mine: ReadonlySet<number>;
  /** Names of the others, by row. */
  readonly others: ReadonlyMap<number, string>;
  /** Rows to look at that somebody has reviewed. */
  readonly done: number;
  /** Reviewed rows with nothing left to look at. */
  readonly settled: number;
  readonly persons: readonly { readonly userName: string; readonly mine: boolean; readonly rows: readonly number[] }[];
};

export const NO_MARKS: Marked = { known: false, mine: new Set(), others: new Map(), done: 0, settled: 0, persons: [] };

/** Finds the rows that the marks belong to. */
export function useMarked(
  model: KindTypes['model'],
  marks: ReviewMarks | undefined,
  review: Review | undefined,
): Marked {
  return useMemo(
    () => (marks && review && review.count === model.count ? markedRows(model, marks, review) : NO_MARKS),
    [model, marks, review],
  );
}

/** Somebody has reviewed the row at its present price. */
export function isDecided({ mine, others }: Pick<Marked, 'mine' | 'others'>, row: number): boolean {
  return mine.has(row) || others.has(row);
}

/** The user has reviewed the article at this price. */
export function hasMark({ persons }: ReviewMarks, pzn: string, price: Cents | null): boolean {
  const marks = persons.find(({ mine }) => mine)?.marks;
  return marks?.pzn.some((each, at) => each === pzn && marks.price[at] === price) ?? false;
}

function markedRows(model: KindTypes['model'], { persons }: ReviewMarks, { columns, reasons }: Review): Marked {
  const mine = new Set<number>();
  const others = new Map<number, string>();
  const counted = persons.map(({ userName, mine: own, marks }) => {
    const rows: number[] = [];
    for (const [at, pzn] of marks.pzn.entries()) {
      const row = rowOfPzn(model, pzn);
      if (row === undefined || (columns.after[row] ?? null) !== marks.price[at]) continue;
      rows.push(row);
      if (own) mine.add(row);
      else others.set(row, [others.get(row), userName].filter(Boolean).join(', '));
    }
    return { userName, mine: own, rows };
  });
  const all = new Set([...mine, ...others.keys()]);
  const done = [...all].filter((row) => reasons[row] !== 0).length;
  return {
    known: true,
    mine,
    others,
    done,
    settled: all.size - done,
    persons: counted.filter(({ rows }) => rows.length > 0),
  };
}
