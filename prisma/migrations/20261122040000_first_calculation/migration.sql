-- Whether an LZD arrived while its list was empty: it is then a first calculation, else a recalculation, whatever its choice
-- to reset or to update (specification 1). Kept, since the list exists once it is approved.
ALTER TABLE "price_update" ADD COLUMN "first_calculation" BOOLEAN NOT NULL DEFAULT false;

-- Of those there are, approved ones say it by what was listed before; the others by their list as it is.
UPDATE price_update u SET first_calculation = true
 WHERE u.kind = 'LZD'
   AND NOT EXISTS (SELECT FROM price_update e WHERE e.apo_id = u.apo_id AND e.product_group = u.product_group
                      AND e.status > 0 AND e.id < u.id)
   AND CASE WHEN u.status > 0
         THEN NOT EXISTS (SELECT FROM price_update_outcome o WHERE o.update_id = u.id AND o.listed)
         ELSE NOT EXISTS (SELECT FROM price_item i WHERE i.apo_id = u.apo_id AND i.product_group = u.product_group) END;
