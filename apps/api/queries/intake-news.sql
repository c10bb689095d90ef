SELECT coalesce(bool_or(p.pzn IS NOT NULL AND (coalesce(r.name, p.name), coalesce(r.producer, p.producer), coalesce(r.content, p.content), coalesce(r.brand, p.brand), coalesce(r.norm_size, p.norm_size), coalesce(r.atc, p.atc), coalesce(r.vat_percent, p.vat_percent), $1::text) IS DISTINCT FROM (p.name, p.producer, p.content, p.brand, p.norm_size, p.atc, p.vat_percent, p.product_group)), false) AS changes,
     coalesce(bool_or(p.pzn IS NULL), false) AS fresh
FROM intake_row r LEFT JOIN product p USING (pzn);
