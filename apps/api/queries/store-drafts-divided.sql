WITH sent AS (
  SELECT pzn, cents / 100.0 AS own_price, permanent, ignore
    FROM unnest($1::text[], $2::int[], $3::boolean[], $4::boolean[]) AS s(pzn, cents, permanent, ignore)
), checked_rows AS MATERIALIZED (
  SELECT s.pzn, CASE WHEN keep THEN p.began_version END AS period, d.own_price, d.permanent, d.exclusion, keep, r.issue, u.edited_by, u.edited_actor, u.edited_price, u.edited_ignore,
         u.pzn IS NULL AS unknown,
         u.inactive OR i.product_group <> $5 OR i.pzn IS NULL AS locked,
         (d.own_price, d.permanent, d.exclusion)
           IS DISTINCT FROM (u.edited_price, u.edited_permanent, u.edited_ignore)
           OR keep AND u.edited_period IS DISTINCT FROM p.began_version AS differs,
         keep AND $6::text IS NOT NULL AND u.edited_reason IS DISTINCT FROM $7
           AND (u.edited_reason IS NULL OR u.edited_actor = $8) AS explained,
         coalesce(u.edited_version > $9, false) AS newer,
         keep AND EXISTS (SELECT FROM price_update_outcome o WHERE o.apo_id = $10 AND o.update_id = $11 AND o.pzn = s.pzn) AS approved
    FROM sent s
    LEFT JOIN price_update_item u ON u.apo_id = $12 AND u.update_id = $13 AND u.pzn = s.pzn
    LEFT JOIN price_item i ON i.apo_id = $14 AND i.pzn = s.pzn
    LEFT JOIN price_period p ON p.apo_id = $15 AND p.pzn = s.pzn AND p.ends_on IS NOT NULL AND $16
     AND p.began_version <= coalesce($17, p.began_version)
     AND (p.ended_version IS NULL OR p.ended_version > $18)
     AND (SELECT count(*) % 2 = 0 FROM unnest(p.edges) edge WHERE edge <= $19)
CROSS JOIN LATERAL (SELECT coalesce(CASE WHEN p.began_version IS NULL THEN coalesce(i.base_type, i.price_type) ELSE 3 END, 0) AS base) r1
CROSS JOIN LATERAL (SELECT coalesce(s.ignore, base = 1) AS exclusion) r2
CROSS JOIN LATERAL (SELECT coalesce(s.permanent, base = 3 AND NOT exclusion) AS permanent) r3
CROSS JOIN LATERAL (
  SELECT s.own_price IS NOT NULL OR r3.permanent <> (base = 3) OR exclusion <> (base = 1) AS changed) r4
CROSS JOIN LATERAL (SELECT CASE
    WHEN NOT changed THEN NULL
    WHEN r3.permanent AND exclusion THEN 'permanentWithExclusion'
    WHEN s.own_price IS NOT NULL OR exclusion THEN NULL
    WHEN r3.permanent THEN CASE WHEN base <> 3 THEN 'permanentWithoutPrice' END
    WHEN base = 1 THEN 'exclusionNeedsPrice' END AS issue) r5
CROSS JOIN LATERAL (SELECT CASE
    WHEN NOT changed THEN CASE WHEN base = 2 THEN 0 ELSE base END
    WHEN exclusion OR base = 1 AND s.own_price IS NULL THEN 1
    WHEN s.own_price IS NULL THEN 0
    WHEN r3.permanent THEN 3 ELSE 2 END::smallint AS after_type) r6
CROSS JOIN LATERAL (
  SELECT base, exclusion, r3.permanent, changed, after_type,
         CASE WHEN issue IS NULL AND after_type = 0 AND u.true_price IS NULL THEN 'withoutPrice' ELSE issue END AS issue,
         CASE WHEN after_type IN (2, 3) THEN CASE WHEN changed THEN s.own_price ELSE CASE WHEN p.began_version IS NULL THEN CASE WHEN i.base_type IS NULL THEN i.manual_price ELSE i.base_price END ELSE p.price END END END AS after_manual) r
    CROSS JOIN LATERAL (
      SELECT coalesce(i.changed_version > $20 AND s.own_price IS NULL AND NOT coalesce(s.ignore, false), false) AS stale) m
    CROSS JOIN LATERAL (SELECT r.changed AND NOT stale
                           AND NOT (p.state IS NOT DISTINCT FROM 'ended' AND (r.permanent OR s.own_price IS NULL AND NOT r.exclusion)) AS keep) k
    CROSS JOIN LATERAL (SELECT CASE WHEN keep THEN s.own_price END AS own_price, CASE WHEN keep THEN r.permanent END AS permanent,
                               CASE WHEN keep THEN r.exclusion END AS exclusion) d
), bad AS (
  SELECT pzn, CASE WHEN unknown THEN 'unknown' WHEN locked THEN 'locked' ELSE issue END AS issue FROM checked_rows
   WHERE unknown OR keep AND NOT approved AND (locked OR issue IS NOT NULL)
), conflict AS (
  SELECT pzn, edited_by AS by, coalesce(edited_actor = $21, false) AS own, (edited_price * 100)::int AS "ownPrice",
         edited_ignore AS exclusion, approved FROM checked_rows
   WHERE newer AND differs OR approved
), written AS (
  UPDATE price_update_item t
     SET edited_price = j.own_price, edited_permanent = j.permanent, edited_ignore = j.exclusion, edited_period = j.period,
         edited_version = CASE WHEN j.differs THEN $22 ELSE t.edited_version END,
         edited_by = CASE WHEN j.differs THEN $23 ELSE t.edited_by END,
         edited_actor = CASE WHEN j.differs THEN $24 ELSE t.edited_actor END,
         edited_reason = CASE WHEN keep THEN $25 END,
         edited_rule = CASE WHEN j.differs THEN NULL ELSE t.edited_rule END
    FROM checked_rows j
   WHERE t.apo_id = $26 AND t.update_id = $27 AND t.pzn = j.pzn AND (j.differs OR j.explained)
     AND NOT EXISTS (SELECT FROM bad) AND NOT EXISTS (SELECT FROM conflict)
  RETURNING j.differs
)
SELECT (SELECT json_agg(b ORDER BY pzn) FROM bad b) AS bad, (SELECT json_agg(c ORDER BY pzn) FROM conflict c) AS conflicts,
       (SELECT count(*) FILTER (WHERE differs) FROM written)::int AS written;
