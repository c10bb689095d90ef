WITH target AS (
  SELECT e.pzn AS pzn, i.pzn IS NOT NULL AS listed, $1::text AS reason, NULL::text AS issue,
         i.pe_cluster AS before_pe_cluster, i.vh_cluster AS before_vh_cluster, i.units AS before_units, i.avp AS before_avp, i.aep AS before_aep, i.vhp AS before_vhp, i.price_min AS before_price_min, i.price_avg AS before_price_avg, i.price_max AS before_price_max, i.calculated_price AS before_calculated_price, i.manual_price AS before_manual_price, i.price_type AS before_price_type, i.price_old AS before_price_old, i.changed_at AS before_changed_at,
         i.pe_cluster AS pe_cluster, i.vh_cluster AS vh_cluster, i.units AS units, i.avp AS avp, i.aep AS aep, i.vhp AS vhp, i.price_min AS price_min, i.price_avg AS price_avg, i.price_max AS price_max, i.calculated_price AS calculated_price, e.cents / 100.0 AS manual_price, e.price_type AS price_type, (NULL::price_item).price_old AS price_old, (NULL::price_item).changed_at AS changed_at
    FROM unnest($2::text[], $3::smallint[], $4::int[]) AS e(pzn, price_type, cents)
    LEFT JOIN price_item i ON i.apo_id = $5 AND i.product_group = $6 AND i.pzn = e.pzn AND i.pzn = ANY($7::text[])
), review_period AS (
  SELECT CASE WHEN review_months IS NOT NULL THEN $8::date END AS day, ($9::date + make_interval(months => review_months))::date AS due,
         false AS spread
    FROM pharmacy WHERE apo_id = $10
), moved AS MATERIALIZED (
  SELECT t.*, p.*, issue IS NULL AND (before_price_type, old_price) IS DISTINCT FROM (price_type, new_price) AS effective,
         price_type IN (1, 3) AS fixed, (before_price_type, CASE WHEN before_price_type = 3 THEN before_manual_price END) IS DISTINCT FROM (price_type, CASE WHEN price_type = 3 THEN manual_price END) AS refixed
    FROM target t CROSS JOIN LATERAL (
      SELECT CASE before_price_type WHEN 0 THEN before_calculated_price WHEN 1 THEN NULL ELSE before_manual_price END AS old_price,
             CASE price_type WHEN 0 THEN calculated_price WHEN 1 THEN NULL ELSE manual_price END AS new_price) p
), updated AS (
  UPDATE price_item i
     SET pe_cluster = m.pe_cluster, vh_cluster = m.vh_cluster, units = m.units, avp = m.avp, aep = m.aep, vhp = m.vhp, price_min = m.price_min, price_avg = m.price_avg, price_max = m.price_max, calculated_price = m.calculated_price, manual_price = m.manual_price, price_type = m.price_type,
         price_old = CASE WHEN m.effective THEN m.old_price ELSE i.price_old END,
         changed_at = CASE WHEN m.effective THEN $11 ELSE i.changed_at END,
         changed_version = CASE WHEN m.effective THEN $12 ELSE i.changed_version END,
         review_due = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.spread THEN r.day + 1 + m.pzn::int % (r.due - r.day) ELSE r.due END ELSE i.review_due END END, review_since = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN r.day ELSE i.review_since END END, review_reminds = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN NULL::boolean ELSE i.review_reminds END END, review_aep = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.aep END ELSE i.review_aep END END, review_avp = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.avp END ELSE i.review_avp END END, review_umfeld = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.price_avg END ELSE i.review_umfeld END END
    FROM moved m, review_period r
   WHERE i.apo_id = $13 AND i.product_group = $14 AND i.pzn = m.pzn AND i.pzn = ANY($15::text[])
     AND m.listed AND m.price_type IS NOT NULL AND m.issue IS NULL
     AND (m.effective OR (m.before_pe_cluster, m.before_vh_cluster, m.before_units, m.before_avp, m.before_aep, m.before_vhp, m.before_price_min, m.before_price_avg, m.before_price_max, m.before_calculated_price, m.before_manual_price, m.before_price_type)
                         IS DISTINCT FROM (m.pe_cluster, m.vh_cluster, m.units, m.avp, m.aep, m.vhp, m.price_min, m.price_avg, m.price_max, m.calculated_price, m.manual_price, m.price_type))
), added AS (
  INSERT INTO price_item (apo_id, pzn, product_group, pe_cluster, vh_cluster, units, avp, aep, vhp, price_min, price_avg, price_max, calculated_price, manual_price, price_type, price_old, changed_at, changed_version, review_due, review_since, review_reminds, review_aep, review_avp, review_umfeld)
  SELECT $16, pzn, $17, pe_cluster, vh_cluster, units, avp, aep, vhp, price_min, price_avg, price_max, calculated_price, manual_price, price_type, price_old, coalesce(changed_at, $18), $19,
         CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.spread THEN r.day + 1 + m.pzn::int % (r.due - r.day) ELSE r.due END ELSE NULL END END, CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN r.day ELSE NULL END END, CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN NULL::boolean ELSE NULL END END, CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.aep END ELSE NULL END END, CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.avp END ELSE NULL END END, CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.price_avg END ELSE NULL END END
    FROM moved m, review_period r WHERE NOT listed AND effective ORDER BY pzn
), recorded AS (
  INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, actor, avp, old_price, new_price,
                            old_type, new_type, list_version, history_id, reason)
  SELECT $20, pzn, $21, $22, $23, $24, $25, coalesce(avp, before_avp), old_price, new_price,
         before_price_type, price_type, $26, $27, reason
    FROM moved WHERE effective ORDER BY pzn
)
SELECT count(*) FILTER (WHERE effective)::int AS changed, count(price_type)::int AS listed,
       count(*) FILTER (WHERE listed AND price_type IS NULL)::int AS removed,
       coalesce(bool_or((before_price_type = 1) IS DISTINCT FROM (price_type = 1)), false) AS "newCounts",
       json_agg(json_build_object('pzn', pzn, 'issue', issue) ORDER BY pzn) FILTER (WHERE issue IS NOT NULL) AS issues,
       NULL::json AS moves, NULL::json AS beneath
  FROM moved;
