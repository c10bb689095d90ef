import { breakingRows, type ListContext, NO_EDITS, type Review, type RowEdits } from '@portal/list-view';
import { type Guardrails, NO_GUARDRAILS } from '@portal/rules';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { runInChunks } from '../../lib/scheduler.ts';
import type { Kind, KindTypes, Reminders } from '../kind/kind.ts';
import type { Due } from './due-reviews-api.ts';

/** Rule 12.6. */
export type GuardedReview = Review & { readonly breaking: Uint32Array; readonly unedited: Review };

/** What is known beside the list itself. */
export type ReviewBasis = {
  /** Undefined while loading, null where there is none. */
  readonly context: ListContext | null | undefined;
  /** Limits of the group; undefined and null alike. */
  readonly guardrails: Guardrails | null | undefined;
  /** Fixed prices to look at again; undefined while loading (rule 19.4). */
  readonly due?: Due | undefined;
  readonly reminders?: Reminders | undefined;
  /** The list is not reviewed, now or later. */
  readonly never?: boolean;
};

type Basis<Model> = {
  readonly model: Model;
  readonly edits: RowEdits;
  readonly context: ListContext | null;
  readonly guardrails: Guardrails;
  readonly due: Due | undefined;
};

/**
 * Deferred: typing does not wait.
 * @returns undefined until judged; the former one while another is judged
 */
export function useReview<T extends KindTypes>(
  { reviewing }: Kind<T>,
  model: T['model'],
  edits: RowEdits,
  { context, guardrails: limits, due }: ReviewBasis,
): GuardedReview | undefined {
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const present = useMemo<Basis<T['model']> | undefined>(
    () =>
      context === undefined || limits === undefined
        ? undefined
        : { model, edits, context, guardrails: limits ?? NO_GUARDRAILS, due },
    [model, edits, context, limits, due],
  );
  const basis = useDeferredValue(present, undefined);
  const [cached, setCached] = useState<Basis<T['model']> & { readonly review: GuardedReview }>();
  const sameList =
    cached !== undefined &&
    cached.model === basis?.model &&
    cached.context === basis.context &&
    cached.guardrails === basis.guardrails &&
    cached.due === basis.due;
  const { model: listed, context: known, guardrails: limited, due: dueReviews } = basis ?? {};
  useEffect(() => {
    if (listed === undefined || known === undefined || limited === undefined) return undefined;
    return runInChunks(
      reviewing.build(listed, known, NO_EDITS, { now, guardrails: limited, due: dueReviews }),
      (built) => {
        const breaking = breakingRows(built);
        const review = { ...built, breaking, unedited: built };
        setCached({ model: listed, context: known, guardrails: limited, due: dueReviews, edits: NO_EDITS, review });
      },
    );
  }, [reviewing, listed, known, limited, dueReviews, now]);
  if (!basis || !cached) return undefined;
  if (!sameList || cached.edits === basis.edits) return cached.review;
  const { unedited } = cached.review;
  const judged = reviewing.update(cached.review, basis.model, cached.edits, basis.edits);
  const review = { ...judged, unedited, breaking: breakingRows(judged) };
  setCached({ ...basis, review });
  return review;
}
