import { createHash } from 'node:crypto';
import { type BodyOf, type acknowledgeTillPrices, TILL_TELLS } from '@portal/contracts';
import { heldPricesText } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { pznText } from '../../db/int-arrays.ts';
import { textArray } from '../../db/plain-array.ts';
import { ask, askOne, command, run, statement } from '../../db/statement.ts';
import { updateOne } from '../../db/update-one.ts';
import { changesSql, changesSpan } from './changes-sql.ts';
import { formatCursor, type Position, type Versions } from './cursor.ts';
import { readApprovedPrices } from './read-prices.ts';
import type { TillAccount } from './till-account.ts';

type Till = { readonly apoId: number; readonly account: TillAccount };

/** What an acknowledgement says of the till itself. */
export type TillTells = Pick<BodyOf<typeof acknowledgeTillPrices>, 'refused' | 'held'>;

/** Of the position that is acknowledged. */
export type JudgedHeld = { readonly count: number; readonly digest: string; readonly agrees: boolean };

const TOLD_BEFORE = statement(
  { agrees: 'bool' },
  `SELECT differs_since IS NULL AS agrees FROM till
    WHERE apo_id = $1 AND account = $2 AND held_cursor = $3 AND held_count = $4 AND held_digest = $5`,
);

/** The prices of a position never change, so that no lock is needed. Rule 9.22. */
export async function judgeHeld(
  db: Queryable,
  { apoId, account, position }: Till & { position: Position },
  { count, sha256 }: NonNullable<TillTells['held']>,
): Promise<JudgedHeld> {
  const digest = sha256.toLowerCase();
  const [before] = await ask(db, TOLD_BEFORE, [apoId, account, formatCursor({ to: position }), count, digest]);
  if (before) return { count, digest, agrees: before.agrees };
  const { pzns, cents } = await readApprovedPrices(db, position);
  const expected = heldPricesText(pzns.map((pzn, at) => ({ pzn: pznText(pzn), cents: cents[at] ?? null })));
  const agrees = expected.count === count && createHash('sha256').update(expected.text).digest('hex') === digest;
  return { count, digest, agrees };
}

const DIFFERS = statement(
  { since: 'time?' },
  'SELECT differs_since AS since FROM till WHERE apo_id = $1 AND account = $2',
);

/** After the row of the till is there, under its lock. */
export async function storeHeld(
  db: Queryable,
  { apoId, account, at, position }: Till & { at: Date; position: Position },
  { count, digest, agrees }: JudgedHeld,
): Promise<void> {
  const { since } = await askOne(db, DIFFERS, [apoId, account]);
  await updateOne(
    db,
    'till',
    { apoId, account },
    {
      heldCursor: formatCursor({ to: position }),
      heldCount: count,
      heldDigest: digest,
      differsSince: agrees ? null : (since ?? at),
    },
  );
}

const REFUSED = statement({ pzn: 'text' }, 'SELECT pzn FROM till_refused WHERE apo_id = $1 AND account = $2');
const SENT = statement(
  { pzn: 'text' },
  `SELECT DISTINCT pzn FROM ${changesSql('pzn')} WHERE pzn IN (SELECT unnest($5::text[]))`,
);

/** Which of them a delta tells. */
export async function readSent(
  db: Queryable,
  listApoId: number,
  { from, to, pzns }: { from: Versions; to: Versions; pzns: readonly string[] },
): Promise<string[]> {
  const rows = await ask(db, SENT, [...changesSpan(listApoId, from, to), textArray(pzns)]);
  return rows.map(({ pzn }) => pzn);
}

export async function readRefused(db: Queryable, { apoId, account }: Till): Promise<string[]> {
  return (await ask(db, REFUSED, [apoId, account])).map(({ pzn }) => pzn);
}

/** @param from undefined: everything was sent again. Rule 9.23 */
export async function forgetSentAgain(
  db: Queryable,
  till: Till,
  { listApoId, from, to }: { listApoId: number; from: Versions | undefined; to: Versions },
): Promise<void> {
  const refused = await readRefused(db, till);
  if (refused.length === 0) return;
  await forgetRefusals(db, till, from ? await readSent(db, listApoId, { from, to, pzns: refused }) : refused);
}

const FORGET_REFUSALS = command(
  'DELETE FROM till_refused WHERE apo_id = $1 AND account = $2 AND pzn = ANY($3::text[])',
);

export async function forgetRefusals(db: Queryable, { apoId, account }: Till, pzns: readonly string[]): Promise<void> {
  await run(db, FORGET_REFUSALS, [apoId, account, textArray(pzns)]);
}

const FORGET_OLDEST = command(`DELETE FROM till_refused WHERE apo_id = $1 AND account = $2 AND pzn IN (
    SELECT pzn FROM till_refused WHERE apo_id = $1 AND account = $2 ORDER BY told_at DESC, pzn OFFSET ${TILL_TELLS.refused})`);

const STORE_REFUSALS = command(`INSERT INTO till_refused (apo_id, account, pzn, reason, told_at)
     SELECT $1, $2, told.pzn, told.reason, $3 FROM jsonb_to_recordset($4::jsonb) AS told(pzn text, reason text)
     ON CONFLICT (apo_id, account, pzn) DO UPDATE SET reason = excluded.reason, told_at = excluded.told_at`);

/** Beside what it has named before (rule 9.23). */
export async function storeRefusals(
  db: Queryable,
  { apoId, account, at }: Till & { at: Date },
  refused: NonNullable<TillTells['refused']>,
): Promise<void> {
  const reasons = new Map(refused.map(({ pzn, reason }) => [pzn, reason]));
  await run(db, STORE_REFUSALS, [
    apoId,
    account,
    at,
    JSON.stringify(Array.from(reasons, ([pzn, reason]) => ({ pzn, reason }))),
  ]);
  await run(db, FORGET_OLDEST, [apoId, account]);
}
