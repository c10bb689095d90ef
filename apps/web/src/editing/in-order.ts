import { prepareNames } from '@portal/list-view';
import { finishInChunks } from '../lib/scheduler.ts';

/** A loaded list once its order by name is known, in which it is opened: worked out in pieces, before it is drawn (ADR 91). */
export async function inOrder<List extends { readonly model: Parameters<typeof prepareNames>[0] }>(
  list: List,
): Promise<List> {
  await finishInChunks(prepareNames(list.model));
  return list;
}
