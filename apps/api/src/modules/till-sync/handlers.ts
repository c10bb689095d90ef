import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { acknowledge } from './acknowledge.ts';
import { sendTillPrices } from './send-prices.ts';
import { TILL_TEXT } from './till-texts.ts';

const IGNORED = { fields: 20, characters: 60 } as const;

function ignoredFields({
  cursor: _cursor,
  refused: _refused,
  held: _held,
  ...others
}: Record<string, unknown>): string[] {
  return Object.keys(others)
    .slice(0, IGNORED.fields)
    .map((name) => name.slice(0, IGNORED.characters).toWellFormed());
}

/** What the till's sync job calls (rules 9.3 and 9.6). */
export function tillSyncHandlers({ database, clock }: Deps): Handlers<'getTillPrices' | 'acknowledgeTillPrices'> {
  return {
    getTillPrices: (call) => sendTillPrices(database, call),

    async acknowledgeTillPrices({ params, body, caller }) {
      const actor = { subject: caller.subject, userName: TILL_TEXT.user, staff: false };
      const { cursor, refused, held } = body;
      await acknowledge({ database, clock }, { ...params, cursor, refused, held, actor });
      const ignored = ignoredFields(body);
      return { status: 'OK', ...(ignored.length > 0 ? { ignored } : {}) };
    },
  };
}
