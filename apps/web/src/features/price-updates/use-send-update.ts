import type { ApprovalEditRow } from '@portal/contracts';
import { isApprovalLocked } from '@portal/list-view';
import { centsToNumber, type RowEdit } from '@portal/rules';
import { asApiError } from '../../api/api-error.ts';
import { settingsOf } from '../../editing/kinds/lzd.ts';
import type { PackageTypes } from '../../editing/kinds/types.ts';
import type { Sending, Sent } from '../../editing/session/use-session.ts';
import {
  type UpdateBody,
  type UpdateRef,
  useApproveUpdateMutation,
  useSaveUpdateMutation,
} from './price-updates-api.ts';

/** Saves or approves a package; an LZD takes its sort order and filter along (rule 6.11). */
export function useSendUpdate(target: UpdateRef) {
  const [save] = useSaveUpdateMutation();
  const [approve] = useApproveUpdateMutation();
  const lzd = target.kind === 'LZD';
  return async (sending: Sending<PackageTypes>): Promise<Sent> => {
    const { task, versions } = sending;
    const body: UpdateBody = {
      products: lzd && task === 'approve' ? allRows(sending) : touchedRows(sending),
      ...versions,
      ...(lzd ? settingsOf(sending.view) : {}),
    };
    if (task === 'save') {
      const { data, error } = await save({ ...target, body });
      return data ? { changed: data.saved, contractActivated: false } : { failure: asApiError(error) };
    }
    const { data, error } = await approve({ ...target, body });
    return data ?? { failure: asApiError(error) };
  };
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

function touchedRows({ entered: { edits, touched } }: Sending<PackageTypes>): ApprovalEditRow[] {
  return [...touched].map((pzn) => toRow(pzn, edits.get(pzn)));
}

/** All rows, as the approval of an LZD carries them; inactive ones are left out there and have nothing to say. */
function allRows({ model, entered: { edits } }: Sending<PackageTypes>): ApprovalEditRow[] {
  return model.columns.pzn.map((pzn, row) => toRow(pzn, isApprovalLocked(model, row) ? undefined : edits.get(pzn)));
}
