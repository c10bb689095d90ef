import type { RowEdits } from '@portal/list-view';
import type { RowEdit } from '@portal/rules';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { useSelector } from 'react-redux';
import { type ApiError, outcomeUnknown } from '../../api/api-error.ts';
import { selectSession } from '../../auth/session-slice.ts';
import { useAccess } from '../../auth/use-access.ts';
import { type DraftKey, storeDraftSoon, storePendingDrafts } from '../../lib/tab-drafts.ts';
import type { Edits, Kind, KindTypes, Rights, Task, View } from '../kind.ts';
import type { Restored } from '../RestoredNotice.tsx';
import { readDraft, writeDraft } from './draft.ts';
import { issuesOf, type InputErrors, questions, typedTexts } from './input-errors.ts';
import { firstSession, type Outcome, sessionReducer, unsavedRows, pristineState, type Versions } from './session.ts';

/** A loaded list or package, as far as editing it goes. */
export type EditableList<Model> = {
  readonly model: Model;
  /** Drafts that the server keeps with it; a price list has none. */
  readonly stored: RowEdits;
  readonly versions: Versions;
  /** The list takes edits at the moment. */
  readonly editable: boolean;
};

/** What a save or an approval carries. */
export type Sending<T extends KindTypes> = {
  readonly task: Task;
  readonly model: T['model'];
  readonly entered: Edits;
  readonly versions: Versions;
  readonly view: View<T>;
  /** Why, where the user said so (rule 14.28). */
  readonly reason?: string;
};
export type Sent = Outcome | { readonly failure: ApiError };

export type SessionOptions<T extends KindTypes> = {
  readonly kind: Kind<T>;
  readonly list: EditableList<T['model']>;
  /** Of the drafts in the tab: the kind, the pharmacy and what names the list there. */
  readonly subject: string;
  readonly send: (sending: Sending<T>) => Promise<Sent>;
  /** Loads the list again; undefined when that failed. */
  readonly reload: () => Promise<EditableList<T['model']> | undefined>;
};

