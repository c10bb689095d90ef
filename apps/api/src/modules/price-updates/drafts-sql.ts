import { PACKAGE_KINDS, resetsList } from '@portal/rules';
import sql, { raw, type Sql } from 'sql-template-tag';
import { beneathOf, centsSql } from '../../db/price-columns.ts';
import type { Actor } from '../history-writing/index.ts';
import { isApprovedSql } from './approved-rows.ts';
import type { UpdateRow } from './lock-update.ts';
import { resolutionSql } from './resolve-sql.ts';

const BENEATH = beneathOf('i');

/** What the caller has seen: a row on a period that ran then, or the row beneath (rule 17.4). */
const SENT = {
  listType: sql`CASE WHEN p.began_version IS NULL THEN ${BENEATH.price_type} ELSE 3 END`,
  listOwnPrice: sql`CASE WHEN p.began_version IS NULL THEN ${BENEATH.manual_price} ELSE p.price END`,
  ownPrice: sql`s.own_price`,
  permanent: sql`s.permanent`,
  exclusion: sql`s.ignore`,
  calculatedPrice: sql`u.true_price`,
};

/** Rows as somebody sends them, each column as the text of an array; `loaded`: the versions that the caller has seen. */
export type SentDrafts = {
  readonly pzns: readonly string[];
  readonly ownPrices: string;
  readonly permanents: string;
  readonly exclusions: string;
  /** The package's new version. */
  readonly version: number;
  readonly actor: Pick<Actor, 'userName' | 'subject'>;
  readonly loaded: { readonly version: number | null; readonly listVersion: number | null };
  readonly reason: string | null;
};

/**
 * Stores all rows or none. `stale`: the list's row has changed, and the sent row's flags belong to its former type
 * (rule 14.28).
 */
export function storeDraftsSql(
  {
    id,
    apoId,
    group,
    kind,
    resetChoice,
    parts,
  }: Pick<UpdateRow, 'id' | 'apoId' | 'group' | 'kind' | 'resetChoice' | 'parts'>,
  { pzns, ownPrices, permanents, exclusions, version, actor, loaded, reason }: SentDrafts,
): Sql {
  const resets = resetsList({ kind, resetChoice });
  return sql`
  WITH sent AS (
    SELECT pzn, cents / 100.0 AS own_price, permanent, ignore
      FROM unnest(${pzns}::text[], ${ownPrices}::int[], ${permanents}::boolean[], ${exclusions}::boolean[]) AS s(pzn, cents, permanent, ignore)
  ), checked_rows AS MATERIALIZED (
    SELECT s.pzn, CASE WHEN keep THEN p.began_version END AS period, d.own_price, d.permanent, d.exclusion, keep, r.issue, u.edited_by, u.edited_actor, u.edited_price, u.edited_ignore,
           u.pzn IS NULL AS unknown,
           u.inactive OR i.product_group <> ${group} OR ${PACKAGE_KINDS[kind].addsProducts ? sql`false` : sql`i.pzn IS NULL`} AS locked,
           (d.own_price, d.permanent, d.exclusion)
             IS DISTINCT FROM (u.edited_price, u.edited_permanent, u.edited_ignore)
             OR keep AND u.edited_period IS DISTINCT FROM p.began_version AS differs,
           keep AND ${reason}::text IS NOT NULL AND u.edited_reason IS DISTINCT FROM ${reason}
             AND (u.edited_reason IS NULL OR u.edited_actor = ${actor.subject}) AS explained,
           coalesce(u.edited_version > ${loaded.version}, false) AS newer,
           keep AND ${isApprovedSql('s', { id, apoId, parts })} AS approved
      FROM sent s
      LEFT JOIN price_update_item u ON u.apo_id = ${apoId} AND u.update_id = ${id} AND u.pzn = s.pzn
      LEFT JOIN price_item i ON i.apo_id = ${apoId} AND i.pzn = s.pzn
      LEFT JOIN price_period p ON p.apo_id = ${apoId} AND p.pzn = s.pzn AND p.ends_on IS NOT NULL AND ${!resets}
       AND p.began_version <= coalesce(${loaded.listVersion}, p.began_version)
       AND (p.ended_version IS NULL OR p.ended_version > ${loaded.listVersion})
       AND (SELECT count(*) % 2 = 0 FROM unnest(p.edges) edge WHERE edge <= ${loaded.listVersion})
      ${resolutionSql(kind, resetChoice, SENT)}
      CROSS JOIN LATERAL (
        SELECT coalesce(i.changed_version > ${loaded.listVersion} AND s.own_price IS NULL AND NOT coalesce(s.ignore, false), false) AS stale) m
      CROSS JOIN LATERAL (SELECT r.changed AND NOT stale
                             AND NOT (p.state IS NOT DISTINCT FROM 'ended' AND (r.permanent OR s.own_price IS NULL AND NOT r.exclusion)) AS keep) k
      CROSS JOIN LATERAL (SELECT CASE WHEN keep THEN s.own_price END AS own_price, CASE WHEN keep THEN r.permanent END AS permanent,
                                 CASE WHEN keep THEN r.exclusion END AS exclusion) d
  ), bad AS (
    SELECT pzn, CASE WHEN unknown THEN 'unknown' WHEN locked THEN 'locked' ELSE issue END AS issue FROM checked_rows
     WHERE unknown OR keep AND NOT approved AND (locked OR issue IS NOT NULL)
  ), conflict AS (
    SELECT pzn, edited_by AS by, coalesce(edited_actor = ${actor.subject}, false) AS own, ${raw(centsSql('edited_price'))} AS "ownPrice",
           edited_ignore AS exclusion, approved FROM checked_rows
     WHERE newer AND differs OR approved
  ), written AS (
    UPDATE price_update_item t
       SET edited_price = j.own_price, edited_permanent = j.permanent, edited_ignore = j.exclusion, edited_period = j.period,
           edited_version = CASE WHEN j.differs THEN ${version} ELSE t.edited_version END,
           edited_by = CASE WHEN j.differs THEN ${actor.userName} ELSE t.edited_by END,
           edited_actor = CASE WHEN j.differs THEN ${actor.subject} ELSE t.edited_actor END,
           edited_reason = CASE WHEN keep THEN ${reason} END,
           edited_rule = CASE WHEN j.differs THEN NULL ELSE t.edited_rule END
      FROM checked_rows j
     WHERE t.apo_id = ${apoId} AND t.update_id = ${id} AND t.pzn = j.pzn AND (j.differs OR j.explained)
       AND NOT EXISTS (SELECT FROM bad) AND NOT EXISTS (SELECT FROM conflict)
    RETURNING j.differs
  )
  SELECT (SELECT json_agg(b ORDER BY pzn) FROM bad b) AS bad, (SELECT json_agg(c ORDER BY pzn) FROM conflict c) AS conflicts,
         (SELECT count(*) FILTER (WHERE differs) FROM written)::int AS written`;
}

/** Newer than $2, of package $1, without $3; `own`: by $4; pharmacy $5. */
export const NEWER_DRAFTS = `
  SELECT pzn, edited_by AS by, coalesce(edited_actor = $4, false) AS own, ${centsSql('edited_price')} AS "ownPrice",
         edited_ignore AS exclusion, false AS approved FROM price_update_item
   WHERE apo_id = $5 AND update_id = $1 AND edited_version > $2 AND pzn <> ALL($3) ORDER BY pzn`;
