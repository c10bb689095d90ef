import { type ApprovalEditRow, REASON } from '@portal/contracts';
import { type ApprovalEdits, type ApprovalModel, isApprovalLocked, rebaseApprovalEdits } from '@portal/list-view';
import { centsToNumber, type RowEdit } from '@portal/rules';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { useSelector } from 'react-redux';
import { type ApiError, clientError, isApiError } from '../../api/api-error.ts';
import { selectSession } from '../../auth/session-slice.ts';
import { readDraft, writeDraft } from '../../editing/session/draft.ts';
import type { DraftKey } from '../../lib/tab-drafts.ts';
import { faultsOf, type HeldFaults, questions, typedTexts } from '../../editing/session/held-edit.ts';
import type { Restored } from '../../editing/RestoredNotice.tsx';
import {
  type LoadedUpdate,
  type UpdateBody,
  type UpdateRef,
  useApproveUpdateMutation,
  useSaveUpdateMutation,
} from './price-updates-api.ts';
import { firstSession, hasUnsaved, unsavedRows, updateReducer } from './update-session.ts';

/** Sort order and filter as an LZD stores them. */
export type ViewSettings = { readonly filterSetting: string | null; readonly sortOrderSetting: string };

type Options = {
  update: LoadedUpdate;
  target: UpdateRef;
  /** Loads the package anew; undefined when that failed. */
  reload: () => Promise<LoadedUpdate | undefined>;
};

const NOTHING: ReadonlySet<string> = new Set();

/** The course of a package with everything around it: unsaved edits in the browser tab, saving, approving, conflicts. */
export function useUpdateSession({ update, target, reload }: Options) {
  const { subject: owner } = useSelector(selectSession);
  const draftKey: DraftKey = { owner, subject: `${target.kind}:${target.pharmacyId}:${target.id}` };
  const [opened] = useState(() => openSession(update, draftKey));
  const [session, dispatch] = useReducer(updateReducer, opened.session);
  const [restored, setRestored] = useState(opened.restored);
  const [save] = useSaveUpdateMutation();
  const [approve] = useApproveUpdateMutation();

  const { entered, version, listVersion } = session;
  const rows = useMemo(() => unsavedRows(entered, update.stored), [entered, update.stored]);
  const unsaved = hasUnsaved(session, rows);
  useEffect(() => {
    const edits = rows.map((pzn) => [pzn, entered.edits.get(pzn) ?? null] as const);
    const typed = typedTexts(session.faults);
    writeDraft(draftKey, unsaved ? { version, listVersion, edits, typed } : undefined);
    // oxlint-disable-next-line react/exhaustive-deps -- the key's parts never change here
  }, [entered, rows, session.faults, version, listVersion, unsaved]);

  const take = (fresh: LoadedUpdate, entered: ApprovalEdits, faults?: HeldFaults) =>
    dispatch({
      type: 'loaded',
      entered,
      version: fresh.head.version,
      listVersion: fresh.head.listVersion,
      ...(faults ? { faults } : {}),
    });
  const body = (products: ApprovalEditRow[], view: ViewSettings): UpdateBody => ({
    products,
    version,
    listVersion,
    ...(target.kind === 'LZD' ? view : {}),
  });

  const saveDraft = async (view: ViewSettings) => {
    dispatch({ type: 'sent', doing: 'save' });
    const result = await save({ ...target, body: body(touchedRows(entered), view) });
    if (result.error) return dispatch({ type: 'refused', failure: failureOf(result.error) });
    setRestored(null);
    // What others saved meanwhile has to be seen before anything is approved on the new version.
    const fresh = await reload();
    if (fresh) take(fresh, { edits: fresh.stored, touched: NOTHING }, questions(session.faults));
    return dispatch({ type: 'saved' });
  };

  const submit = async (view: ViewSettings) => {
    dispatch({ type: 'sent', doing: 'approve' });
    const products = target.kind === 'LZD' ? allRows(update.model, entered) : touchedRows(entered);
    const result = await approve({ ...target, body: body(products, view) });
    if (result.error) return dispatch({ type: 'refused', failure: failureOf(result.error) });
    setRestored(null);
    const { contractActivated, changed } = result.data;
    return dispatch({ type: 'approved', contractActivated, changed });
  };

  /** The package as it is now; the edits of rows named in a conflict are let go, the others stay. */
  const reloadKeepingOthers = async () => {
    const refused = new Set(session.failure?.reason === REASON.conflict ? session.failure.pzns : []);
    const fresh = await reload();
    if (!fresh) return;
    const mine = enteredRows(entered);
    const kept = rebaseApprovalEdits(
      fresh.model,
      fresh.stored,
      mine.filter(([pzn]) => !refused.has(pzn)),
    );
    take(fresh, kept);
    // somebody else has approved or deleted it: there is nothing to confirm any more
    if (!fresh.model.editable) dispatch({ type: 'confirmLeft' });
    const dropped = [...mine.map(([pzn]) => pzn).filter((pzn) => refused.has(pzn)), ...kept.dropped];
    setRestored(dropped.length > 0 ? { count: kept.touched.size, dropped } : null);
  };

  /** Shows the package as it is after a step that leaves nothing entered. */
  const reloadAfresh = async () => {
    const fresh = await reload();
    if (fresh) take(fresh, { edits: fresh.stored, touched: NOTHING });
  };

  const discard = () => {
    setRestored(null);
    writeDraft(draftKey, undefined);
    const { head, stored } = update;
    dispatch({
      type: 'loaded',
      entered: { edits: stored, touched: NOTHING },
      version: head.version,
      listVersion: head.listVersion,
    });
  };

  return {
    session,
    dispatch,
    unsaved,
    unsavedCount: rows.length,
    restored,
    setRestored,
    saveDraft,
    submit,
    reloadKeepingOthers,
    reloadAfresh,
    discard,
  };
}