/** An edit from start to end: the session, its draft in the browser tab, sending, conflicts and loading again (rule 4.10). */
export function useSession<T extends KindTypes>({ kind, list, subject, send, reload }: SessionOptions<T>) {
  const { subject: owner } = useSelector(selectSession);
  const rights = useAccess();
  const key = useMemo(() => ({ owner, subject }), [owner, subject]);
  const [first] = useState(() => openSession(kind, list, key, rights));
  const [session, dispatch] = useReducer(sessionReducer, first.session);
  const [restored, setRestored] = useState(first.restored);
  const [reason, setReason] = useState('');
  const { step, entered, added, issues, versions } = session;
  /** The list with what the user's imports have added to it. */
  const model = useMemo(() => kind.rules.withAdded(list.model, added), [kind, list.model, added]);

  const unsavedPzns = useMemo(() => unsavedRows(entered, list.stored), [entered, list.stored]);
  const over = step.name === 'reading' || step.name === 'done';
  const unsaved = !over && (unsavedPzns.length > 0 || issues.size > 0);
  useEffect(() => {
    // a price list that may not be edited just now keeps its draft until it may
    if (step.name === 'reading' && kind.opens === 'reading') return;
    if (!unsaved) return writeDraft(key, undefined);
    storeDraftSoon(key, () => {
      const edits = unsavedPzns.map((pzn) => [pzn, entered.edits.get(pzn) ?? null] as const);
      writeDraft(key, { ...versions, edits, added, typed: typedTexts(issues) });
    });
  }, [kind, key, step.name, unsaved, unsavedPzns, entered, added, issues, versions]);
  useEffect(() => storePendingDrafts, []);

  // What was changed a moment ago, in this tab or in another one, has been seen once the list has come again.
  useEffect(() => {
    const nothingEntered = entered.touched.size === 0 && issues.size === 0;
    if (!nothingEntered || versions === list.versions) return;
    if (kind.opens === 'reading' && step.name === 'editing') {
      dispatch({ type: 'opened', basis: pristineState(list), step: 'editing' });
    } else if (kind.opens === 'editing' && (step.name === 'editing' || step.name === 'reading')) {
      dispatch({ type: 'opened', basis: pristineState(list), step: stepAfter(kind, list) });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- when the list has come again, not when the last edit is taken back
  }, [list]);

  const discard = () => {
    writeDraft(key, undefined);
    setRestored(null);
    setReason('');
    dispatch({ type: 'opened', basis: pristineState(list), step: stepAfter(kind, list) });
  };

  /** The list as it is now, with nothing entered but questions that are still open. */
  const reloadList = async (left?: InputErrors) => {
    const fresh = await reload();
    if (!fresh) return;
    dispatch({
      type: 'opened',
      basis: { ...pristineState(fresh), ...(left ? { issues: left } : {}) },
      step: stepAfter(kind, fresh),
    });
  };

  const submit = async (task: Task, view: View<T>) => {
    // Enter reaches a button behind the waiting overlay.
    if (step.name === 'sending') return;
    dispatch({ type: 'sent', task });
    const said = reason.trim();
    const answer = await send({ task, model, entered, versions, view, ...(said === '' ? {} : { reason: said }) });
    if ('failure' in answer) {
      const answerWasLost = session.failure !== null && outcomeUnknown(session.failure);
      return dispatch({ type: 'refused', failure: { ...answer.failure, answerWasLost } });
    }
    setRestored(null);
    setReason('');
    // What others saved meanwhile has to be seen before anything is approved on the new version.
    if (task !== kind.confirms) await reloadList(questions(issues));
    return dispatch({ type: 'succeeded', task, outcome: answer });
  };

  /** After a refusal: the list as it is now, without the edits it was refused for. */
  const reloadKeepingOthers = async () => {
    const refused = new Set(session.failure?.pzns);
    const fresh = await reload();
    if (!fresh) return;
    const mine = [...entered.touched].map((pzn) => [pzn, entered.edits.get(pzn) ?? null] as const);
    const { dropped, ...kept } = kind.rules.rebase(
      kind.rules.withAdded(fresh.model, added),
      fresh.stored,
      mine.filter(([pzn]) => !refused.has(pzn)),
      rights,
    );
    // somebody else has approved or deleted it: there is nothing to enter any more
    const closed = kind.opens === 'editing' && !fresh.editable;
    const confirmed = step.name === 'confirming' && (kind.confirms === 'approve' || kept.edits.size > 0);
    const rounded = new Map([...session.rounded].filter(([pzn]) => kept.touched.has(pzn)));
    dispatch({
      type: 'opened',
      basis: { entered: kept, versions: fresh.versions, added, ...(closed ? {} : { issues, rounded }) },
      step: closed ? 'reading' : confirmed ? 'confirming' : 'editing',
    });
    const asEntered = ([pzn, edit]: (typeof mine)[number]) => edit !== null && isInForce(fresh.model, pzn, edit);
    const arrived = new Set(closed ? mine.filter(asEntered).map(([pzn]) => pzn) : []);
    const lost = [...mine.map(([pzn]) => pzn).filter((pzn) => refused.has(pzn)), ...dropped].filter(
      (pzn) => !arrived.has(pzn),
    );
    setRestored(lost.length > 0 ? { count: kept.touched.size, dropped: lost } : null);
  };

  /** Closes the message about a save or an approval; a user with open questions goes on to answer them. */
  const closeResult = async () => {
    if (step.name !== 'done') return;
    const open = questions(issues);
    if (kind.opens === 'editing') {
      dispatch({ type: 'returned' });
      if (step.task === 'approve') await reloadList();
    } else {
      // An edit that begins at once must not be made on the list as it was before the save: that would be a conflict with oneself.
      // Should loading fail, the older version only makes the server look at more of what changed.
      const fresh = (await reload()) ?? list;
      if (open.size === 0) dispatch({ type: 'opened', basis: pristineState(fresh), step: 'reading' });
      else dispatch({ type: 'opened', basis: { ...pristineState(fresh), issues: open }, step: 'editing' });
    }
  };

  return {
    session,
    dispatch,
    model,
    rights,
    unsaved,
    unsavedCount: unsavedPzns.length,
    /** Drafts that are stored as they stand in the inputs. */
    storedCount: entered.edits.size - unsavedPzns.filter((pzn) => entered.edits.has(pzn)).length,
    restored,
    reason,
    setReason,
    dismissRestored: () => setRestored(null),
    startEditing: () => dispatch({ type: 'opened', basis: pristineState(list), step: 'editing' }),
    discard,
    submit,
    reloadList: reloadList,
    reloadKeepingOthers,
    closeResult,
  };
}

/** A closed package shows what the edit asked for: it was approved with it. */
function isInForce({ columns }: KindTypes['model'], pzn: string, { ownPrice, permanent, exclusion }: RowEdit): boolean {
  const row = columns.pzn.indexOf(pzn);
  if (exclusion) return columns.priceType[row] === 1;
  return ownPrice !== null && columns.ownPrice[row] === ownPrice && columns.priceType[row] === (permanent ? 3 : 2);
}

/** The step of a list in which nothing is entered. */
function stepAfter<T extends KindTypes>({ opens }: Kind<T>, { editable }: EditableList<T['model']>) {
  return opens === 'editing' && editable ? 'editing' : 'reading';
}

/** The stored list with the draft over it that a forced sign-in or a reload has left in the browser tab. */
function openSession<T extends KindTypes>(
  kind: Kind<T>,
  list: EditableList<T['model']>,
  key: DraftKey,
  rights: Rights,
) {
  const asStored = { session: firstSession(pristineState(list), stepAfter(kind, list)), restored: null };
  const draft = list.editable ? readDraft(key) : undefined;
  if (!draft) return asStored;
  const { added = [], version, listVersion = list.versions.listVersion } = draft;
  const model = kind.rules.withAdded(list.model, added);
  const { dropped, ...entered } = kind.rules.rebase(model, list.stored, draft.edits, rights);
  const issues = issuesOf(draft.typed, list.model.columns.pzn);
  const count = entered.touched.size + issues.size;
  if (count === 0 && dropped.length === 0) return asStored;
  // The versions stay those of the draft, so that the server sees what others changed since.
  const versions = { version, ...(listVersion === undefined ? {} : { listVersion }) };
  const restored: Restored = { count, dropped };
  return { session: firstSession({ entered, versions, added, issues }, 'editing'), restored };
}
