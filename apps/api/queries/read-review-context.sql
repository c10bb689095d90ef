SELECT json_build_object('version', u.version, 'listVersion', coalesce(v.version, 0),
         'columns', (SELECT json_build_object('effectivePrice', coalesce(json_agg((price * 100)::int), '[]'), 'calculatedPrice', coalesce(json_agg((calculated_price * 100)::int), '[]'), 'priceType', coalesce(json_agg(price_type), '[]'), 'ownPrice', coalesce(json_agg((manual_price * 100)::int), '[]'), 'aep', coalesce(json_agg((aep * 100)::int), '[]'), 'avp', coalesce(json_agg((avp * 100)::int), '[]'), 'vhp', coalesce(json_agg((vhp * 100)::int), '[]'), 'units', coalesce(json_agg(units), '[]'), 'priceMin', coalesce(json_agg((price_min * 100)::int), '[]'), 'priceAvg', coalesce(json_agg((price_avg * 100)::int), '[]'), 'priceMax', coalesce(json_agg((price_max * 100)::int), '[]'), 'date', coalesce(json_agg(floor(extract(epoch FROM changed_at))::bigint), '[]'), 'deliveredPriceMin', coalesce(json_agg((delivered_min * 100)::int), '[]'), 'deliveredPriceMax', coalesce(json_agg((delivered_max * 100)::int), '[]')) FROM (
           SELECT i.*, u.price_min AS delivered_min, u.price_max AS delivered_max FROM price_update_item u LEFT JOIN (SELECT *, CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END AS price FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC') i USING (pzn)
            WHERE u.apo_id = 1 AND u.update_id = 4 ORDER BY u.pzn) items),
         'listEndings', (SELECT json_agg(coalesce(n, 0) ORDER BY digit) FROM generate_series(0, 9) AS digit LEFT JOIN (
           SELECT (CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END * 100)::int % 10 AS digit, count(*) AS n FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC' GROUP BY 1) counted USING (digit)),
         'delivery', json_build_object('arrivedAt', floor(extract(epoch FROM (u.created_at)::timestamptz))::bigint,
'priceToAvp', (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY price / avp)
FROM (SELECT CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END AS price, avp FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC') priced WHERE avp > 0 AND price IS NOT NULL),
'formerChanges', (SELECT coalesce(json_agg(changed ORDER BY approved_at DESC), '[]') FROM (
  SELECT effect_rows + effect_missing AS changed, approved_at FROM price_update f
   WHERE f.apo_id = 1 AND f.product_group = 'OTC' AND f.kind = 'LZD' AND f.status = 1 AND f.id <> 4
     AND f.effect_rows IS NOT NULL
   ORDER BY approved_at DESC LIMIT 6) former))::jsonb || jsonb_build_object('onArrival', coalesce(u.arrival->'doubts', '[]')),
         'leaving', (
WITH list AS MATERIALIZED (
  SELECT pzn, price_type, price, period_end, u.pzn IS NULL AS leaves
    FROM (SELECT pzn, price_type, period_end, CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END AS price FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC') i
    LEFT JOIN (SELECT pzn FROM price_update_item
WHERE apo_id = 1 AND update_id = 4 AND NOT inactive) u USING (pzn))
SELECT json_build_object('count', count(*) FILTER (WHERE leaves), 'listCount', count(*),
         'ownPrices', count(*) FILTER (WHERE price_type = 2), 'permanentPrices', count(*) FILTER (WHERE price_type = 3 AND period_end IS NULL),
         'exclusions', count(*) FILTER (WHERE price_type = 1), 'periods', count(period_end) + (SELECT count(*) FROM price_period WHERE apo_id = 1 AND product_group = 'OTC' AND state = 'coming'), 'approvedInParts', (SELECT coalesce(sum(a.row_count), 0) FROM price_update o JOIN price_update_approval a ON a.apo_id = o.apo_id AND a.update_id = o.id
          WHERE o.apo_id = 1 AND o.product_group = 'OTC' AND o.status = 0), 'articles', (
           SELECT json_build_object('pzn', coalesce(json_agg(pzn), '[]'), 'name', coalesce(json_agg(name), '[]'),
                    'effectivePrice', coalesce(json_agg((price * 100)::int), '[]'),
                    'priceType', coalesce(json_agg(price_type), '[]'))
             FROM (SELECT pzn, name, price, price_type FROM list JOIN product USING (pzn) WHERE leaves
                    ORDER BY name COLLATE de_portal_numeric, pzn ) articles))
  FROM list),
         'guardrails', '{"minMarginPercent":null,"maxChangePercent":null,"maxAboveAvpPercent":null,"minAboveAepPercent":null,"maxAboveUmfeldPercent":null,"maxBelowUmfeldPercent":null,"holdOnBreach":false}'::jsonb || coalesce(v.guardrails::jsonb, '{}'))::text
  FROM price_update u LEFT JOIN list_version v USING (apo_id, product_group) WHERE u.apo_id = 1 AND u.id = 4;
