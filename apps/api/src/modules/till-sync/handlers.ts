import { ENDPOINTS } from '@portal/contracts';
import type { Deps } from '../../deps.ts';
import type { Mount } from '../../http/mount.ts';
import { acknowledge } from './acknowledge.ts';
import { sendTillPrices } from './send-prices.ts';
import { TILL_TEXT } from './till-texts.ts';

/** What the till's sync job calls (rule 9.3). */
export function mountTillSync(mount: Mount, { database, clock }: Deps): void {
  mount(ENDPOINTS.getTillPrices, (call) => sendTillPrices(database, call));

  mount(ENDPOINTS.acknowledgeTillPrices, async ({ params, body, caller }) => {
    // the account's own name is technical; its subject stays with the entry
    const actor = { subject: caller.subject, userName: TILL_TEXT.user };
    await acknowledge({ database, clock }, { ...params, cursor: body.cursor, actor });
    return { status: 'OK' as const };
  });
}
