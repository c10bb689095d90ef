-- The group a product belongs to: an import tells by it a product of another group from a new exclusion. Null for products
-- that came without one. What is listed or delivered already says it; the latest delivery wins.
ALTER TABLE "product" ADD COLUMN "product_group" TEXT;
ALTER TABLE product ADD CONSTRAINT product_group CHECK (product_group IN ('OTC', 'FREIWAHL', 'HILFSMITTEL'));

UPDATE product p SET product_group = known.product_group
  FROM (
    SELECT DISTINCT ON (pzn) pzn, product_group
      FROM (
        SELECT i.pzn, u.product_group, u.id AS delivery FROM price_update_item i JOIN price_update u ON u.id = i.update_id
        UNION ALL
        SELECT pzn, product_group, 0 FROM price_item
      ) sources
     ORDER BY pzn, delivery DESC
  ) known
 WHERE p.pzn = known.pzn;
