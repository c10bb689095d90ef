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
          SELECT count(*) FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC' AND CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END IS NOT NULL)) AS background;
