import type { acknowledgeTillPrices, BodyOf } from '@portal/contracts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { acknowledge } from './acknowledge.ts';
import { sendTillPrices } from './send-prices.ts';
import { tillCallerOf } from './till-account.ts';
import { TILL_TEXT } from './till-texts.ts';

type Body = BodyOf<typeof acknowledgeTillPrices>;

const IGNORED = { fields: 20, characters: 60 } as const;
const ACK = ['cursor', 'refused', 'held'];
const HELD = ['count', 'sha256'];
const REFUSED = ['pzn', 'reason'];

/** Of a list each name once. Rule 9.6. */
function ignoredFields(body: Body): string[] {
  const unknown = (value: object, known: readonly string[], of = '') =>
    Object.keys(value).flatMap((name) => (known.includes(name) ? [] : [of + name]));
  const names = new Set([
    ...unknown(body, ACK),
    ...unknown(body.held ?? {}, HELD, 'held.'),
    ...(body.refused ?? []).flatMap((each) => unknown(each, REFUSED, 'refused.')),
  ]);
  return Array.from(names)
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
      const till = tillCallerOf(caller);
      await acknowledge({ database, clock }, { ...params, cursor, refused, held, till, actor });
      const ignored = ignoredFields(body);
      return { status: 'OK', ...(ignored.length > 0 ? { ignored } : {}) };
    },
  };
}
