import { NO_EDITS, type RowEdits } from '@portal/list-view';
import type { RowEdit } from '@portal/rules';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { useSelector } from 'react-redux';
import { type ApiError, outcomeUnknown } from '../../api/api-error.ts';
import { selectSession } from '../../auth/session-slice.ts';
import { useAccess } from '../../auth/use-access.ts';
import { type DraftKey, storeDraftSoon, storePendingDrafts } from '../../lib/tab-drafts.ts';
import type { Edits, Kind, KindTypes, Rights, Task, View } from '../kind/kind.ts';
import { readDraft, writeDraft } from './draft.ts';
import { issuesOf, type InputErrors, questions, typedTexts } from './input-errors.ts';
import { judgeOnce, refusedEdits } from './row-issues.ts';
import {
  type Basis,
  firstSession,
  type Outcome,
  sessionReducer,
  unsavedRows,
  pristineState,
  type Versions,
} from './session.ts';

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

/** After a forced sign-in or a reload. */
export type Restored = { readonly count: number; readonly dropped: readonly string[] };

export type SessionOptions<T extends KindTypes> = {
  readonly kind: Kind<T>;
  readonly list: EditableList<T['model']>;
  readonly subject: string;
  readonly send: (sending: Sending<T>) => Promise<Sent>;
  /** Loads the list again; undefined when that failed. */
  readonly reload: () => Promise<EditableList<T['model']> | undefined>;
};

