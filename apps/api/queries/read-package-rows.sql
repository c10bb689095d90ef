SELECT json_build_object('version', (SELECT version FROM price_update WHERE apo_id = 1 AND id = 4),
  'listVersion', coalesce((SELECT version FROM list_version WHERE apo_id = 1 AND product_group = 'OTC'), 0), 'products', (SELECT coalesce(json_agg((jsonb_build_object('pzn', pzn, 'name', name, 'producer', producer, 'brand', brand, 'content', content, 'normSize', norm_size,
'atc', atc, 'units', units, 'peCluster', pe_cluster, 'vhCluster', vh_cluster, 'avpOld', avp_old,
'truePrice', true_price, 'truePriceOld', true_price_old, 'negative', price_type,
'priceEdit', own_price, 'editedPrice', edited_price, 'editedPermanent', edited_permanent,
'editedIgnore', edited_ignore,
'permanentPrice', edited_permanent,
'editedNegative', CASE WHEN coalesce(edited_price::text, edited_permanent::text, edited_ignore::text) IS NULL THEN NULL
  WHEN edited_ignore THEN 1 WHEN edited_price IS NULL THEN 0 WHEN edited_permanent THEN 3 ELSE 2 END,
'inactive', is_inactive) || jsonb_build_object('avpNew', avp, 'deviationAvp', round((coalesce(edited_price, true_price) - avp) * 100 / nullif(avp, 0), 1)))::json), '[]') FROM (SELECT p.name, p.content, p.producer, p.brand, p.norm_size, p.atc, p.vat_percent, u.*, coalesce(i.price_type, 0::smallint) AS price_type, CASE WHEN coalesce(i.price_type, 0::smallint) IN (2, 3) THEN i.manual_price END AS own_price,
    u.inactive OR coalesce(i.product_group <> 'OTC', false) OR i.pzn IS NULL AS is_inactive FROM price_update_item u JOIN product p USING (pzn) LEFT JOIN price_item i ON i.apo_id = 1 AND i.pzn = u.pzn WHERE u.apo_id = 1 AND u.update_id = 4 ORDER BY u.pzn) items))::text;
