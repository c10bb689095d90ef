import type { Queryable } from '../../db/database.ts';
import { askOne, ask, statement } from '../../db/statement.ts';
import { digestSql } from './digest-sql.ts';
import { readRetainedSince } from './retained-since.ts';

export type ChainReport = {
  readonly links: number;
  /** Entries from before there were links. */
  readonly unproved: number;
  /** Dropped with their year (ADR 72); the stored digest continues the chain. */
  readonly dropped: number;
  readonly head: string;
  readonly issues: readonly string[];
};

/** Without any changes left, from before `$2`. */
const dropped = (entry: string) =>
  `(${entry}.has_log AND ${entry}.created_at < coalesce($2::timestamptz, '-infinity')
     AND NOT EXISTS (SELECT FROM price_change c WHERE c.apo_id = $1 AND c.history_id = ${entry}.id))`;

const FIRST_BROKEN = statement(
  { id: 'bigint', at: 'time?', event: 'text', chainNo: 'bigint', missing: 'bool' },
  `SELECT e.id, CASE WHEN isfinite(e.created_at) THEN e.created_at END AS at, e.event, e.chain_no AS "chainNo", e.missing
     FROM (SELECT *, chain_no <> lag(chain_no, 1, 0::bigint) OVER chain + 1 AS missing,
                  lag(digest, 1, ''::bytea) OVER chain AS before
             FROM history_entry WHERE apo_id = $1 AND chain_no IS NOT NULL WINDOW chain AS (ORDER BY chain_no)) e
    WHERE e.chain_no IS NOT NULL AND (e.missing OR NOT ${dropped('e')} AND e.digest IS DISTINCT FROM ${digestSql('e', 'e.before', { apoId: '$1', id: 'e.id' })})
    ORDER BY e.chain_no LIMIT 1`,
);

const ENDS = statement(
  { links: 'int', unproved: 'int', dropped: 'int', last: 'bigint', headNo: 'bigint', head: 'text', agrees: 'bool' },
  `SELECT n.links, n.unproved, n.dropped, n.last, coalesce(h.chain_no, 0) AS "headNo", encode(coalesce(h.digest, ''), 'hex') AS head,
          coalesce(h.digest, '') IS NOT DISTINCT FROM coalesce(
            (SELECT digest FROM history_entry WHERE apo_id = $1 AND chain_no IS NOT NULL ORDER BY chain_no DESC LIMIT 1), '') AS agrees
     FROM (SELECT count(chain_no)::int AS links, count(*) FILTER (WHERE chain_no IS NULL)::int AS unproved,
                  count(chain_no) FILTER (WHERE ${dropped('e')})::int AS dropped, coalesce(max(chain_no), 0) AS last
             FROM history_entry e WHERE apo_id = $1) n
     LEFT JOIN history_head h ON h.apo_id = $1`,
);

/** Unlinked rows beyond those `history_unproved` counted; the api's login cannot write counts. */
const STRAYS = statement(
  { entry: 'bigint?', moreEntries: 'bigint', change: 'bigint?', moreChanges: 'bigint' },
  `SELECT e.stray AS entry, e.before - coalesce(u.entries, 0) AS "moreEntries",
          c.stray AS change, c.before - coalesce(u.changes, 0) AS "moreChanges"
     FROM (SELECT $1::int AS apo_id) asked LEFT JOIN history_unproved u ON u.apo_id = $1
    CROSS JOIN LATERAL (
      SELECT min(id) FILTER (WHERE NOT is_before) AS stray, count(*) FILTER (WHERE is_before) AS before
        FROM (SELECT id, id BETWEEN 1 AND coalesce(u.last_entry, 0) AS is_before
                FROM history_entry WHERE apo_id = $1 AND chain_no IS NULL) entries) e
    CROSS JOIN LATERAL (
      SELECT min(id) FILTER (WHERE NOT is_before) AS stray, count(*) FILTER (WHERE is_before) AS before
        FROM (SELECT c.id, c.id BETWEEN 1 AND coalesce(u.last_change, 0) AS is_before FROM price_change c
               WHERE c.apo_id = $1 AND NOT EXISTS (
                 SELECT FROM history_entry e WHERE e.apo_id = $1 AND e.id = c.history_id AND e.chain_no IS NOT NULL)) changes) c`,
);

/** Rule 11.10. In one snapshot (REPEATABLE READ). */
export async function verifyChain(db: Queryable, apoId: number): Promise<ChainReport> {
  const retainedSince = await readRetainedSince(db);
  const { links, unproved, dropped, last, headNo, head, agrees } = await askOne(db, ENDS, [apoId, retainedSince]);
  const [broken] = await ask(db, FIRST_BROKEN, [apoId, retainedSince]);
  const strays = await askOne(db, STRAYS, [apoId]);
  const issues: string[] = [];
  if (broken) {
    const what = broken.missing ? 'something before it was removed' : 'it or its price changes were altered';
    const at = broken.at?.toISOString() ?? 'no moment';
    // An event may have been inserted to look like other lines of a terminal.
    const event = broken.event.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
    issues.push(`entry ${broken.id} of ${at} (${event}), link ${broken.chainNo}: ${what}`);
  }
  if (BigInt(headNo) > BigInt(last))
    issues.push(`the chain ended with link ${headNo} and now ends with ${last}: the last entries were removed`);
  else if (headNo !== last) issues.push(`the chain ends with link ${last}, its head says ${headNo}: that was altered`);
  else if (!agrees && !broken) issues.push(`the end of the chain, link ${last}, is not what it was`);
  if (strays.entry !== null) issues.push(`entry ${strays.entry} has no link: it was inserted`);
  if (strays.change !== null)
    issues.push(`price change ${strays.change} belongs to no link: it was inserted, or its entry removed`);
  issues.push(...otherCount('entries', strays.moreEntries), ...otherCount('price changes', strays.moreChanges));
  return { links, unproved, dropped, head, issues };
}

function otherCount(what: string, more: string): string[] {
  const count = BigInt(more);
  if (count === 0n) return [];
  return [count > 0n ? `${what} without a link: ${count} inserted` : `${what} without a link: ${-count} removed`];
}
