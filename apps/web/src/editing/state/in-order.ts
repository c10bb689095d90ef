import { prepareNames } from '@portal/list-view';
import { finishInChunks } from '../../lib/scheduler.ts';

/** In chunks, before it is drawn (ADR 91). */
export async function inOrder<List extends { readonly model: Parameters<typeof prepareNames>[0] }>(
  list: List,
): Promise<List> {
  await finishInChunks(prepareNames(list.model));
  return list;
}
