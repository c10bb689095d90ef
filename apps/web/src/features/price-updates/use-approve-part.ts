import type { ApprovePartAnswer } from '@portal/contracts';
import { type ApprovalPart, isDoubted, partOfUpdate, type Review } from '@portal/list-view';
import { offersPart, type PartBlocker } from '@portal/rules';
import { useEffect, useMemo, useRef, useState } from 'react';
import { asApiError } from '../../api/api-error.ts';
import type { PackageTypes } from '../../editing/kind/types.ts';
import { useDueReviews } from '../../editing/judging/due-reviews-api.ts';
import { isDecided, type Marked } from '../../editing/judging/marks.ts';
import type { ListEditor } from '../../editing/state/use-list-editor.ts';
import { useMatches } from '../../lib/use-matches.ts';
import { type UpdateRef, useApprovePartMutation } from './price-updates-api.ts';

/** Why rows stay open, and how many each (rule 6.30). */
type Rest = ReadonlyMap<RestReason, number>;
export type RestReason = Exclude<PartBlocker, 'approved' | 'inactive'> | 'reviewed';
export const isRest = (why: PartBlocker): why is Exclude<PartBlocker, 'approved' | 'inactive'> =>
  why !== 'approved' && why !== 'inactive';

export type ApprovedPart = ApprovePartAnswer & { readonly names: readonly string[]; readonly rest: Rest };

/** What may be approved at once, and doing so (rules 6.29 to 6.31). */
export function useApprovePart(target: UpdateRef, editor: ListEditor<PackageTypes>) {
  const { confirming, editable, grid, marked, model, review, session, submitBeside } = editor;
  const { entered, issues, versions } = session;
  const due = useDueReviews(target, { skip: !confirming || !editable });
  const [approve] = useApprovePartMutation();
  const [approved, setApproved] = useState<ApprovedPart | null>(null);
  const offer = useMemo(() => {
    // Another list is judged yet.
    if (!confirming || !editable || !due || review?.count !== model.count) return null;
    const isDueForReview = (row: number) => due.has(model.columns.pzn[row] as string);
    const part = partOfUpdate(model, review, entered.edits, { isDueForReview });
    const open = part.rows.map((row) => model.columns.pzn[row] as string).filter((pzn) => !issues.has(pzn));
    const { kind } = model;
    const doubted = isDoubted(review);
    return offersPart({ kind, open: true, doubted, part: open.length, all: part.all })
      ? { pzns: open, rest: restOf(part, review, marked, issues.size) }
      : null;
  }, [confirming, editable, due, model, review, marked, entered.edits, issues]);

  const send = async ({ pzns: sent, rest }: NonNullable<typeof offer>) => {
    const answer = await submitBeside<ApprovePartAnswer>(async () => {
      const { version, listVersion = 0 } = versions;
      const { data, error } = await approve({ ...target, body: { pzns: [...sent], version, listVersion } });
      return data ?? { failure: asApiError(error) };
    });
    if (!answer) return;
    const names = answer.stays.rows.map(({ pzn }) => model.columns.name[model.columns.pzn.indexOf(pzn)] ?? pzn);
    setApproved({ ...answer, names, rest });
  };

  // 'Rest bearbeiten' types next, unless that brings up the keyboard of a phone.
  const narrow = useMatches('(max-width: 48em)');
  const wasTold = useRef(false);
  useEffect(() => {
    if (wasTold.current && !approved && !narrow) grid.current?.typeInView();
    wasTold.current = approved !== null;
  }, [approved, narrow, grid]);

  return {
    /** Null where no part is offered. */
    pzns: offer && offer.pzns,
    send: () => void (offer && send(offer)),
    /** What was approved last, until it was read. */
    approved,
    close: () => setApproved(null),
  };
}

/** To review: unreviewed at the present price, the same number everywhere (rule 14.37). */
function restOf({ stays }: ApprovalPart, { reasons }: Pick<Review, 'reasons'>, marked: Marked, unread: number): Rest {
  const rest = new Map<RestReason, number>();
  const add = (why: RestReason, count: number) => rest.set(why, (rest.get(why) ?? 0) + count);
  for (const [row, why] of stays) {
    if (!isRest(why)) continue;
    if (reasons[row] !== 0 && !isDecided(marked, row)) add('toReview', 1);
    else add(why === 'toReview' ? 'reviewed' : why, 1);
  }
  if (unread > 0) add('edited', unread);
  return rest;
}
