import type { UpdateRow } from './lock-update.ts';
import { resolutionSql } from './resolve-sql.ts';

const SENT = {
  listType: 'i.price_type',
  listOwnPrice: 'i.manual_price',
  ownPrice: 's.own_price',
  permanent: 's.permanent',
  exclusion: 's.ignore',
  calculatedPrice: 'u.true_price',
};

/**
 * Validates sent rows of a package and stores them as its drafts, unless one of them is faulty or conflicts. $1 the package, $2 the
 * pharmacy, $3 to $6 the rows, $7 the package's new version, $8 and $9 who sends them, $10 and $11 the versions of package and list
 * that the caller has loaded, $12 the group, $13 the reason or null. For a row that is as stored already it
 * counts where the row has none, or one of the same person; such a row keeps its version and its person.
 *
 * `stale`: the row of the list has moved since the caller loaded the package, and the sent row carries neither price nor exclusion.
 * Its flags are then those of a type that is gone, no wish of the caller's (rule 14.28).
 */
export function storeDraftsSql({ kind, resetChoice }: Pick<UpdateRow, 'kind' | 'resetChoice'>): string {
  return `
  WITH sent AS (
    SELECT pzn, cents / 100.0 AS own_price, permanent, ignore
      FROM unnest($3::text[], $4::int[], $5::boolean[], $6::boolean[]) AS s(pzn, cents, permanent, ignore)
  ), validated AS MATERIALIZED (
    SELECT s.pzn, d.own_price, d.permanent, d.exclusion, keep, r.issue, u.edited_by, u.edited_actor, u.edited_price, u.edited_ignore,
           u.pzn IS NULL AS unknown,
           u.inactive OR i.product_group <> $12 OR ${kind === 'MDP' ? 'i.pzn IS NULL' : 'false'} AS locked,
           (d.own_price, d.permanent, d.exclusion)
             IS DISTINCT FROM (u.edited_price, u.edited_permanent, u.edited_ignore) AS differs,
           keep AND $13::text IS NOT NULL AND u.edited_reason IS DISTINCT FROM $13
             AND (u.edited_reason IS NULL OR u.edited_actor = $9) AS explained,
           coalesce(u.edited_version > $10, false) AS newer
      FROM sent s
      LEFT JOIN price_update_item u ON u.apo_id = $2 AND u.update_id = $1 AND u.pzn = s.pzn
      LEFT JOIN price_item i ON i.apo_id = $2 AND i.pzn = s.pzn
      ${resolutionSql(kind, resetChoice, SENT)}
      CROSS JOIN LATERAL (
        SELECT coalesce(i.changed_version > $11 AND s.own_price IS NULL AND NOT coalesce(s.ignore, false), false) AS stale) m
      CROSS JOIN LATERAL (SELECT r.changed AND NOT stale AS keep) k
      CROSS JOIN LATERAL (SELECT CASE WHEN keep THEN s.own_price END AS own_price, CASE WHEN keep THEN r.permanent END AS permanent,
                                 CASE WHEN keep THEN r.exclusion END AS exclusion) d
  ), bad AS (
    SELECT pzn, CASE WHEN unknown THEN 'unknown' WHEN locked THEN 'locked' ELSE issue END AS issue FROM validated
     WHERE unknown OR keep AND (locked OR issue IS NOT NULL)
  ), conflict AS (
    SELECT pzn, edited_by AS by, coalesce(edited_actor = $9, false) AS own, (edited_price * 100)::int AS "ownPrice",
           edited_ignore AS exclusion FROM validated
     WHERE newer AND differs
  ), written AS (
    UPDATE price_update_item t
       SET edited_price = j.own_price, edited_permanent = j.permanent, edited_ignore = j.exclusion,
           edited_version = CASE WHEN j.differs THEN $7 ELSE t.edited_version END,
           edited_by = CASE WHEN j.differs THEN $8 ELSE t.edited_by END,
           edited_actor = CASE WHEN j.differs THEN $9 ELSE t.edited_actor END,
           edited_reason = CASE WHEN keep THEN $13 END
      FROM validated j
     WHERE t.apo_id = $2 AND t.update_id = $1 AND t.pzn = j.pzn AND (j.differs OR j.explained)
       AND NOT EXISTS (SELECT FROM bad) AND NOT EXISTS (SELECT FROM conflict)
    RETURNING j.differs
  )
  SELECT (SELECT json_agg(b ORDER BY pzn) FROM bad b) AS bad, (SELECT json_agg(c ORDER BY pzn) FROM conflict c) AS conflicts,
         (SELECT count(*) FILTER (WHERE differs) FROM written)::int AS written`;
}

/** Drafts of a package, $1, that are newer than a version of it, $2, but for the rows $3; `own` are those of the person $4; $5 is the pharmacy. */
export const NEWER_DRAFTS = `
  SELECT pzn, edited_by AS by, coalesce(edited_actor = $4, false) AS own, (edited_price * 100)::int AS "ownPrice",
         edited_ignore AS exclusion FROM price_update_item
   WHERE apo_id = $5 AND update_id = $1 AND edited_version > $2 AND pzn <> ALL($3) ORDER BY pzn`;
