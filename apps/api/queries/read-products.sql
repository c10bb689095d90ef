SELECT coalesce((SELECT (SELECT json_build_object(
'pzn', coalesce(json_agg(pzn), '[]'), 'name', coalesce(json_agg(name), '[]'), 'content', coalesce(json_agg(content), '[]'), 'producer', coalesce(json_agg(producer), '[]'),
'brand', coalesce(json_agg(brand), '[]'), 'normSize', coalesce(json_agg(norm_size), '[]'), 'atc', coalesce(json_agg(atc), '[]'),
'vatPercent', coalesce(json_agg(vat_percent), '[]')) FROM (SELECT * FROM product WHERE pzn BETWEEN '01000000' AND '01999999' ORDER BY pzn) listed)::text
     FROM product_block WHERE block = '01' AND version = 9), 'null');
