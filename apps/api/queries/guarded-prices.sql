SELECT (CASE before_price_type WHEN 0 THEN before_calculated_price WHEN 1 THEN NULL ELSE before_manual_price END * 100)::int AS before,
          (CASE price_type WHEN 0 THEN calculated_price WHEN 1 THEN NULL ELSE manual_price END * 100)::int AS after,
          (aep * 100)::int AS aep, (avp * 100)::int AS avp, (price_min * 100)::int AS "umfeldMin",
          (price_avg * 100)::int AS "umfeldAvg", (price_max * 100)::int AS "umfeldMax", vat_percent AS "vatPercent"
     FROM (
  SELECT u.pzn AS pzn, i.pzn IS NOT NULL AS listed, u.edited_reason AS reason, CASE WHEN r.issue <> 'exclusionNeedsPrice' THEN r.issue END AS issue,
         i.pe_cluster AS before_pe_cluster, i.vh_cluster AS before_vh_cluster, i.units AS before_units, i.avp AS before_avp, i.aep AS before_aep, i.vhp AS before_vhp, i.price_min AS before_price_min, i.price_avg AS before_price_avg, i.price_max AS before_price_max, i.calculated_price AS before_calculated_price, i.manual_price AS before_manual_price, i.price_type AS before_price_type, i.period_end AS before_period_end, i.base_type AS before_base_type, i.base_price AS before_base_price, i.period_since AS before_period_since, i.price_old AS before_price_old, i.changed_at AS before_changed_at,
         coalesce(u.pe_cluster, i.pe_cluster) AS pe_cluster, coalesce(u.vh_cluster, i.vh_cluster) AS vh_cluster, coalesce(u.units, i.units) AS units, coalesce(u.avp, i.avp) AS avp, coalesce(u.aep, i.aep) AS aep, coalesce(u.vhp, i.vhp) AS vhp, coalesce(u.price_min, i.price_min) AS price_min, coalesce(u.ravp_regio, i.price_avg) AS price_avg, coalesce(u.price_max, i.price_max) AS price_max, u.true_price AS calculated_price, coalesce(CASE WHEN l.on_period THEN CASE WHEN r.after_type = 3 THEN r.after_manual END ELSE CASE WHEN r.after_type <> 1 OR r.base = 1 THEN CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END END, CASE WHEN l.on_period THEN CASE WHEN r.after_type IN (0, 3) THEN CASE WHEN i.base_type <> 2 THEN i.base_price END ELSE r.after_manual END ELSE r.after_manual END) AS manual_price, CASE WHEN (CASE WHEN l.on_period THEN CASE WHEN r.after_type = 3 THEN r.after_manual END ELSE CASE WHEN r.after_type <> 1 OR r.base = 1 THEN CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END END) IS NOT NULL THEN 3::smallint ELSE CASE WHEN l.on_period THEN CASE WHEN r.after_type IN (0, 3) THEN CASE i.base_type WHEN 2 THEN 0 ELSE i.base_type END ELSE r.after_type END::smallint ELSE r.after_type END END AS price_type, CASE WHEN (CASE WHEN l.on_period THEN CASE WHEN r.after_type = 3 THEN r.after_manual END ELSE CASE WHEN r.after_type <> 1 OR r.base = 1 THEN CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END END) IS NOT NULL THEN i.period_end END AS period_end, CASE WHEN (CASE WHEN l.on_period THEN CASE WHEN r.after_type = 3 THEN r.after_manual END ELSE CASE WHEN r.after_type <> 1 OR r.base = 1 THEN CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END END) IS NOT NULL THEN CASE WHEN l.on_period THEN CASE WHEN r.after_type IN (0, 3) THEN CASE i.base_type WHEN 2 THEN 0 ELSE i.base_type END ELSE r.after_type END::smallint ELSE r.after_type END END AS base_type, CASE WHEN (CASE WHEN l.on_period THEN CASE WHEN r.after_type = 3 THEN r.after_manual END ELSE CASE WHEN r.after_type <> 1 OR r.base = 1 THEN CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END END) IS NOT NULL THEN CASE WHEN l.on_period THEN CASE WHEN r.after_type IN (0, 3) THEN CASE WHEN i.base_type <> 2 THEN i.base_price END ELSE r.after_manual END ELSE r.after_manual END END AS base_price, CASE WHEN (CASE WHEN l.on_period THEN CASE WHEN r.after_type = 3 THEN r.after_manual END ELSE CASE WHEN r.after_type <> 1 OR r.base = 1 THEN CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END END) IS NOT NULL THEN i.period_since END AS period_since, (NULL::price_item).price_old AS price_old, (NULL::price_item).changed_at AS changed_at
    FROM price_update_item u LEFT JOIN price_item i ON i.apo_id = $1 AND i.pzn = u.pzn
         CROSS JOIN LATERAL (SELECT coalesce(u.edited_period = i.period_since, false) AS on_period, coalesce(((u.edited_permanent OR u.edited_price IS NULL AND NOT u.edited_ignore) AND u.edited_period IS DISTINCT FROM i.period_since AND u.edited_period IS NOT NULL), false) AS lapsed) l
CROSS JOIN LATERAL (SELECT coalesce(CASE WHEN l.on_period THEN i.price_type ELSE coalesce(i.base_type, i.price_type) END, 0) AS base) r1
CROSS JOIN LATERAL (SELECT coalesce(CASE WHEN NOT l.lapsed THEN u.edited_ignore END, base = 1) AS exclusion) r2
CROSS JOIN LATERAL (SELECT coalesce(CASE WHEN NOT l.lapsed THEN u.edited_permanent END, base = 3 AND NOT exclusion) AS permanent) r3
CROSS JOIN LATERAL (
  SELECT CASE WHEN NOT l.lapsed THEN u.edited_price END IS NOT NULL OR r3.permanent <> (base = 3) OR exclusion <> (base = 1) AS changed) r4
CROSS JOIN LATERAL (SELECT CASE
    WHEN NOT changed THEN NULL
    WHEN r3.permanent AND exclusion THEN 'permanentWithExclusion'
    WHEN CASE WHEN NOT l.lapsed THEN u.edited_price END IS NOT NULL OR exclusion THEN NULL
    WHEN r3.permanent THEN CASE WHEN base <> 3 THEN 'permanentWithoutPrice' END
    WHEN base = 1 THEN 'exclusionNeedsPrice' END AS issue) r5
CROSS JOIN LATERAL (SELECT CASE
    WHEN NOT changed THEN CASE WHEN base = 2 THEN 0 ELSE base END
    WHEN exclusion OR base = 1 AND CASE WHEN NOT l.lapsed THEN u.edited_price END IS NULL THEN 1
    WHEN CASE WHEN NOT l.lapsed THEN u.edited_price END IS NULL THEN 0
    WHEN r3.permanent THEN 3 ELSE 2 END::smallint AS after_type) r6
CROSS JOIN LATERAL (
  SELECT base, exclusion, r3.permanent, changed, after_type,
         CASE WHEN issue IS NULL AND after_type = 0 AND u.true_price IS NULL THEN 'withoutPrice' ELSE issue END AS issue,
         CASE WHEN after_type IN (2, 3) THEN CASE WHEN changed THEN CASE WHEN NOT l.lapsed THEN u.edited_price END ELSE CASE WHEN l.on_period THEN i.manual_price ELSE CASE WHEN i.base_type IS NULL THEN i.manual_price ELSE i.base_price END END END END AS after_manual) r
   WHERE u.apo_id = $2 AND u.update_id = $3 AND NOT u.inactive AND i.product_group = $4
      ) rows LEFT JOIN product USING (pzn);
