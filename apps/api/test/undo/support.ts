import type { OwnHistoryEntry, UndoPreview } from '@portal/contracts';
import type { Client } from '../support/portal.ts';
import { openStage } from '../support/save-stage.ts';

/** The stage of saves, with what takes them back. */
export async function openUndoStage() {
  const stage = await openStage();
  const { pharmacy } = stage;
  const undoPath = (id: number) => `/api/price/undo/${pharmacy.path}/${id}`;
  const previewOf = async (client: Client, id: number) => (await client.get(undoPath(id))).body as UndoPreview;
  return {
    ...stage,
    undoPath,
    previewOf,
    /** The entries as this person sees them, newest first. */
    entriesOf: async (client: Client) =>
      (await client.get(`/api/pharmacy/ownhistory/${pharmacy.path}`)).body.entries as OwnHistoryEntry[],
    /** The number of the newest entry. */
    newest: async () => Number((await stage.history()).at(-1)?.id),
    /** Sends the preview and confirms it. */
    undo: async (client: Client, id: number) =>
      client.post(undoPath(id), { preview: (await previewOf(client, id)).preview }),
  };
}
export type UndoStage = Awaited<ReturnType<typeof openUndoStage>>;
