import { isDeepStrictEqual } from 'node:util';
import type { Guardrails, ProductGroup } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { updateOne } from '../../db/update-one.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { readGuardrails } from '../price-updates/index.ts';
import { lockList } from '../price-writing/index.ts';
import { guardrailsEvent } from './settings-texts.ts';

/**
 * Rule 12.6; from the next judgement on.
 * @throws PortalError 403
 */
export function changeGuardrails(
  deps: { database: Database; clock: Clock },
  change: { apoId: number; group: ProductGroup; guardrails: Guardrails; actor: Actor },
): Promise<void> {
  const { apoId, group, guardrails, actor } = change;
  return deps.database.transaction(async (connection) => {
    await lockList(connection, { apoId, group });
    const before = await readGuardrails(connection, { apoId, group });
    if (isDeepStrictEqual(before, guardrails)) return;
    await updateOne(connection, 'list_version', { apoId, productGroup: group }, { guardrails });
    const event = guardrailsEvent(before, guardrails);
    await writeHistory(connection, { apoId, at: deps.clock.now(), event, actor, productGroup: group, hasLog: false });
  });
}
