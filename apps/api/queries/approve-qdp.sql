WITH target AS (
  SELECT u.pzn AS pzn, i.pzn IS NOT NULL AS listed, u.edited_reason AS reason, CASE WHEN r.issue <> 'exclusionNeedsPrice' THEN r.issue END AS issue,
         i.pe_cluster AS before_pe_cluster, i.vh_cluster AS before_vh_cluster, i.units AS before_units, i.avp AS before_avp, i.aep AS before_aep, i.vhp AS before_vhp, i.price_min AS before_price_min, i.price_avg AS before_price_avg, i.price_max AS before_price_max, i.calculated_price AS before_calculated_price, i.manual_price AS before_manual_price, i.price_type AS before_price_type, i.period_end AS before_period_end, i.base_type AS before_base_type, i.base_price AS before_base_price, i.period_since AS before_period_since, i.price_old AS before_price_old, i.changed_at AS before_changed_at,
         coalesce(u.pe_cluster, i.pe_cluster) AS pe_cluster, coalesce(u.vh_cluster, i.vh_cluster) AS vh_cluster, coalesce(u.units, i.units) AS units, coalesce(u.avp, i.avp) AS avp, coalesce(u.aep, i.aep) AS aep, coalesce(u.vhp, i.vhp) AS vhp, coalesce(u.price_min, i.price_min) AS price_min, coalesce(u.ravp_regio, i.price_avg) AS price_avg, coalesce(u.price_max, i.price_max) AS price_max, u.true_price AS calculated_price, coalesce(CASE WHEN l.on_period THEN CASE WHEN r.after_type = 3 THEN r.after_manual END ELSE CASE WHEN r.after_type <> 1 OR r.base = 1 THEN CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END END, CASE WHEN l.on_period THEN CASE WHEN r.after_type IN (0, 3) THEN i.base_price ELSE r.after_manual END ELSE r.after_manual END) AS manual_price, CASE WHEN (CASE WHEN l.on_period THEN CASE WHEN r.after_type = 3 THEN r.after_manual END ELSE CASE WHEN r.after_type <> 1 OR r.base = 1 THEN CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END END) IS NOT NULL THEN 3::smallint ELSE CASE WHEN l.on_period THEN CASE WHEN r.after_type IN (0, 3) THEN i.base_type ELSE r.after_type END::smallint ELSE r.after_type END END AS price_type, CASE WHEN (CASE WHEN l.on_period THEN CASE WHEN r.after_type = 3 THEN r.after_manual END ELSE CASE WHEN r.after_type <> 1 OR r.base = 1 THEN CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END END) IS NOT NULL THEN i.period_end END AS period_end, CASE WHEN (CASE WHEN l.on_period THEN CASE WHEN r.after_type = 3 THEN r.after_manual END ELSE CASE WHEN r.after_type <> 1 OR r.base = 1 THEN CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END END) IS NOT NULL THEN CASE WHEN l.on_period THEN CASE WHEN r.after_type IN (0, 3) THEN i.base_type ELSE r.after_type END::smallint ELSE r.after_type END END AS base_type, CASE WHEN (CASE WHEN l.on_period THEN CASE WHEN r.after_type = 3 THEN r.after_manual END ELSE CASE WHEN r.after_type <> 1 OR r.base = 1 THEN CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END END) IS NOT NULL THEN CASE WHEN l.on_period THEN CASE WHEN r.after_type IN (0, 3) THEN i.base_price ELSE r.after_manual END ELSE r.after_manual END END AS base_price, CASE WHEN (CASE WHEN l.on_period THEN CASE WHEN r.after_type = 3 THEN r.after_manual END ELSE CASE WHEN r.after_type <> 1 OR r.base = 1 THEN CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END END) IS NOT NULL THEN i.period_since END AS period_since, (NULL::price_item).price_old AS price_old, (NULL::price_item).changed_at AS changed_at
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
    WHEN NOT changed THEN CASE WHEN false THEN 0 ELSE base END
    WHEN exclusion OR base = 1 AND CASE WHEN NOT l.lapsed THEN u.edited_price END IS NULL THEN 1
    WHEN CASE WHEN NOT l.lapsed THEN u.edited_price END IS NULL THEN 0
    WHEN r3.permanent THEN 3 ELSE 2 END::smallint AS after_type) r6
