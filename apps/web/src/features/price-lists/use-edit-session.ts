import { type PriceEditRow, REASON } from '@portal/contracts';
import { type PriceListModel, rebaseEdits, type RowEdits, withAddedProducts } from '@portal/list-view';
import { centsToNumber, type ProductGroup } from '@portal/rules';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { isApiError, clientError } from '../../api/api-error.ts';
import { portalApi } from '../../api/portal-api.ts';
import { selectPilotAccess } from '../../auth/pharmacy-context-slice.ts';
import { useAccess } from '../../auth/use-access.ts';
import { selectSession } from '../../auth/session-slice.ts';
import { readDraft, writeDraft } from '../../editing/session/draft.ts';
import type { DraftKey } from '../../lib/tab-drafts.ts';
import { faultsOf, questions, typedTexts } from '../../editing/session/held-edit.ts';
import type { Restored } from '../../editing/RestoredNotice.tsx';
import { editReducer, readingSession } from './edit-session.ts';
import { type LoadedPriceList, useSavePriceListMutation } from './price-lists-api.ts';

type Options = {
  list: LoadedPriceList;
  pharmacyId: string;
  token: string;
  /** Loads the list anew; undefined when that failed. */
  reload: () => Promise<LoadedPriceList | undefined>;
};

/** The course of an edit with everything around it: the draft in the browser tab, saving, conflicts, reloading. */
export function useEditSession({ list, pharmacyId, token, reload }: Options) {
  const { head } = list;
  const group = head.productGroup;
  const { subject: owner } = useSelector(selectSession);
  const { staff } = useAccess();
  const draftKey: DraftKey = { owner, subject: `priceList:${pharmacyId}:${group}` };
  const pilotAccess = useSelector(selectPilotAccess);
  const editable = !head.blockEdit && head.parentPharmacy === null && pilotAccess;
  const store = useDispatch();
  const [save] = useSavePriceListMutation();

  const [restored, setRestored] = useState<Restored | null>(null);
  const [session, dispatch] = useReducer(editReducer, readingSession);
  useEffect(() => {
    const draft = editable ? readDraft(draftKey) : undefined;
    if (!draft) return;
    const { edits, dropped } = rebaseEdits(
      withAddedProducts(list.model, draft.added ?? []),
      draft.edits.flatMap(([pzn, edit]) => (edit ? [[pzn, edit] as const] : [])),
      { staff },
    );
    const faults = faultsOf(draft.typed, list.model.columns.pzn);
    if (edits.size === 0 && dropped.length === 0 && faults.size === 0) return;
    // The version stays that of the draft, so that the server sees what others changed since.
    dispatch({ type: 'started', version: draft.version, edits, added: draft.added ?? [], faults });
    setRestored({ count: edits.size + faults.size, dropped });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the list has come
  }, []);

  const { step, edits, added, faults, version } = session;
  /** The list with what the user's imports have added to it. */
  const model = useMemo(() => withAddedProducts(list.model, added), [list.model, added]);
  const inWork = step.name !== 'reading' && step.name !== 'saved';
  useEffect(() => {
    if (inWork) writeDraft(draftKey, { version, edits: [...edits], added, typed: typedTexts(faults) });
    // oxlint-disable-next-line react/exhaustive-deps -- the key's parts never change here
  }, [inWork, edits, added, faults, version]);

  // What was changed a moment ago, in this tab or in another one, has been seen once the list has come anew.
  useEffect(() => {
    if (inWork) dispatch({ type: 'loaded', version: head.version });
  }, [inWork, head.version]);

  // Leaving the success message, by its button or with the page, loads the list anew (rule 4.10).
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
    const body = { products: toRows(edits, model, group), versions: { [group]: version } };
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
      withAddedProducts(fresh.model, added),
      [...edits].filter(([pzn]) => !refused.has(pzn)),
      { staff },
    );
    dispatch({ type: 'rebased', version: fresh.head.version, edits: kept.edits });
    const dropped = [...refused, ...kept.dropped];
    setRestored(dropped.length > 0 ? { count: kept.edits.size, dropped } : null);
  };

  /** Ends the edit after a save, or goes on with the rows that were left out of it. */
  const finish = async () => {
    setRestored(null);
    if (questions(session.faults).size === 0) return dispatch({ type: 'ended' });
    const fresh = await reload();
    // Should that fail, the older version only makes the server look at more of what changed.
    return dispatch({ type: 'wentOn', version: fresh?.head.version ?? version });
  };

  return {
    session,
    model,
    dispatch,
    editable,
    restored,
    setRestored,
    start,
    discard,
    submit,
    reloadKeepingOthers,
    finish,
  };
}

/** The wire form of the edits; whatever else the list knows stays here. New exclusions name their group (rule 4.14). */
function toRows(edits: RowEdits, { added }: PriceListModel, group: ProductGroup): PriceEditRow[] {
  return [...edits].map(([pzn, { price, permanent, exclusion }]) => ({
    pzn,
    priceEdit: price === null ? null : centsToNumber(price),
    editedPermanent: permanent,
    editedIgnore: exclusion,
    ...(added.has(pzn) ? { productGroup: group } : {}),
  }));
}
