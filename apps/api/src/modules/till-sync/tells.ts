import { createHash } from 'node:crypto';
import { type BodyOf, type acknowledgeTillPrices, TILL_TELLS } from '@portal/contracts';
import { heldPricesText, PRODUCT_GROUPS } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { textArray } from '../../db/plain-array.ts';
import { ask, askOne, statement } from '../../db/statement.ts';
import { updateOne } from '../../db/update-one.ts';
import { changesSql } from './changes-sql.ts';
import { formatCursor, type Position, type Versions, versionArray } from './cursor.ts';
import { readApprovedPrices } from './read-prices.ts';

/** What an acknowledgement says of the till itself. */
export type TillTells = Pick<BodyOf<typeof acknowledgeTillPrices>, 'refused' | 'held'>;

/** Of the position that is acknowledged. */
export type JudgedHeld = { readonly count: number; readonly digest: string; readonly agrees: boolean };

const TOLD_BEFORE = statement(
  { agrees: 'bool' },
  `SELECT differs_since IS NULL AS agrees FROM till_state
    WHERE apo_id = $1 AND held_cursor = $2 AND held_count = $3 AND held_digest = $4`,
);

/** The prices of a position never change, so that no lock is needed. Rule 9.22. */
export async function judgeHeld(
  db: Queryable,
  { apoId, position }: { apoId: number; position: Position },
  { count, sha256 }: NonNullable<TillTells['held']>,
): Promise<JudgedHeld> {
  const digest = sha256.toLowerCase();
  const [before] = await ask(db, TOLD_BEFORE, [apoId, formatCursor({ to: position }), count, digest]);
  if (before) return { count, digest, agrees: before.agrees };
  const approved = await readApprovedPrices(db, position);
  const expected = heldPricesText(Array.from(approved, ([pzn, cents]) => ({ pzn, cents })));
  const agrees = expected.count === count && createHash('sha256').update(expected.text).digest('hex') === digest;
  return { count, digest, agrees };
}

const DIFFERS = statement({ since: 'time?' }, 'SELECT differs_since AS since FROM till_state WHERE apo_id = $1');

/** After the row of the till is there, under its lock. */
export async function storeHeld(
  db: Queryable,
  { apoId, at, position }: { apoId: number; at: Date; position: Position },
  { count, digest, agrees }: JudgedHeld,
): Promise<void> {
  const { since } = await askOne(db, DIFFERS, [apoId]);
  await updateOne(
    db,
    'till_state',
    { apoId },
    {
      heldCursor: formatCursor({ to: position }),
      heldCount: count,
      heldDigest: digest,
      heldAt: at,
      differsSince: agrees ? null : (since ?? at),
    },
  );
}

const REFUSED = statement({ pzn: 'text' }, 'SELECT pzn FROM till_refusal WHERE apo_id = $1');
const SENT_AGAIN = statement({ pzn: 'text' }, `SELECT DISTINCT pzn FROM ${changesSql('pzn', 'pzn = ANY($5::text[])')}`);

/** @param from undefined: everything was sent again. Rule 9.23 */
export async function forgetSentAgain(
  db: Queryable,
  apoId: number,
  { listApoId, from, to }: { listApoId: number; from: Versions | undefined; to: Versions },
): Promise<void> {
  const refused = (await ask(db, REFUSED, [apoId])).map(({ pzn }) => pzn);
  if (refused.length === 0) return;
  const sent = from
    ? await ask(db, SENT_AGAIN, [listApoId, PRODUCT_GROUPS, versionArray(from), versionArray(to), textArray(refused)])
    : undefined;
  await forgetRefusals(db, apoId, sent ? sent.map(({ pzn }) => pzn) : refused);
}

async function forgetRefusals(db: Queryable, apoId: number, pzns: readonly string[]): Promise<void> {
  await db.query('DELETE FROM till_refusal WHERE apo_id = $1 AND pzn = ANY($2::text[])', [apoId, textArray(pzns)]);
}

const FORGET_OLDEST = `DELETE FROM till_refusal WHERE apo_id = $1 AND pzn IN (
    SELECT pzn FROM till_refusal WHERE apo_id = $1 ORDER BY told_at DESC, pzn OFFSET ${TILL_TELLS.refused})`;

/** Beside what it has named before (rule 9.23). */
export async function storeRefusals(
  db: Queryable,
  { apoId, at }: { apoId: number; at: Date },
  refused: NonNullable<TillTells['refused']>,
): Promise<void> {
  const reasons = new Map(refused.map(({ pzn, reason }) => [pzn, cleanText(reason, TILL_TELLS.reason)]));
  await db.query(
    `INSERT INTO till_refusal (apo_id, pzn, reason, told_at)
     SELECT $1, told.pzn, told.reason, $2 FROM jsonb_to_recordset($3::jsonb) AS told(pzn text, reason text)
     ON CONFLICT (apo_id, pzn) DO UPDATE SET reason = excluded.reason, told_at = excluded.told_at`,
    [apoId, at, JSON.stringify(Array.from(reasons, ([pzn, reason]) => ({ pzn, reason })))],
  );
  await db.query(FORGET_OLDEST, [apoId]);
}

/** One line of characters that are seen; the contract has composed it. */
function cleanText(text: string, most: number): string {
  const cleaned = text.replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim();
  return Array.from(cleaned).slice(0, most).join('').slice(0, most).toWellFormed();
}

const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu;
