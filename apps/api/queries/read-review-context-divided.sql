SELECT json_build_object('version', u.version, 'listVersion', coalesce(v.version, 0),
         'columns', (SELECT json_build_object('effectivePrice', coalesce(json_agg((price * 100)::int), '[]'), 'calculatedPrice', coalesce(json_agg((calculated_price * 100)::int), '[]'), 'priceType', coalesce(json_agg(price_type), '[]'), 'ownPrice', coalesce(json_agg((manual_price * 100)::int), '[]'), 'aep', coalesce(json_agg((aep * 100)::int), '[]'), 'avp', coalesce(json_agg((avp * 100)::int), '[]'), 'vhp', coalesce(json_agg((vhp * 100)::int), '[]'), 'units', coalesce(json_agg(units), '[]'), 'priceMin', coalesce(json_agg((price_min * 100)::int), '[]'), 'priceAvg', coalesce(json_agg((price_avg * 100)::int), '[]'), 'priceMax', coalesce(json_agg((price_max * 100)::int), '[]'), 'date', coalesce(json_agg(floor(extract(epoch FROM changed_at))::bigint), '[]'), 'deliveredPriceMin', coalesce(json_agg((delivered_min * 100)::int), '[]'), 'deliveredPriceMax', coalesce(json_agg((delivered_max * 100)::int), '[]')) FROM (
           SELECT i.*, u.price_min AS delivered_min, u.price_max AS delivered_max FROM price_update_item u LEFT JOIN (SELECT *, CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END AS price FROM (SELECT i.pzn, pe_cluster, vh_cluster, units, avp, aep, vhp, price_min, price_avg, price_max, calculated_price, manual_price, price_type, period_end, base_type, base_price, period_since, price_old, changed_at FROM price_update_outcome i WHERE i.apo_id = 1 AND i.update_id = 4 AND i.price_type IS NOT NULL UNION ALL
SELECT i.pzn, pe_cluster, vh_cluster, units, avp, aep, vhp, price_min, price_avg, price_max, calculated_price, manual_price, price_type, period_end, base_type, base_price, period_since, price_old, changed_at FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC' AND NOT EXISTS (
  SELECT FROM price_update_outcome o WHERE o.apo_id = 1 AND o.update_id = 4 AND o.pzn = i.pzn)) i WHERE true) i USING (pzn)
            WHERE u.apo_id = 1 AND u.update_id = 4 ORDER BY u.pzn) items),
         'listEndings', (SELECT json_agg(coalesce(n, 0) ORDER BY digit) FROM generate_series(0, 9) AS digit LEFT JOIN (
           SELECT (CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END * 100)::int % 10 AS digit, count(*) AS n FROM (SELECT i.pzn, pe_cluster, vh_cluster, units, avp, aep, vhp, price_min, price_avg, price_max, calculated_price, manual_price, price_type, period_end, base_type, base_price, period_since, price_old, changed_at FROM price_update_outcome i WHERE i.apo_id = 1 AND i.update_id = 4 AND i.price_type IS NOT NULL UNION ALL
SELECT i.pzn, pe_cluster, vh_cluster, units, avp, aep, vhp, price_min, price_avg, price_max, calculated_price, manual_price, price_type, period_end, base_type, base_price, period_since, price_old, changed_at FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC' AND NOT EXISTS (
  SELECT FROM price_update_outcome o WHERE o.apo_id = 1 AND o.update_id = 4 AND o.pzn = i.pzn)) i WHERE true GROUP BY 1) counted USING (digit)),
         'delivery', json_build_object('arrivedAt', floor(extract(epoch FROM (u.created_at)::timestamptz))::bigint,
'priceToAvp', NULL::float8,
'formerChanges', (SELECT coalesce(json_agg(changed ORDER BY approved_at DESC), '[]') FROM (
  SELECT effect_rows + effect_missing AS changed, approved_at FROM price_update f
   WHERE f.apo_id = 1 AND f.product_group = 'OTC' AND f.kind = 'MDP' AND f.status = 1 AND f.id <> 4
     AND f.effect_rows IS NOT NULL
   ORDER BY approved_at DESC LIMIT 6) former)),
         'leaving', NULL::json,
         'guardrails', '{"minMarginPercent":null,"maxChangePercent":null,"maxAboveAvpPercent":null,"minAboveAepPercent":null,"maxAboveUmfeldPercent":null,"maxBelowUmfeldPercent":null,"holdOnBreach":false}'::jsonb || coalesce(v.guardrails::jsonb, '{}'))::text
  FROM price_update u LEFT JOIN list_version v USING (apo_id, product_group) WHERE u.apo_id = 1 AND u.id = 4;
