import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { acknowledge } from './acknowledge.ts';
import { sendTillPrices } from './send-prices.ts';
import { TILL_TEXT } from './till-texts.ts';

/** What the till's sync job calls (rule 9.3). */
export function tillSyncHandlers({ database, clock }: Deps): Handlers<'getTillPrices' | 'acknowledgeTillPrices'> {
  return {
    getTillPrices: (call) => sendTillPrices(database, call),

    async acknowledgeTillPrices({ params, body, caller }) {
      // the account's own name is technical; its subject stays with the entry
      const actor = { subject: caller.subject, userName: TILL_TEXT.user, staff: false };
      await acknowledge({ database, clock }, { ...params, cursor: body.cursor, actor });
      return { status: 'OK' };
    },
  };
}
