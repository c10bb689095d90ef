WITH target AS (
  SELECT o.pzn AS pzn, i.pzn IS NOT NULL AS listed, NULL::text AS reason, NULL::text AS issue,
         i.pe_cluster AS before_pe_cluster, i.vh_cluster AS before_vh_cluster, i.units AS before_units, i.avp AS before_avp, i.aep AS before_aep, i.vhp AS before_vhp, i.price_min AS before_price_min, i.price_avg AS before_price_avg, i.price_max AS before_price_max, i.calculated_price AS before_calculated_price, i.manual_price AS before_manual_price, i.price_type AS before_price_type, i.period_end AS before_period_end, i.base_type AS before_base_type, i.base_price AS before_base_price, i.period_since AS before_period_since, i.price_old AS before_price_old, i.changed_at AS before_changed_at,
         o.pe_cluster AS pe_cluster, o.vh_cluster AS vh_cluster, o.units AS units, o.avp AS avp, o.aep AS aep, o.vhp AS vhp, o.price_min AS price_min, o.price_avg AS price_avg, o.price_max AS price_max, o.calculated_price AS calculated_price, coalesce(CASE WHEN p.pzn IS NOT NULL THEN p.price WHEN i.period_since = o.period_since THEN o.manual_price ELSE CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END, CASE WHEN o.base_type IS NULL THEN o.manual_price ELSE o.base_price END) AS manual_price, CASE WHEN (CASE WHEN p.pzn IS NOT NULL THEN p.price WHEN i.period_since = o.period_since THEN o.manual_price ELSE CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END) IS NOT NULL THEN 3::smallint ELSE coalesce(o.base_type, o.price_type) END AS price_type, CASE WHEN (CASE WHEN p.pzn IS NOT NULL THEN p.price WHEN i.period_since = o.period_since THEN o.manual_price ELSE CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END) IS NOT NULL THEN coalesce(p.ends_on, i.period_end) END AS period_end, CASE WHEN (CASE WHEN p.pzn IS NOT NULL THEN p.price WHEN i.period_since = o.period_since THEN o.manual_price ELSE CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END) IS NOT NULL THEN coalesce(o.base_type, o.price_type) END AS base_type, CASE WHEN (CASE WHEN p.pzn IS NOT NULL THEN p.price WHEN i.period_since = o.period_since THEN o.manual_price ELSE CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END) IS NOT NULL THEN CASE WHEN o.base_type IS NULL THEN o.manual_price ELSE o.base_price END END AS base_price, CASE WHEN (CASE WHEN p.pzn IS NOT NULL THEN p.price WHEN i.period_since = o.period_since THEN o.manual_price ELSE CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END END) IS NOT NULL THEN coalesce(p.since, i.period_since) END AS period_since, (NULL::price_item).price_old AS price_old, (NULL::price_item).changed_at AS changed_at
    FROM price_update_outcome o
    LEFT JOIN price_item i ON i.apo_id = $1 AND i.product_group = $2 AND i.pzn = o.pzn
    LEFT JOIN (SELECT pzn, price, ends_on, coalesce(began_version, $3::bigint) AS since FROM price_period
                WHERE apo_id = $4 AND id = ANY($5::bigint[]) OFFSET 0) p ON p.pzn = o.pzn
   WHERE o.apo_id = $6 AND o.update_id = $7  AND o.listed UNION ALL
  SELECT o.pzn AS pzn, i.pzn IS NOT NULL AS listed, NULL::text AS reason, NULL::text AS issue,
         i.pe_cluster AS before_pe_cluster, i.vh_cluster AS before_vh_cluster, i.units AS before_units, i.avp AS before_avp, i.aep AS before_aep, i.vhp AS before_vhp, i.price_min AS before_price_min, i.price_avg AS before_price_avg, i.price_max AS before_price_max, i.calculated_price AS before_calculated_price, i.manual_price AS before_manual_price, i.price_type AS before_price_type, i.period_end AS before_period_end, i.base_type AS before_base_type, i.base_price AS before_base_price, i.period_since AS before_period_since, i.price_old AS before_price_old, i.changed_at AS before_changed_at,
         (NULL::price_item).pe_cluster AS pe_cluster, (NULL::price_item).vh_cluster AS vh_cluster, (NULL::price_item).units AS units, (NULL::price_item).avp AS avp, (NULL::price_item).aep AS aep, (NULL::price_item).vhp AS vhp, (NULL::price_item).price_min AS price_min, (NULL::price_item).price_avg AS price_avg, (NULL::price_item).price_max AS price_max, (NULL::price_item).calculated_price AS calculated_price, (NULL::price_item).manual_price AS manual_price, (NULL::price_item).price_type AS price_type, (NULL::price_item).period_end AS period_end, (NULL::price_item).base_type AS base_type, (NULL::price_item).base_price AS base_price, (NULL::price_item).period_since AS period_since, (NULL::price_item).price_old AS price_old, (NULL::price_item).changed_at AS changed_at
    FROM price_update_outcome o
    LEFT JOIN price_item i ON i.apo_id = $8 AND i.product_group = $9 AND i.pzn = o.pzn
    LEFT JOIN (SELECT pzn, price, ends_on, coalesce(began_version, $10::bigint) AS since FROM price_period
                WHERE apo_id = $11 AND id = ANY($12::bigint[]) OFFSET 0) p ON p.pzn = o.pzn
   WHERE o.apo_id = $13 AND o.update_id = $14  AND NOT o.listed
), review_period AS (
  SELECT CASE WHEN review_months IS NOT NULL THEN $15::date END AS day, ($16::date + make_interval(months => review_months))::date AS due,
         true AS spread
    FROM pharmacy WHERE apo_id = $17
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
         changed_at = CASE WHEN m.effective THEN $18 ELSE i.changed_at END,
         changed_version = CASE WHEN m.effective THEN $19 ELSE i.changed_version END,
         review_due = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.spread THEN r.day + 1 + m.pzn::int % (r.due - r.day) ELSE r.due END ELSE i.review_due END END, review_since = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN r.day ELSE i.review_since END END, review_reminds = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN NULL::boolean ELSE i.review_reminds END END, review_aep = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.aep END ELSE i.review_aep END END, review_avp = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.avp END ELSE i.review_avp END END, review_umfeld = CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.price_avg END ELSE i.review_umfeld END END
    FROM moved m, review_period r
   WHERE i.apo_id = $20 AND i.product_group = $21 AND i.pzn = m.pzn
     AND m.listed AND m.price_type IS NOT NULL AND m.issue IS NULL
     AND (m.effective OR (m.before_pe_cluster, m.before_vh_cluster, m.before_units, m.before_avp, m.before_aep, m.before_vhp, m.before_price_min, m.before_price_avg, m.before_price_max, m.before_calculated_price, m.before_manual_price, m.before_price_type, m.before_period_end, m.before_base_type, m.before_base_price, m.before_period_since)
                         IS DISTINCT FROM (m.pe_cluster, m.vh_cluster, m.units, m.avp, m.aep, m.vhp, m.price_min, m.price_avg, m.price_max, m.calculated_price, m.manual_price, m.price_type, m.period_end, m.base_type, m.base_price, m.period_since))
), added AS (
  INSERT INTO price_item (apo_id, pzn, product_group, pe_cluster, vh_cluster, units, avp, aep, vhp, price_min, price_avg, price_max, calculated_price, manual_price, price_type, period_end, base_type, base_price, period_since, price_old, changed_at, changed_version, review_due, review_since, review_reminds, review_aep, review_avp, review_umfeld)
  SELECT $22, pzn, $23, pe_cluster, vh_cluster, units, avp, aep, vhp, price_min, price_avg, price_max, calculated_price, manual_price, price_type, period_end, base_type, base_price, period_since, price_old, coalesce(changed_at, $24), $25,
         CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.spread THEN r.day + 1 + m.pzn::int % (r.due - r.day) ELSE r.due END ELSE NULL END END, CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN r.day ELSE NULL END END, CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN NULL::boolean ELSE NULL END END, CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.aep END ELSE NULL END END, CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.avp END ELSE NULL END END, CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN CASE WHEN r.day IS NOT NULL THEN m.price_avg END ELSE NULL END END
    FROM moved m, review_period r WHERE NOT listed AND effective ORDER BY pzn
), removed AS (
  DELETE FROM price_item i USING moved m
   WHERE i.apo_id = $26 AND i.product_group = $27 AND i.pzn = m.pzn AND m.listed AND m.price_type IS NULL
), recorded AS (
  INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, actor, avp, old_price, new_price,
                            old_type, new_type, list_version, history_id, reason)
  SELECT $28, pzn, $29, $30, $31, $32, $33, coalesce(avp, before_avp), old_price, new_price,
         before_price_type, price_type, $34, $35, reason
    FROM moved WHERE effective ORDER BY pzn
), periods AS (
  UPDATE price_period p
     SET state = CASE WHEN coalesce(p.began_version = m.period_since, false) THEN 'running' ELSE 'ended' END,
         price = CASE WHEN coalesce(p.began_version = m.period_since, false) THEN m.manual_price ELSE p.price END,
         ends_on = CASE WHEN coalesce(p.began_version = m.period_since, false) THEN m.period_end ELSE p.ends_on END,
         base_type = CASE WHEN NOT coalesce(p.began_version = m.period_since, false) THEN m.before_base_type ELSE p.base_type END,
         base_price = CASE WHEN NOT coalesce(p.began_version = m.period_since, false) THEN m.before_base_price ELSE p.base_price END,
         edges = CASE WHEN p.state = 'ended' THEN p.edges || p.ended_version || $36::bigint ELSE p.edges END,
         ended_version = CASE WHEN NOT coalesce(p.began_version = m.period_since, false) THEN $37::bigint END,
         ended_at = CASE WHEN NOT coalesce(p.began_version = m.period_since, false) THEN $38::timestamptz END,
         ended_by = CASE WHEN NOT coalesce(p.began_version = m.period_since, false) THEN $39 END
    FROM moved m
   WHERE p.apo_id = $40 AND p.product_group = $41 AND p.pzn = m.pzn AND m.issue IS NULL
     AND CASE p.state
           WHEN 'running' THEN (m.period_since, m.manual_price, m.period_end) IS DISTINCT FROM (p.began_version, p.price, p.ends_on)
           WHEN 'ended' THEN p.ends_on IS NOT NULL AND p.began_version = m.period_since
           ELSE m.price_type IS NULL OR m.price_type = 1 AND coalesce(m.before_base_type, m.before_price_type, 0) <> 1 AND NOT $42 END
), given_back AS (
  UPDATE price_period p
     SET state = CASE WHEN b.runs THEN 'running' ELSE 'coming' END, ended_version = NULL, ended_at = NULL, ended_by = NULL,
         began_version = CASE WHEN b.runs THEN $43::bigint END, began_at = CASE WHEN b.runs THEN $44::timestamptz END,
         base_type = CASE WHEN b.runs THEN (SELECT m.base_type FROM moved m WHERE m.pzn = p.pzn) ELSE p.base_type END, base_price = CASE WHEN b.runs THEN (SELECT m.base_price FROM moved m WHERE m.pzn = p.pzn) ELSE p.base_price END,
         edges = p.edges || p.ended_version || $45::bigint
    FROM (SELECT id, id = ANY($46::bigint[]) AS runs FROM unnest($47::bigint[]) AS b(id)) b
   WHERE p.apo_id = $48 AND p.id = b.id AND p.state = 'ended'
)
SELECT count(*) FILTER (WHERE effective)::int AS changed, count(price_type)::int AS listed,
       count(*) FILTER (WHERE listed AND price_type IS NULL)::int AS removed,
       coalesce(bool_or((before_price_type = 1) IS DISTINCT FROM (price_type = 1)), false) AS "newCounts",
       json_agg(json_build_object('pzn', pzn, 'issue', issue) ORDER BY pzn) FILTER (WHERE issue IS NOT NULL) AS issues,
       NULL::json AS moves, json_agg(pzn ORDER BY pzn) FILTER (
         WHERE NOT effective AND (before_base_type, CASE before_base_type WHEN 0 THEN before_calculated_price WHEN 1 THEN NULL ELSE before_base_price END) IS DISTINCT FROM (base_type, CASE base_type WHEN 0 THEN calculated_price WHEN 1 THEN NULL ELSE base_price END)
           AND (before_base_type, CASE before_base_type WHEN 0 THEN before_calculated_price WHEN 1 THEN NULL ELSE before_base_price END) IS DISTINCT FROM (before_price_type, before_manual_price)) AS beneath
  FROM moved;
