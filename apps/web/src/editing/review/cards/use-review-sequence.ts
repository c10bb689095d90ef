import { orderByWeight, rowOfPzn } from '@portal/list-view';
import { effectivePrice, type Cents, type RowEdit } from '@portal/rules';
import { useState } from 'react';
import type { KindTypes } from '../../kind/kind.ts';
import type { EditSession, ListView, ReviewState } from '../../state/use-list-editor.ts';
import type { Marked } from '../../judging/marks.ts';
import type { GuardedReview } from '../../judging/use-review.ts';

export type Decision = 'accepted' | 'former' | 'own';

/** What was decided last, and all it takes to take that back. */
type LastDecision = {
  readonly row: number;
  readonly at: number;
  readonly decision: Decision;
  /** What the inputs of the row held. */
  readonly before: RowEdit;
  /** Undefined: not reviewed. */
  readonly reviewedAt: Cents | null | undefined;
};

type Walk = {
  /** The loaded rows it goes through. */
  readonly pzn: readonly string[];
  /** As they were ranked when the walk began: a corrected row keeps its place. */
  readonly order: Uint32Array;
  /** undefined until somebody has moved: the first row that nobody has reviewed. */
  readonly at: number | undefined;
  readonly last: LastDecision | undefined;
  /** Where somebody has been, for the way back. */
  readonly trail: readonly number[];
};

function begin(review: GuardedReview, first?: number): Walk {
  const order = orderByWeight(review, review.order);
  const at = first === undefined ? undefined : order.indexOf(first);
  return { pzn: review.columns.pzn, order, at, last: undefined, trail: [] };
}

/** From `start` on; beyond the last where none. */
function firstOpen({ order }: Walk, { mine, others }: Marked, start: number): number {
  const at = order.findIndex((row, each) => each >= start && !mine.has(row) && !others.has(row));
  return at < 0 ? order.length : at;
}

/**
 * Heaviest first (rule 14.40); decisions are entered as in the grid and marked.
 * @param first the row to begin with; without it the first unreviewed one
 */
export function useReviewSequence<T extends KindTypes>(
  editor: ListView<T> & ReviewState<T> & EditSession<T>,
  review: GuardedReview,
  first: number | undefined,
) {
  const { kind, model, session, actions, marked, setMarks, dispatch } = editor;
  const { edits } = session.entered;
  const [stored, setStored] = useState(() => begin(review, first));
  const walk = stored.pzn === review.columns.pzn ? stored : begin(review);
  if (walk !== stored) setStored(walk);
  const at = walk.at ?? firstOpen(walk, marked, 0);
  const row = walk.order[at];

  const pznOf = (each: number) => model.columns.pzn[each] as string;
  const inputs = (each: number) => kind.rules.inputs(model, edits, each);
  const priceOf = (each: number, inputsOfRow: RowEdit | undefined) =>
    effectivePrice(kind.rules.becomes(model, each, inputsOfRow));
  const mark = (each: number, price: Cents | null, reviewed: boolean) =>
    setMarks?.([{ pzn: pznOf(each), price, reviewed }]);

  /** @param before what the inputs held before anything was entered */
  const decide = (each: number, decision: Decision, before: RowEdit, price: Cents | null) => {
    const reviewedAt = marked.mine.has(each) ? priceOf(each, before) : undefined;
    mark(each, price, true);
    const last = { row: each, at, decision, before, reviewedAt };
    setStored({ ...walk, at: firstOpen(walk, marked, at + 1), last, trail: [...walk.trail, at] });
  };

  /** Puts the inputs of a row back. */
  const putBack = (each: number, before: RowEdit) =>
    dispatch({
      type: 'edited',
      cause: { by: 'price' },
      pzn: pznOf(each),
      price: true,
      change: (entered) => kind.rules.put(model, entered, each, before),
    });
  const undo = ({ row: each, at: former, before, reviewedAt }: LastDecision) => {
    putBack(each, before);
    if (reviewedAt === undefined) mark(each, null, false);
    else mark(each, reviewedAt, true);
    setStored({ ...walk, at: former, last: undefined });
  };

  return {
    at,
    count: walk.order.length,
    row,
    last: walk.last,
    undo,
    inputs,
    putBack,
    mayGoBack: at > 0 || walk.trail.length > 0,
    /** To the card before this one, which need not be its neighbour. */
    back: () => setStored({ ...walk, at: walk.trail.at(-1) ?? at - 1, trail: walk.trail.slice(0, -1) }),
    forward: () => setStored({ ...walk, at: at + 1, trail: [...walk.trail, at] }),
    /** To the card of a scanned article, where it has one. */
    goToPzn: (pzn: string | null) => {
      const each = pzn === null ? undefined : rowOfPzn(model, pzn);
      const to = each === undefined ? -1 : walk.order.indexOf(each);
      if (to >= 0) setStored({ ...walk, at: to, trail: [...walk.trail, at] });
    },
    restart: () => setStored(begin(review)),
    accept: (each: number) => decide(each, 'accepted', inputs(each), priceOf(each, edits.get(pznOf(each)))),
    /** Keeps the price in force as the user's own. */
    keepFormer: (each: number, price: Cents) => {
      const before = inputs(each);
      actions.enterPrice(each, price);
      decide(each, 'former', before, priceOf(each, kind.rules.withPrice(model, each, before, price)));
    },
    /** What is entered stands already; `before` is what stood there first. */
    keepOwn: (each: number, before: RowEdit) => decide(each, 'own', before, priceOf(each, edits.get(pznOf(each)))),
  };
}
export type ReviewSequence = ReturnType<typeof useReviewSequence>;
