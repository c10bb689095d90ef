SELECT json_build_object('version', coalesce((SELECT version FROM list_version WHERE apo_id = 1 AND product_group = 'OTC'), 0), 'pricelist', (SELECT coalesce(json_agg(json_build_object(
'pzn', pzn, 'name', name, 'content', content, 'producer', producer, 'brand', brand, 'normSize', norm_size,
'atc', atc, 'peCluster', pe_cluster, 'vhCluster', vh_cluster, 'units', units, 'avp', avp, 'aep', aep, 'vhp', vhp,
'priceMin', price_min, 'priceAvg', price_avg, 'priceMax', price_max,
'priceNew', calculated_price, 'priceOld', price_old, 'priceEdit', manual_price,
'date', to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'negative', price_type,
'diffAvp', round((coalesce(manual_price, calculated_price) - avp) * 100 / nullif(avp, 0), 1), 'diffAep', round((coalesce(manual_price, calculated_price) - aep) * 100 / nullif(aep, 0), 1), 'diffVhp', round((coalesce(manual_price, calculated_price) - vhp) * 100 / nullif(vhp, 0), 1),
'diffRpMin', round((coalesce(manual_price, calculated_price) - price_min) * 100 / nullif(price_min, 0), 1), 'diffRpAvg', round((coalesce(manual_price, calculated_price) - price_avg) * 100 / nullif(price_avg, 0), 1),
'diffRpMax', round((coalesce(manual_price, calculated_price) - price_max) * 100 / nullif(price_max, 0), 1))), '[]') FROM (
SELECT * FROM price_item i JOIN product p USING (pzn) WHERE i.apo_id = 1 AND i.product_group = 'OTC' ORDER BY i.pzn) items))::text;
