SELECT concat(json_build_object('version', coalesce((SELECT version FROM list_version WHERE apo_id = 1 AND product_group = 'OTC'), 0), 'count', coalesce(sum(n), 0)), E'\n', coalesce(
           string_agg(json, E'\n' ORDER BY piece),
           (SELECT json_build_object(
'pzn', coalesce(json_agg(pzn), '[]'), 'name', coalesce(json_agg(name), '[]'), 'content', coalesce(json_agg(content), '[]'), 'producer', coalesce(json_agg(producer), '[]'),
'brand', coalesce(json_agg(brand), '[]'), 'normSize', coalesce(json_agg(norm_size), '[]'), 'atc', coalesce(json_agg(atc), '[]'),
'vatPercent', coalesce(json_agg(vat_percent), '[]'))::text FROM (SELECT p.* FROM price_item i JOIN product p USING (pzn) WHERE i.apo_id = 1 AND i.product_group = 'OTC' ORDER BY i.pzn LIMIT 0) none)))
    FROM (SELECT piece, count(*) AS n, json_build_object(
'pzn', coalesce(json_agg(pzn), '[]'), 'name', coalesce(json_agg(name), '[]'), 'content', coalesce(json_agg(content), '[]'), 'producer', coalesce(json_agg(producer), '[]'),
'brand', coalesce(json_agg(brand), '[]'), 'normSize', coalesce(json_agg(norm_size), '[]'), 'atc', coalesce(json_agg(atc), '[]'),
'vatPercent', coalesce(json_agg(vat_percent), '[]'))::text AS json
            FROM (SELECT *, (row_number() OVER () + -1) / 500 AS piece FROM (SELECT p.* FROM price_item i JOIN product p USING (pzn) WHERE i.apo_id = 1 AND i.product_group = 'OTC' ORDER BY i.pzn) listed) numbered
           GROUP BY piece) pieces;

SELECT concat(json_build_object('version', coalesce((SELECT version FROM list_version WHERE apo_id = 1 AND product_group = 'OTC'), 0), 'count', coalesce(sum(n), 0)), E'\n', coalesce(
       string_agg(json, E'\n' ORDER BY piece),
       (SELECT json_build_object('peCluster', coalesce(json_agg(pe_cluster), '[]'), 'vhCluster', coalesce(json_agg(vh_cluster), '[]'), 'units', coalesce(json_agg(units), '[]'), 'date', coalesce(json_agg(floor(extract(epoch FROM changed_at))::bigint), '[]'), 'priceType', coalesce(json_agg(price_type), '[]'), 'ownPrice', coalesce(json_agg((manual_price * 100)::int), '[]'), 'formerPrice', coalesce(json_agg((price_old * 100)::int), '[]'), 'avp', coalesce(json_agg((avp * 100)::int), '[]'), 'aep', coalesce(json_agg((aep * 100)::int), '[]'), 'vhp', coalesce(json_agg((vhp * 100)::int), '[]'), 'priceMin', coalesce(json_agg((price_min * 100)::int), '[]'), 'priceAvg', coalesce(json_agg((price_avg * 100)::int), '[]'), 'priceMax', coalesce(json_agg((price_max * 100)::int), '[]'), 'calculatedPrice', coalesce(json_agg((calculated_price * 100)::int), '[]'))::text FROM (SELECT * FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC' ORDER BY i.pzn LIMIT 0) none)))
FROM (SELECT piece, count(*) AS n, json_build_object('peCluster', coalesce(json_agg(pe_cluster), '[]'), 'vhCluster', coalesce(json_agg(vh_cluster), '[]'), 'units', coalesce(json_agg(units), '[]'), 'date', coalesce(json_agg(floor(extract(epoch FROM changed_at))::bigint), '[]'), 'priceType', coalesce(json_agg(price_type), '[]'), 'ownPrice', coalesce(json_agg((manual_price * 100)::int), '[]'), 'formerPrice', coalesce(json_agg((price_old * 100)::int), '[]'), 'avp', coalesce(json_agg((avp * 100)::int), '[]'), 'aep', coalesce(json_agg((aep * 100)::int), '[]'), 'vhp', coalesce(json_agg((vhp * 100)::int), '[]'), 'priceMin', coalesce(json_agg((price_min * 100)::int), '[]'), 'priceAvg', coalesce(json_agg((price_avg * 100)::int), '[]'), 'priceMax', coalesce(json_agg((price_max * 100)::int), '[]'), 'calculatedPrice', coalesce(json_agg((calculated_price * 100)::int), '[]'))::text AS json
        FROM (SELECT *, (row_number() OVER () + -1) / 500 AS piece FROM (SELECT * FROM price_item i WHERE i.apo_id = 1 AND i.product_group = 'OTC' ORDER BY i.pzn) listed) numbered
       GROUP BY piece) pieces;
