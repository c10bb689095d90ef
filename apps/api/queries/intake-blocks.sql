INSERT INTO product_block (block, version)
SELECT DISTINCT left(r.pzn, 2), master.version
  FROM product_master master, intake_row r LEFT JOIN product p USING (pzn)
 WHERE p.pzn IS NULL OR ($1::bool AND (coalesce(r.name, p.name), coalesce(r.producer, p.producer), coalesce(r.content, p.content), coalesce(r.brand, p.brand), coalesce(r.norm_size, p.norm_size), coalesce(r.atc, p.atc), coalesce(r.vat_percent, p.vat_percent), $2::text) IS DISTINCT FROM (p.name, p.producer, p.content, p.brand, p.norm_size, p.atc, p.vat_percent, p.product_group))
ON CONFLICT (block) DO UPDATE SET version = excluded.version;
