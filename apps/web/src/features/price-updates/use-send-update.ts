import { type ApprovalEditRow, writeApprovalEdit } from '@portal/contracts';
import { isApprovalLocked } from '@portal/list-view';
import { PACKAGE_KINDS } from '@portal/rules';
import { asApiError } from '../../api/api-error.ts';
import { settingsOf } from '../../editing/kinds/lzd.ts';
import type { PackageTypes } from '../../editing/kind/types.ts';
import type { Sending, Sent } from '../../editing/session/use-session.ts';
import {
  type UpdateBody,
  type UpdateRef,
  useApproveUpdateMutation,
  useSaveUpdateMutation,
} from './price-updates-api.ts';

/** Rule 6.11. */
export function useSendUpdate(target: UpdateRef) {
  const [save] = useSaveUpdateMutation();
  const [approve] = useApproveUpdateMutation();
  const { sendsAllRows, savesView } = PACKAGE_KINDS[target.kind];
  return async (sending: Sending<PackageTypes>): Promise<Sent> => {
    const { task, versions, reason } = sending;
    const body: UpdateBody = {
      products: sendsAllRows && task === 'approve' ? allRows(sending) : touchedRows(sending),
      ...versions,
      ...(reason === undefined ? {} : { reason }),
      ...(savesView ? settingsOf(sending.view) : {}),
    };
    if (task === 'save') {
      const { data, error } = await save({ ...target, body });
      return data ? { changed: data.saved, contractActivated: false } : { failure: asApiError(error) };
    }
    const { data, error } = await approve({ ...target, body });
    return data ?? { failure: asApiError(error) };
  };
}

function touchedRows({ entered: { edits, touched } }: Sending<PackageTypes>): ApprovalEditRow[] {
  return [...touched].map((pzn) => writeApprovalEdit(pzn, edits.get(pzn)));
}

/** An LZD's approval carries all but inactive rows. */
function allRows({ model, entered: { edits } }: Sending<PackageTypes>): ApprovalEditRow[] {
  return model.columns.pzn.map((pzn, row) =>
    writeApprovalEdit(pzn, isApprovalLocked(model, row) ? undefined : edits.get(pzn)),
  );
}
