SELECT (CASE before_price_type WHEN 0 THEN before_calculated_price WHEN 1 THEN NULL ELSE before_manual_price END * 100)::int AS before,
          (CASE price_type WHEN 0 THEN calculated_price WHEN 1 THEN NULL ELSE manual_price END * 100)::int AS after,
          (aep * 100)::int AS aep, (avp * 100)::int AS avp, (price_min * 100)::int AS "umfeldMin",
          (price_avg * 100)::int AS "umfeldAvg", (price_max * 100)::int AS "umfeldMax", vat_percent AS "vatPercent"
     FROM (
  SELECT u.pzn AS pzn, i.pzn IS NOT NULL AS listed, u.edited_reason AS reason, CASE WHEN r.issue <> 'exclusionNeedsPrice' THEN r.issue END AS issue,
         i.pe_cluster AS before_pe_cluster, i.vh_cluster AS before_vh_cluster, i.units AS before_units, i.avp AS before_avp, i.aep AS before_aep, i.vhp AS before_vhp, i.price_min AS before_price_min, i.price_avg AS before_price_avg, i.price_max AS before_price_max, i.calculated_price AS before_calculated_price, i.manual_price AS before_manual_price, i.price_type AS before_price_type, i.price_old AS before_price_old, i.changed_at AS before_changed_at,
         coalesce(u.pe_cluster, i.pe_cluster) AS pe_cluster, coalesce(u.vh_cluster, i.vh_cluster) AS vh_cluster, coalesce(u.units, i.units) AS units, coalesce(u.avp, i.avp) AS avp, coalesce(u.aep, i.aep) AS aep, coalesce(u.vhp, i.vhp) AS vhp, coalesce(u.price_min, i.price_min) AS price_min, coalesce(u.ravp_regio, i.price_avg) AS price_avg, coalesce(u.price_max, i.price_max) AS price_max, u.true_price AS calculated_price, r.after_manual AS manual_price, r.after_type AS price_type, (NULL::price_item).price_old AS price_old, (NULL::price_item).changed_at AS changed_at
    FROM price_update_item u LEFT JOIN price_item i ON i.apo_id = $1 AND i.pzn = u.pzn
CROSS JOIN LATERAL (SELECT coalesce(i.price_type, 0) AS base) r1
CROSS JOIN LATERAL (SELECT coalesce(u.edited_ignore, base = 1) AS exclusion) r2
CROSS JOIN LATERAL (SELECT coalesce(u.edited_permanent, base = 3 AND NOT exclusion) AS permanent) r3
CROSS JOIN LATERAL (
  SELECT u.edited_price IS NOT NULL OR r3.permanent <> (base = 3) OR exclusion <> (base = 1) AS changed) r4
CROSS JOIN LATERAL (SELECT CASE
    WHEN NOT changed THEN NULL
    WHEN r3.permanent AND exclusion THEN 'permanentWithExclusion'
    WHEN u.edited_price IS NOT NULL OR exclusion THEN NULL
    WHEN r3.permanent THEN CASE WHEN base <> 3 THEN 'permanentWithoutPrice' END
    WHEN base = 1 THEN 'exclusionNeedsPrice' END AS issue) r5
CROSS JOIN LATERAL (SELECT CASE
    WHEN NOT changed THEN CASE WHEN base = 2 THEN 0 ELSE base END
    WHEN exclusion OR base = 1 AND u.edited_price IS NULL THEN 1
    WHEN u.edited_price IS NULL THEN 0
    WHEN r3.permanent THEN 3 ELSE 2 END::smallint AS after_type) r6
CROSS JOIN LATERAL (
  SELECT base, exclusion, r3.permanent, changed, after_type,
         CASE WHEN issue IS NULL AND after_type = 0 AND u.true_price IS NULL THEN 'withoutPrice' ELSE issue END AS issue,
         CASE WHEN after_type IN (2, 3) THEN CASE WHEN changed THEN u.edited_price ELSE i.manual_price END END AS after_manual) r
   WHERE u.apo_id = $2 AND u.update_id = $3 AND NOT u.inactive AND i.product_group = $4
      ) rows LEFT JOIN product USING (pzn);
