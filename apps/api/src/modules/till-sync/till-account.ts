import type { Caller } from '../../auth/verifier.ts';
import type { Queryable } from '../../db/database.ts';
import { ask, command, run, statement } from '../../db/statement.ts';

/** `job`: none has called since accounts are told apart. Rule 22.5. */
export type TillAccount = 'files' | 'job' | `job:${string}`;

export type TillCaller = { readonly account: TillAccount; readonly name: string };

const NAME_LENGTH = 100;

export function tillCallerOf({ subject, userName }: Pick<Caller, 'subject' | 'userName'>): TillCaller {
  const name = userName.replace(/^service-account-/, '');
  return { account: `job:${subject}`, name: Array.from(name).slice(0, NAME_LENGTH).join('') };
}

const ADOPT = command(`UPDATE till SET account = $2 WHERE apo_id = $1 AND account = 'job'
    AND NOT EXISTS (SELECT FROM till own WHERE own.apo_id = $1 AND own.account = $2)`);

const ADOPT_REFUSED = command(`UPDATE till_refused SET account = $2 WHERE apo_id = $1 AND account = 'job'`);

const ADOPT_STOCK = command(`UPDATE till_stock SET account = $2 WHERE apo_id = $1 AND account = 'job'`);

const ADOPT_DOUBTED = command(`UPDATE till_doubted SET account = $2 WHERE apo_id = $1 AND account = 'job'`);

const NOTE_CALL = command(`INSERT INTO till (apo_id, account, name, seen_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (apo_id, account) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at`);

/** The first account that calls takes over what is known of none. */
export async function noteTillCall(
  db: Queryable,
  { apoId, account, name, at }: TillCaller & { apoId: number; at: Date },
): Promise<void> {
  const rowCount = await run(db, ADOPT, [apoId, account]);
  if (rowCount) {
    await run(db, ADOPT_REFUSED, [apoId, account]);
    await run(db, ADOPT_STOCK, [apoId, account]);
    await run(db, ADOPT_DOUBTED, [apoId, account]);
  }
  await run(db, NOTE_CALL, [apoId, account, name, at]);
}

const STATE = statement(
  { cursor: 'text?', cursorAt: 'time?', fallenFrom: 'text?', heldCursor: 'text?', differsSince: 'time?' },
  `SELECT cursor, cursor_at AS "cursorAt", fallen_from AS "fallenFrom", held_cursor AS "heldCursor", differs_since AS "differsSince"
     FROM till WHERE apo_id = $1 AND account = $2`,
);

/** Undefined: never heard of. */
export async function readTillState(db: Queryable, apoId: number, account: TillAccount) {
  return (await ask(db, STATE, [apoId, account]))[0];
}
