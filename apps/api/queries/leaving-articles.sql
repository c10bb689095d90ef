SELECT (
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
  FROM list) AS leaving;
