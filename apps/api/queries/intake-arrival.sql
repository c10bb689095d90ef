WITH last AS (SELECT id FROM price_update WHERE apo_id = 1 AND product_group = 'OTC' AND kind = 'LZD' AND closed_how IS DISTINCT FROM 'deleted' ORDER BY id DESC LIMIT 1),
      delivered AS MATERIALIZED (
        SELECT r.line, r.name, r.content, r.producer, r.vat_percent, r.avp_old, i.price_old, r.true_price AS price_file, i.calculated_price AS price_listed, r.true_price_old AS base_file, i.in_force AS base_listed, r.avp AS avp_file, i.avp AS avp_listed, r.aep AS aep_file, i.aep AS aep_listed, r.vhp AS vhp_file, i.vhp AS vhp_listed, r.price_min AS umfeldmin_file, i.price_min AS umfeldmin_listed, r.ravp_regio AS umfeldavg_file, i.price_avg AS umfeldavg_listed, r.price_max AS umfeldmax_file, i.price_max AS umfeldmax_listed, i.price_type, pzn
          FROM intake_row r LEFT JOIN (SELECT i.*, CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END AS in_force FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC') i USING (pzn) ORDER BY pzn)
 SELECT (SELECT json_build_object('pzn', coalesce(json_agg(pzn), '[]'), 'name', coalesce(json_agg(name), '[]'), 'before', coalesce(json_agg((base_listed * 100)::int), '[]'), 'calculatedBefore', coalesce(json_agg((price_listed * 100)::int), '[]'), 'statedBefore', coalesce(json_agg((base_file * 100)::int), '[]'), 'calculatedPrice', coalesce(json_agg((price_file * 100)::int), '[]'), 'avp', coalesce(json_agg((coalesce(avp_file, avp_listed) * 100)::int), '[]'), 'formerAvp', coalesce(json_agg((coalesce(avp_old, avp_listed) * 100)::int), '[]'), 'aep', coalesce(json_agg((aep_file * 100)::int), '[]'), 'formerAep', coalesce(json_agg((aep_listed * 100)::int), '[]'), 'listedBefore', coalesce(json_agg((price_old * 100)::int), '[]'),
           'priceTypeBefore', coalesce(json_agg(price_type), '[]')) FROM delivered) AS rows,
        json_build_object('arrivedAt', floor(extract(epoch FROM (NULL)::timestamptz))::bigint,
'priceToAvp', (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY price / avp)
FROM (SELECT CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END AS price, avp FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC') priced WHERE avp > 0 AND price IS NOT NULL),
'formerChanges', (SELECT coalesce(json_agg(changed ORDER BY approved_at DESC), '[]') FROM (
  SELECT effect_rows + effect_missing AS changed, approved_at FROM price_update f
   WHERE f.apo_id = 1 AND f.product_group = 'OTC' AND f.kind = 'LZD' AND f.status = 1 AND f.id <> 0
     AND f.effect_rows IS NOT NULL
   ORDER BY approved_at DESC LIMIT 6) former))::jsonb || jsonb_build_object('listCount', (
          SELECT coalesce(max(item_count), 0) FROM list_version WHERE apo_id = 1 AND product_group = 'OTC')) AS background,
        (SELECT json_build_object('pzn', coalesce(json_agg(d.pzn), '[]'), 'name', coalesce(json_agg(d.name), '[]'), 'content', coalesce(json_agg(d.content), '[]'), 'producer', coalesce(json_agg(d.producer), '[]'), 'vat', coalesce(json_agg(vat_percent), '[]'), 'avpOld', coalesce(json_agg((avp_old * 100)::int), '[]'), 'listedBefore', coalesce(json_agg((price_old * 100)::int), '[]'), 'file.price', coalesce(json_agg((price_file * 100)::int), '[]'), 'list.price', coalesce(json_agg((price_listed * 100)::int), '[]'), 'file.base', coalesce(json_agg((base_file * 100)::int), '[]'), 'list.base', coalesce(json_agg((base_listed * 100)::int), '[]'), 'file.avp', coalesce(json_agg((avp_file * 100)::int), '[]'), 'list.avp', coalesce(json_agg((avp_listed * 100)::int), '[]'), 'file.aep', coalesce(json_agg((aep_file * 100)::int), '[]'), 'list.aep', coalesce(json_agg((aep_listed * 100)::int), '[]'), 'file.vhp', coalesce(json_agg((vhp_file * 100)::int), '[]'), 'list.vhp', coalesce(json_agg((vhp_listed * 100)::int), '[]'), 'file.umfeldMin', coalesce(json_agg((umfeldmin_file * 100)::int), '[]'), 'list.umfeldMin', coalesce(json_agg((umfeldmin_listed * 100)::int), '[]'), 'file.umfeldAvg', coalesce(json_agg((umfeldavg_file * 100)::int), '[]'), 'list.umfeldAvg', coalesce(json_agg((umfeldavg_listed * 100)::int), '[]'), 'file.umfeldMax', coalesce(json_agg((umfeldmax_file * 100)::int), '[]'), 'list.umfeldMax', coalesce(json_agg((umfeldmax_listed * 100)::int), '[]'))
           FROM delivered d WHERE line % 1 = 0) AS sample,
        (
          WITH item AS MATERIALIZED (
            SELECT pzn, u.position, r.pzn IS NOT NULL AS is_here FROM price_update_item u LEFT JOIN intake_row r USING (pzn)
             WHERE u.apo_id = 1 AND u.update_id = (SELECT id FROM last) AND NOT u.inactive),
          here AS (SELECT count(*) AS rows, coalesce(max(position), 0) AS position FROM item WHERE is_here)
          SELECT json_build_object('rows', here.rows + count(gone.pzn), 'missing', count(gone.pzn),
                   'missingAtEnd', count(gone.pzn) FILTER (WHERE gone.position > here.position))
            FROM here LEFT JOIN (SELECT pzn, item.position FROM item JOIN (SELECT pzn FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC') l USING (pzn) WHERE NOT is_here) gone ON true
           WHERE EXISTS (SELECT FROM last) GROUP BY here.rows, here.position) AS last,
        (SELECT coalesce(json_agg(figures), '[]') FROM (
          SELECT arrival->'figures' AS figures FROM price_update WHERE apo_id = 1 AND product_group = 'OTC' AND kind = 'LZD' AND closed_how IS DISTINCT FROM 'deleted' AND arrival IS NOT NULL ORDER BY id DESC LIMIT 6) f) AS former,
        (SELECT id FROM last) AS "lastId",
        (SELECT json_build_object('pzn', coalesce(json_agg(pzn), '[]'), 'price', coalesce(json_agg((in_force * 100)::int), '[]'), 'base', coalesce(json_agg((in_force * 100)::int), '[]'), 'avp', coalesce(json_agg((avp * 100)::int), '[]'), 'aep', coalesce(json_agg((aep * 100)::int), '[]'), 'vhp', coalesce(json_agg((vhp * 100)::int), '[]'), 'umfeldMin', coalesce(json_agg((price_min * 100)::int), '[]'), 'umfeldAvg', coalesce(json_agg((price_avg * 100)::int), '[]'), 'umfeldMax', coalesce(json_agg((price_max * 100)::int), '[]')) FROM (SELECT i.*, CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END AS in_force FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC') l
          WHERE abs(hashtext(pzn)) % greatest(1, (SELECT max(item_count) FROM list_version
            WHERE apo_id = 1 AND product_group = 'OTC') / 500) = 0) AS usual,
        (SELECT coalesce(json_agg(DISTINCT c->>'check'), '[]') FROM delivery d, json_array_elements(d.checks::json) c
          WHERE d.apo_id = 1 AND d.product_group = 'OTC' AND d.kind = 'LZD' AND d.state = 'taken'
            AND c->>'result' = 'refused') AS "takenIn";
