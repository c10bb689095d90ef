import type { Queryable } from '../../db/database.ts';
import { askOne, ask, statement } from '../../db/statement.ts';
import { digestSql } from './digest-sql.ts';
import { readKeptSince } from './kept-since.ts';

/** What became of a pharmacy's chain of entries. `head` is the digest of its last link: it stands for all of them. */
export type ChainReport = {
  readonly links: number;
  /** Entries from before there were links. */
  readonly unproved: number;
  /** Links whose price changes an operator has dropped with their year (ADR 72): the chain goes through their stored digest. */
  readonly dropped: number;
  readonly head: string;
  /** Each with the entry that it was found at; none where the chain holds. */
  readonly issues: readonly string[];
};

/**
 * True of an entry whose price changes were dropped with their year: of one from before `$2` that has none any more. Those that still has
 * some are proved by them, whatever their entry says of its year.
 */
const dropped = (entry: string) =>
  `(${entry}.has_log AND ${entry}.created_at < coalesce($2::timestamptz, '-infinity')
     AND NOT EXISTS (SELECT FROM price_change c WHERE c.apo_id = $1 AND c.history_id = ${entry}.id))`;

/** The first link that does not follow from the one before it; `at` null where the entry names no moment of any calendar. */
const FIRST_BROKEN = statement<{ id: string; at: Date | null; event: string; chainNo: string; missing: boolean }>(
  { id: 'bigint', at: 'time?', event: 'text', chainNo: 'bigint', missing: 'bool' },
  `SELECT e.id, CASE WHEN isfinite(e.created_at) THEN e.created_at END AS at, e.event, e.chain_no AS "chainNo", e.missing
     FROM (SELECT *, chain_no <> lag(chain_no, 1, 0::bigint) OVER chain + 1 AS missing,
                  lag(digest, 1, ''::bytea) OVER chain AS before
             FROM history_entry WHERE apo_id = $1 AND chain_no IS NOT NULL WINDOW chain AS (ORDER BY chain_no)) e
    WHERE e.chain_no IS NOT NULL AND (e.missing OR NOT ${dropped('e')} AND e.digest IS DISTINCT FROM ${digestSql('e', 'e.before', { apoId: '$1', id: 'e.id' })})
    ORDER BY e.chain_no LIMIT 1`,
);

type Ends = {
  links: number;
  unproved: number;
  dropped: number;
  last: string;
  headNo: string;
  head: string;
  agrees: boolean;
};
const ENDS = statement<Ends>(
  { links: 'int', unproved: 'int', dropped: 'int', last: 'bigint', headNo: 'bigint', head: 'text', agrees: 'bool' },
  `SELECT n.links, n.unproved, n.dropped, n.last, coalesce(h.chain_no, 0) AS "headNo", encode(coalesce(h.digest, ''), 'hex') AS head,
          coalesce(h.digest, '') IS NOT DISTINCT FROM coalesce(
            (SELECT digest FROM history_entry WHERE apo_id = $1 AND chain_no IS NOT NULL ORDER BY chain_no DESC LIMIT 1), '') AS agrees
     FROM (SELECT count(chain_no)::int AS links, count(*) FILTER (WHERE chain_no IS NULL)::int AS unproved,
                  count(chain_no) FILTER (WHERE ${dropped('e')})::int AS dropped, coalesce(max(chain_no), 0) AS last
             FROM history_entry e WHERE apo_id = $1) n
     LEFT JOIN history_head h ON h.apo_id = $1`,
);

/** What came into the tables beside the chain, once all that is written has a link. The portal's ids begin with 1. */
const STRAYS = statement<{ entry: string | null; change: string | null }>(
  { entry: 'bigint?', change: 'bigint?' },
  `SELECT (SELECT min(id) FROM history_entry
            WHERE apo_id = $1 AND chain_no IS NULL AND (id < 1 OR id > coalesce(h.unproved_entry, 0))) AS entry,
          (SELECT min(c.id) FROM price_change c
            WHERE c.apo_id = $1 AND (c.id < 1 OR c.id > coalesce(h.unproved_change, 0))
              AND NOT EXISTS (SELECT FROM history_entry e WHERE e.apo_id = $1 AND e.id = c.history_id AND e.chain_no IS NOT NULL)) AS change
     FROM (SELECT $1::int AS apo_id) asked LEFT JOIN history_head h ON h.apo_id = $1`,
);

/**
 * Proves the history of a pharmacy (rule 11.10): every link follows from the one before it, by the rows that are there now. To be
 * called in one snapshot (REPEATABLE READ), since people go on working.
 */
export async function verifyChain(db: Queryable, apoId: number): Promise<ChainReport> {
  const keptSince = await readKeptSince(db);
  const { links, unproved, dropped, last, headNo, head, agrees } = await askOne(db, ENDS, [apoId, keptSince]);
  const [broken] = await ask(db, FIRST_BROKEN, [apoId, keptSince]);
  const strays = await askOne(db, STRAYS, [apoId]);
  const issues: string[] = [];
  if (broken) {
    const what = broken.missing ? 'something before it was removed' : 'it or its price changes were altered';
    const at = broken.at?.toISOString() ?? 'no moment';
    issues.push(`entry ${broken.id} of ${at} (${broken.event}), link ${broken.chainNo}: ${what}`);
  }
  if (BigInt(headNo) > BigInt(last))
    issues.push(`the chain ended with link ${headNo} and now ends with ${last}: the last entries were removed`);
  else if (headNo !== last) issues.push(`the chain ends with link ${last}, its head says ${headNo}: that was altered`);
  else if (!agrees && !broken) issues.push(`the end of the chain, link ${last}, is not what it was`);
  if (strays.entry !== null) issues.push(`entry ${strays.entry} has no link: it was inserted`);
  if (strays.change !== null)
    issues.push(`price change ${strays.change} belongs to no link: it was inserted, or its entry removed`);
  return { links, unproved, dropped, head, issues };
}
