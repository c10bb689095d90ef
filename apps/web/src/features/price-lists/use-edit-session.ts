import { type PriceEditRow, REASON } from '@portal/contracts';
import { centsToNumber, rebaseEdits, type RowEdits } from '@portal/rules';
import { useEffect, useReducer, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { isApiError, clientError } from '../../api/api-error.ts';
import { portalApi } from '../../api/portal-api.ts';
import { selectSession } from '../../auth/session-slice.ts';
import { type DraftKey, readDraft, writeDraft } from '../../lib/edit-draft.ts';
import { editReducer, readingSession } from './edit-session.ts';
import { type LoadedPriceList, useSavePriceListMutation } from './price-lists-api.ts';

/** What a draft brought back when the list was opened. */
export type Restored = { readonly count: number; readonly dropped: readonly string[] };

type Options = {
  list: LoadedPriceList;
  pharmacyId: string;
  token: string;
  /** Loads the list anew; undefined when that failed. */
  reload: () => Promise<LoadedPriceList | undefined>;
};

/** The course of an edit with everything around it: the draft in the browser tab, saving, conflicts, reloading. */
export function useEditSession({ list, pharmacyId, token, reload }: Options) {
  const { head, model } = list;
  const group = head.productGroup;
  const { userName } = useSelector(selectSession);
  const draftKey: DraftKey = { userName, subject: `priceList:${pharmacyId}:${group}` };
  const editable = !head.blockEdit && head.parentPharmacy === null;
  const store = useDispatch();
  const [save] = useSavePriceListMutation();

  const [restored, setRestored] = useState<Restored | null>(null);
  const [session, dispatch] = useReducer(editReducer, readingSession);
  useEffect(() => {
    const draft = editable ? readDraft(draftKey) : undefined;
    if (!draft) return;
    const { edits, dropped } = rebaseEdits(
      model,
      draft.edits.flatMap(([pzn, edit]) => (edit ? [[pzn, edit] as const] : [])),
    );
    if (edits.size === 0 && dropped.length === 0) return;
    // The version stays that of the draft, so that the server sees what others changed since.
    dispatch({ type: 'started', version: draft.version, edits });
    setRestored({ count: edits.size, dropped });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the list has come
  }, []);

  const { step, edits, version } = session;
  const inWork = step.name !== 'reading' && step.name !== 'saved';
  useEffect(() => {
    if (inWork) writeDraft(draftKey, { version, edits: [...edits] });
    // oxlint-disable-next-line react/exhaustive-deps -- the key's parts never change here
  }, [inWork, edits, version]);

  // Leaving the success message, by its button or with the page, loads the list anew (Specification 4).
  useEffect(() => {
    if (step.name !== 'saved') return undefined;
    return () => {
      store(portalApi.util.invalidateTags(['PriceList']));
    };
  }, [step.name, store]);

  const start = () => dispatch({ type: 'started', version: head.version });
  const discard = () => {
    writeDraft(draftKey, undefined);
    setRestored(null);
    dispatch({ type: 'ended' });
  };

  const submit = async () => {
    dispatch({ type: 'saveStarted' });
    const body = { products: toRows(edits), versions: { [group]: version } };
    const result = await save({ params: { pharmacyId, token }, body });
    if (result.error) {
      const failure = isApiError(result.error) ? result.error : clientError(REASON.internal, String(result.error));
      dispatch({ type: 'saveFailed', failure });
      return;
    }
    writeDraft(draftKey, undefined);
    dispatch({ type: 'saveSucceeded', count: result.data.changed });
  };

  /** After a refusal: the list as it is now, without the edits it was refused for. */
  const reloadKeepingOthers = async () => {
    const refused = new Set(step.name === 'confirming' ? step.failure?.pzns : []);
    const fresh = await reload();
    if (!fresh) return;
    const kept = rebaseEdits(
      fresh.model,
      [...edits].filter(([pzn]) => !refused.has(pzn)),
    );
    dispatch({ type: 'rebased', version: fresh.head.version, edits: kept.edits });
    const dropped = [...refused, ...kept.dropped];
    setRestored(dropped.length > 0 ? { count: kept.edits.size, dropped } : null);
  };

  const finish = () => {
    setRestored(null);
    dispatch({ type: 'ended' });
  };

  return { session, dispatch, editable, restored, setRestored, start, discard, submit, reloadKeepingOthers, finish };
}

/** The wire form of the edits; whatever else the list knows stays here (design 6). */
function toRows(edits: RowEdits): PriceEditRow[] {
  return [...edits].map(([pzn, { price, permanent, exclusion }]) => ({
    pzn,
    priceEdit: price === null ? null : centsToNumber(price),
    editedPermanent: permanent,
    editedIgnore: exclusion,
  }));
}