CROSS JOIN LATERAL (
  SELECT base, exclusion, r3.permanent, changed, after_type,
         CASE WHEN issue IS NULL AND after_type = 0 AND u.true_price IS NULL THEN 'withoutPrice' ELSE issue END AS issue,
         CASE WHEN after_type IN (2, 3) THEN CASE WHEN changed THEN CASE WHEN NOT l.lapsed THEN u.edited_price END ELSE CASE WHEN l.on_period THEN i.manual_price ELSE CASE WHEN i.base_type IS NULL THEN i.manual_price ELSE i.base_price END END END END AS after_manual) r
   WHERE u.apo_id = $2 AND u.update_id = $3 AND NOT u.inactive AND (i.product_group = $4 OR i.pzn IS NULL)
), review_period AS (
  SELECT CASE WHEN review_months IS NOT NULL THEN $5::date END AS day, ($6::date + make_interval(months => review_months))::date AS due,
         false AS spread
    FROM pharmacy WHERE apo_id = $7
), moved AS MATERIALIZED (
  SELECT t.*, p.*, issue IS NULL AND (before_price_type, old_price) IS DISTINCT FROM (price_type, new_price) AS effective,
         coalesce(base_type, price_type) IN (1, 3) AS fixed, (coalesce(before_base_type, before_price_type), CASE WHEN coalesce(before_base_type, before_price_type) = 3 THEN CASE WHEN before_base_type IS NULL THEN before_manual_price ELSE before_base_price END END) IS DISTINCT FROM (coalesce(base_type, price_type), CASE WHEN coalesce(base_type, price_type) = 3 THEN CASE WHEN base_type IS NULL THEN manual_price ELSE base_price END END) AS refixed
    FROM target t CROSS JOIN LATERAL (
      SELECT CASE before_price_type WHEN 0 THEN before_calculated_price WHEN 1 THEN NULL ELSE before_manual_price END AS old_price,
             CASE price_type WHEN 0 THEN calculated_price WHEN 1 THEN NULL ELSE manual_price END AS new_price) p
), updated AS (
  UPDATE price_item i
     SET pe_cluster = m.pe_cluster, vh_cluster = m.vh_cluster, units = m.units, avp = m.avp, aep = m.aep, vhp = m.vhp, price_min = m.price_min, price_avg = m.price_avg, price_max = m.price_max, calculated_price = m.calculated_price, manual_price = m.manual_price, price_type = m.price_type, period_end = m.period_end, base_type = m.base_type, base_price = m.base_price, period_since = m.period_since,
         price_old = CASE WHEN m.effective THEN m.old_price ELSE i.price_old END,
         changed_at = CASE WHEN m.effective THEN $8 ELSE i.changed_at END,
         changed_version = CASE WHEN m.effective THEN $9 ELSE i.changed_version END,
         review_due = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.spread THEN r.day + 1 + m.pzn::int % (r.due - r.day) ELSE r.due END ELSE i.review_due END END, review_since = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN r.day ELSE i.review_since END END, review_reminds = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN NULL::boolean ELSE i.review_reminds END END, review_aep = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.aep END ELSE i.review_aep END END, review_avp = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.avp END ELSE i.review_avp END END, review_umfeld = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.price_avg END ELSE i.review_umfeld END END
    FROM moved m, review_period r
   WHERE i.apo_id = $10 AND i.product_group = $11 AND i.pzn = m.pzn
     AND m.listed AND m.price_type IS NOT NULL AND m.issue IS NULL
     AND (m.effective OR (m.before_pe_cluster, m.before_vh_cluster, m.before_units, m.before_avp, m.before_aep, m.before_vhp, m.before_price_min, m.before_price_avg, m.before_price_max, m.before_calculated_price, m.before_manual_price, m.before_price_type, m.before_period_end, m.before_base_type, m.before_base_price, m.before_period_since)
                         IS DISTINCT FROM (m.pe_cluster, m.vh_cluster, m.units, m.avp, m.aep, m.vhp, m.price_min, m.price_avg, m.price_max, m.calculated_price, m.manual_price, m.price_type, m.period_end, m.base_type, m.base_price, m.period_since))
), added AS (
  INSERT INTO price_item (apo_id, pzn, product_group, pe_cluster, vh_cluster, units, avp, aep, vhp, price_min, price_avg, price_max, calculated_price, manual_price, price_type, period_end, base_type, base_price, period_since, price_old, changed_at, changed_version, review_due, review_since, review_reminds, review_aep, review_avp, review_umfeld)
  SELECT $12, pzn, $13, pe_cluster, vh_cluster, units, avp, aep, vhp, price_min, price_avg, price_max, calculated_price, manual_price, price_type, period_end, base_type, base_price, period_since, price_old, coalesce(changed_at, $14), $15,
         CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.spread THEN r.day + 1 + m.pzn::int % (r.due - r.day) ELSE r.due END ELSE NULL END END, CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN r.day ELSE NULL END END, CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN NULL::boolean ELSE NULL END END, CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.aep END ELSE NULL END END, CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.avp END ELSE NULL END END, CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.price_avg END ELSE NULL END END
    FROM moved m, review_period r WHERE NOT listed AND effective ORDER BY pzn
), removed AS (
  DELETE FROM price_item i USING moved m
   WHERE i.apo_id = $16 AND i.product_group = $17 AND i.pzn = m.pzn AND m.listed AND m.price_type IS NULL
), recorded AS (
  INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, actor, avp, old_price, new_price,
                            old_type, new_type, list_version, history_id, reason)
  SELECT $18, pzn, $19, $20, $21, $22, $23, coalesce(avp, before_avp), old_price, new_price,
         before_price_type, price_type, $24, $25, reason
    FROM moved WHERE effective ORDER BY pzn
), periods AS (
  UPDATE price_period p
     SET state = CASE WHEN coalesce(p.began_version = m.period_since, false) THEN 'running' ELSE 'ended' END,
         price = CASE WHEN coalesce(p.began_version = m.period_since, false) THEN m.manual_price ELSE p.price END,
         ends_on = CASE WHEN coalesce(p.began_version = m.period_since, false) THEN m.period_end ELSE p.ends_on END,
         base_type = CASE WHEN NOT coalesce(p.began_version = m.period_since, false) THEN m.before_base_type ELSE p.base_type END,
         base_price = CASE WHEN NOT coalesce(p.began_version = m.period_since, false) THEN m.before_base_price ELSE p.base_price END,
         edges = CASE WHEN p.state = 'ended' THEN p.edges || p.ended_version || $26::bigint ELSE p.edges END,
         ended_version = CASE WHEN NOT coalesce(p.began_version = m.period_since, false) THEN $27::bigint END,
         ended_at = CASE WHEN NOT coalesce(p.began_version = m.period_since, false) THEN $28::timestamptz END,
         ended_by = CASE WHEN NOT coalesce(p.began_version = m.period_since, false) THEN $29 END
    FROM moved m
   WHERE p.apo_id = $30 AND p.product_group = $31 AND p.pzn = m.pzn AND m.issue IS NULL
     AND CASE p.state
           WHEN 'running' THEN (m.period_since, m.manual_price, m.period_end) IS DISTINCT FROM (p.began_version, p.price, p.ends_on)
           WHEN 'ended' THEN p.ends_on IS NOT NULL AND p.began_version = m.period_since
           ELSE m.price_type IS NULL OR m.price_type = 1 AND coalesce(m.before_base_type, m.before_price_type, 0) <> 1 AND NOT $32 END
),
outcomes AS (
  INSERT INTO price_update_outcome (apo_id, update_id, pzn, listed, pe_cluster, vh_cluster, units, avp, aep, vhp, price_min, price_avg, price_max, calculated_price, manual_price, price_type, period_end, base_type, base_price, period_since, price_old, changed_at, after_type, after_manual, after_base_type, after_base_price, effective, part)
  SELECT $33, $34, pzn, listed, before_pe_cluster, before_vh_cluster, before_units, before_avp, before_aep, before_vhp, before_price_min, before_price_avg, before_price_max, before_calculated_price, before_manual_price, before_price_type, before_period_end, before_base_type, before_base_price, before_period_since, before_price_old, before_changed_at, price_type, manual_price, base_type, base_price, effective, $35::smallint
    FROM moved WHERE issue IS NULL
)
SELECT count(*) FILTER (WHERE effective)::int AS changed, count(price_type)::int AS listed,
       count(*) FILTER (WHERE listed AND price_type IS NULL)::int AS removed,
       coalesce(bool_or((before_price_type = 1) IS DISTINCT FROM (price_type = 1)), false) AS "newCounts",
       json_agg(json_build_object('pzn', pzn, 'issue', issue) ORDER BY pzn) FILTER (WHERE issue IS NOT NULL) AS issues,
       (
  SELECT json_build_object('before', coalesce(json_agg((old_price * 100)::int), '[]'),
                           'after', coalesce(json_agg((new_price * 100)::int), '[]'), 'units', coalesce(json_agg(units), '[]'),
                           'vatPercent', coalesce(json_agg(vat_percent), '[]'))
    FROM moved LEFT JOIN product USING (pzn) WHERE effective AND old_price IS DISTINCT FROM new_price) AS moves, NULL::json AS beneath
  FROM moved;