/** Stored drafts, with what a forced sign-in or a reload left in the browser tab over them. */
function openSession({ head, model, stored }: LoadedUpdate, key: DraftKey) {
  const nothing = { edits: stored, touched: NOTHING };
  const versions = { version: head.version, listVersion: head.listVersion };
  const draft = model.editable ? readDraft(key) : undefined;
  if (!draft) return { session: firstSession(nothing, versions), restored: null };
  const { dropped, ...entered } = rebaseApprovalEdits(model, stored, draft.edits);
  // The versions stay those of the draft, so that the server sees what others changed since.
  const kept = { version: draft.version, listVersion: draft.listVersion ?? versions.listVersion };
  const faults = faultsOf(draft.typed, model.columns.pzn);
  return {
    session: firstSession(entered, kept, faults),
    restored: { count: entered.touched.size + faults.size, dropped } satisfies Restored,
  };
}

function enteredRows({ edits, touched }: ApprovalEdits): (readonly [string, RowEdit | null])[] {
  return [...touched].map((pzn) => [pzn, edits.get(pzn) ?? null] as const);
}

/** The wire form of a row; one that is back at its original says so by carrying nothing. */
function toRow(pzn: string, edit: RowEdit | undefined): ApprovalEditRow {
  if (!edit) return { pzn, editedPrice: null };
  const { price, permanent, exclusion } = edit;
  return {
    pzn,
    editedPrice: price === null ? null : centsToNumber(price),
    editedPermanent: permanent,
    editedIgnore: exclusion,
  };
}

function touchedRows({ edits, touched }: ApprovalEdits): ApprovalEditRow[] {
  return [...touched].map((pzn) => toRow(pzn, edits.get(pzn)));
}

/** All rows, as the approval of an LZD carries them; inactive ones are left out there and have nothing to say. */
function allRows(model: ApprovalModel, { edits }: ApprovalEdits): ApprovalEditRow[] {
  return model.columns.pzn.map((pzn, row) => toRow(pzn, isApprovalLocked(model, row) ? undefined : edits.get(pzn)));
}

function failureOf(error: unknown): ApiError {
  return isApiError(error) ? error : clientError(REASON.internal, String(error));
}