/** Rule 4.10. */
export function useSession<T extends KindTypes>({ kind, list, subject, send, reload }: SessionOptions<T>) {
  const { subject: owner } = useSelector(selectSession);
  const rights = useAccess();
  const key = useMemo(() => ({ owner, subject }), [owner, subject]);
  const [first] = useState(() => openSession(kind, list, key, rights));
  const [session, dispatch] = useReducer(sessionReducer, first.session);
  const [restored, setRestored] = useState(first.restored);
  const [reason, setReason] = useState('');
  const { phase, entered, added, issues, versions } = session;
  /** The list with what the user's imports have added to it. */
  const model = useMemo(() => kind.rules.withAdded(list.model, added), [kind, list.model, added]);

  const unsavedPzns = useMemo(() => unsavedRows(entered, list.stored), [entered, list.stored]);
  const over = phase.name === 'reading' || phase.name === 'done';
  const unsaved = !over && (unsavedPzns.length > 0 || issues.size > 0);
  useEffect(() => {
    // a list locked for now keeps its draft
    if (phase.name === 'reading' && kind.opens === 'reading') return;
    if (!unsaved) return writeDraft(key, undefined);
    storeDraftSoon(key, () => {
      const edits = unsavedPzns.map((pzn) => [pzn, entered.edits.get(pzn) ?? null] as const);
      writeDraft(key, { ...versions, edits, added, typed: typedTexts(issues) });
    });
  }, [kind, key, phase.name, unsaved, unsavedPzns, entered, added, issues, versions]);
  useEffect(() => storePendingDrafts, []);

  // Changes of another tab are seen once the list is loaded again.
  useEffect(() => {
    const nothingEntered = entered.touched.size === 0 && issues.size === 0;
    if (!nothingEntered || versions === list.versions) return;
    if (kind.opens === 'reading' && phase.name === 'editing') {
      dispatch({ type: 'opened', basis: pristineState(list), phase: 'editing' });
    } else if (kind.opens === 'editing' && (phase.name === 'editing' || phase.name === 'reading')) {
      dispatch({ type: 'opened', basis: pristineState(list), phase: phaseAfter(kind, list) });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- when the list has come again, not when the last edit is taken back
  }, [list]);

  const discard = () => {
    writeDraft(key, undefined);
    setRestored(null);
    setReason('');
    dispatch({ type: 'opened', basis: pristineState(list), phase: phaseAfter(kind, list) });
  };

  const reloadList = async (left?: { issues: InputErrors; edits: RowEdits }) => {
    const fresh = await reload();
    if (!fresh) return;
    const basis = pristineState(fresh);
    dispatch({ type: 'opened', basis: left ? withLeft(basis, left) : basis, phase: phaseAfter(kind, fresh) });
  };

  /**
   * @param leaves the page is left afterwards: no result is shown where all was stored
   * @returns whether all of it was stored or approved
   */
  const submit = async (task: Task, view: View<T>, { leaves = false } = {}): Promise<boolean> => {
    // Enter reaches a button behind the waiting overlay, or before the result has opened.
    if (phase.name === 'sending' || phase.name === 'done') return false;
    dispatch({ type: 'sent', task });
    const said = reason.trim();
    const left = {
      issues,
      edits: task === kind.confirms ? NO_EDITS : refusedEdits(model, entered, judgeOnce(kind.rules, model, rights)),
    };
    const sent = withoutEdits(entered, left.edits);
    const answer = await send({ task, model, entered: sent, versions, view, ...(said === '' ? {} : { reason: said }) });
    if ('failure' in answer) {
      const answerWasLost = session.failure !== null && outcomeUnknown(session.failure);
      dispatch({ type: 'refused', failure: { ...answer.failure, answerWasLost } });
      return false;
    }
    setRestored(null);
    setReason('');
    // Changes of others must be seen before an approval on the new version.
    if (task !== kind.confirms) await reloadList(left);
    const isWhole = left.issues.size === 0 && left.edits.size === 0;
    dispatch(leaves && isWhole ? { type: 'returned' } : { type: 'succeeded', task, outcome: answer });
    return isWhole;
  };

  /**
   * Sends something that leaves what is entered alone, and loads the list again.
   * @returns undefined where it was refused
   */
  const submitBeside = async <Answer extends object>(
    call: () => Promise<Answer | { readonly failure: ApiError }>,
  ): Promise<Answer | undefined> => {
    if (phase.name === 'sending' || phase.name === 'done') return undefined;
    dispatch({ type: 'sent', task: kind.confirms });
    const answer = await call();
    if ('failure' in answer) {
      const answerWasLost = session.failure !== null && outcomeUnknown(session.failure);
      dispatch({ type: 'refused', failure: { ...answer.failure, answerWasLost } });
      return undefined;
    }
    dispatch({ type: 'returned' });
    await reloadKeepingOthers('editing');
    return answer;
  };

  /** Without the edits it was refused for. */
  const reloadKeepingOthers = async (next?: 'editing') => {
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
    const confirmed = phase.name === 'confirming' && (kind.confirms === 'approve' || kept.edits.size > 0);
    const rounded = new Map([...session.rounded].filter(([pzn]) => kept.touched.has(pzn)));
    dispatch({
      type: 'opened',
      basis: { entered: kept, versions: fresh.versions, added, ...(closed ? {} : { issues, rounded }) },
      phase: closed ? 'reading' : (next ?? (confirmed ? 'confirming' : 'editing')),
    });
    const asEntered = ([pzn, edit]: (typeof mine)[number]) => edit !== null && isInForce(fresh.model, pzn, edit);
    const arrived = new Set(closed ? mine.filter(asEntered).map(([pzn]) => pzn) : []);
    const lost = [...mine.map(([pzn]) => pzn).filter((pzn) => refused.has(pzn)), ...dropped].filter(
      (pzn) => !arrived.has(pzn),
    );
    setRestored(lost.length > 0 ? { count: kept.touched.size, dropped: lost } : null);
  };

  const closeResult = async () => {
    if (phase.name !== 'done') return;
    const open = questions(issues);
    if (kind.opens === 'editing') {
      dispatch({ type: 'returned' });
      if (phase.task === 'approve') await reloadList();
    } else {
      // An edit on the former version would conflict with oneself. If loading fails, the server only checks more.
      const fresh = (await reload()) ?? list;
      if (open.size === 0) dispatch({ type: 'opened', basis: pristineState(fresh), phase: 'reading' });
      else dispatch({ type: 'opened', basis: { ...pristineState(fresh), issues: open }, phase: 'editing' });
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
    startEditing: () => dispatch({ type: 'opened', basis: pristineState(list), phase: 'editing' }),
    discard,
    submit,
    submitBeside,
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

function withoutEdits({ edits, touched }: Edits, left: RowEdits): Edits {
  if (left.size === 0) return { edits, touched };
  return {
    edits: new Map([...edits].filter(([pzn]) => !left.has(pzn))),
    touched: new Set([...touched].filter((pzn) => !left.has(pzn))),
  };
}

function withLeft(basis: Basis, { issues, edits }: { issues: InputErrors; edits: RowEdits }): Basis {
  const entered = { edits: new Map([...basis.entered.edits, ...edits]), touched: new Set(edits.keys()) };
  return { ...basis, entered, issues };
}

/** The phase of a list in which nothing is entered. */
function phaseAfter<T extends KindTypes>({ opens }: Kind<T>, { editable }: EditableList<T['model']>) {
  return opens === 'editing' && editable ? 'editing' : 'reading';
}

function openSession<T extends KindTypes>(
  kind: Kind<T>,
  list: EditableList<T['model']>,
  key: DraftKey,
  rights: Rights,
) {
  const asStored = { session: firstSession(pristineState(list), phaseAfter(kind, list)), restored: null };
  const draft = list.editable ? readDraft(key) : undefined;
  if (!draft) return asStored;
  const { added = [], version, listVersion = list.versions.listVersion } = draft;
  const model = kind.rules.withAdded(list.model, added);
  const { dropped, ...entered } = kind.rules.rebase(model, list.stored, draft.edits, rights);
  const issues = issuesOf(draft.typed, list.model.columns.pzn);
  const count = entered.touched.size + issues.size;
  if (count === 0 && dropped.length === 0) return asStored;
  // The draft's versions: the server sees later changes of others.
  const versions = { version, ...(listVersion === undefined ? {} : { listVersion }) };
  const restored: Restored = { count, dropped };
  return { session: firstSession({ entered, versions, added, issues }, 'editing'), restored };
}
