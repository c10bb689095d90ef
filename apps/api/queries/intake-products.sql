INSERT INTO product (pzn, name, content, producer, brand, norm_size, atc, vat_percent, product_group)
SELECT p.pzn, coalesce(r.name, p.name), coalesce(r.content, p.content), coalesce(r.producer, p.producer), coalesce(r.brand, p.brand),
       coalesce(r.norm_size, p.norm_size), coalesce(r.atc, p.atc), coalesce(r.vat_percent, p.vat_percent), $1::text
  FROM intake_row r JOIN product p USING (pzn) WHERE (coalesce(r.name, p.name), coalesce(r.content, p.content), coalesce(r.producer, p.producer), coalesce(r.brand, p.brand),
       coalesce(r.norm_size, p.norm_size), coalesce(r.atc, p.atc), coalesce(r.vat_percent, p.vat_percent), $2::text) IS DISTINCT FROM (p.name, p.content, p.producer, p.brand, p.norm_size, p.atc, p.vat_percent, p.product_group)
ON CONFLICT (pzn) DO UPDATE
   SET name = excluded.name, content = excluded.content, producer = excluded.producer, brand = excluded.brand,
       norm_size = excluded.norm_size, atc = excluded.atc, vat_percent = excluded.vat_percent, product_group = excluded.product_group;
