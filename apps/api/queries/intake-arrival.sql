WITH last AS (SELECT id FROM price_update WHERE apo_id = 1 AND product_group = 'OTC' AND kind = 'LZD' AND closed_how IS DISTINCT FROM 'deleted' ORDER BY id DESC LIMIT 1)
 SELECT (SELECT json_build_object('pzn', coalesce(json_agg(pzn), '[]'), 'name', coalesce(json_agg(name), '[]'), 'before', coalesce(json_agg((price * 100)::int), '[]'), 'calculatedBefore', coalesce(json_agg((calculated_price * 100)::int), '[]'), 'statedBefore', coalesce(json_agg((true_price_old * 100)::int), '[]'), 'calculatedPrice', coalesce(json_agg((true_price * 100)::int), '[]'), 'avp', coalesce(json_agg((avp * 100)::int), '[]'), 'formerAvp', coalesce(json_agg((avp_old * 100)::int), '[]'),
           'priceTypeBefore', coalesce(json_agg(price_type), '[]')) FROM (
           SELECT r.pzn, r.name, r.true_price, r.true_price_old, coalesce(r.avp, i.avp) AS avp, coalesce(r.avp_old, i.avp) AS avp_old,
                  i.price_type, i.calculated_price, i.price
             FROM intake_row r LEFT JOIN (
               SELECT i.pzn, i.avp, i.price_type, i.calculated_price, CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END AS price FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC') i USING (pzn)
            ORDER BY r.pzn) delivered) AS rows,
        json_build_object('arrivedAt', floor(extract(epoch FROM (NULL)::timestamptz))::bigint,
'priceToAvp', (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY price / avp)
FROM (SELECT CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END AS price, avp FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC') priced WHERE avp > 0 AND price IS NOT NULL),
'formerChanges', (SELECT coalesce(json_agg(changed ORDER BY approved_at DESC), '[]') FROM (
  SELECT effect_rows + effect_missing AS changed, approved_at FROM price_update f
   WHERE f.apo_id = 1 AND f.product_group = 'OTC' AND f.kind = 'LZD' AND f.status = 1 AND f.id <> 0
     AND f.effect_rows IS NOT NULL
   ORDER BY approved_at DESC LIMIT 6) former))::jsonb || jsonb_build_object('listCount', (
          SELECT count(*) FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC' AND CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END IS NOT NULL)) AS background,
        (SELECT json_build_object('pzn', coalesce(json_agg(r.pzn), '[]'), 'name', coalesce(json_agg(r.name), '[]'), 'knownName', coalesce(json_agg(p.name), '[]'), 'listedBefore', coalesce(json_agg((l.price_old * 100)::int), '[]'), 'file.price', coalesce(json_agg((r.true_price * 100)::int), '[]'), 'list.price', coalesce(json_agg((l.calculated_price * 100)::int), '[]'), 'file.base', coalesce(json_agg((r.true_price_old * 100)::int), '[]'), 'list.base', coalesce(json_agg((l.in_force * 100)::int), '[]'), 'file.avp', coalesce(json_agg((r.avp * 100)::int), '[]'), 'list.avp', coalesce(json_agg((l.avp * 100)::int), '[]'), 'file.aep', coalesce(json_agg((r.aep * 100)::int), '[]'), 'list.aep', coalesce(json_agg((l.aep * 100)::int), '[]'), 'file.vhp', coalesce(json_agg((r.vhp * 100)::int), '[]'), 'list.vhp', coalesce(json_agg((l.vhp * 100)::int), '[]'), 'file.umfeldMin', coalesce(json_agg((r.price_min * 100)::int), '[]'), 'list.umfeldMin', coalesce(json_agg((l.price_min * 100)::int), '[]'), 'file.umfeldAvg', coalesce(json_agg((r.ravp_regio * 100)::int), '[]'), 'list.umfeldAvg', coalesce(json_agg((l.price_avg * 100)::int), '[]'), 'file.umfeldMax', coalesce(json_agg((r.price_max * 100)::int), '[]'), 'list.umfeldMax', coalesce(json_agg((l.price_max * 100)::int), '[]'))
           FROM (SELECT * FROM intake_row WHERE line % 1 = 0) r LEFT JOIN product p USING (pzn)
           LEFT JOIN (SELECT i.*, CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END AS in_force FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC') l USING (pzn)) AS sample,
        (
          WITH item AS (
            SELECT u.position, r.pzn IS NOT NULL AS is_here FROM price_update_item u JOIN (SELECT pzn FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC') l USING (pzn)
              LEFT JOIN intake_row r USING (pzn)
             WHERE u.apo_id = 1 AND u.update_id = (SELECT id FROM last) AND NOT u.inactive)
          SELECT json_build_object('rows', count(*), 'missing', count(*) FILTER (WHERE NOT is_here),
                   'missingAtEnd', count(*) FILTER (WHERE position > coalesce((SELECT max(position) FROM item WHERE is_here), 0)))
            FROM item WHERE EXISTS (SELECT FROM last) HAVING count(*) > 0) AS last,
        (SELECT coalesce(json_agg(figures), '[]') FROM (
          SELECT arrival->'figures' AS figures FROM price_update WHERE apo_id = 1 AND product_group = 'OTC' AND kind = 'LZD' AND closed_how IS DISTINCT FROM 'deleted' AND arrival IS NOT NULL ORDER BY id DESC LIMIT 6) f) AS former;
