-- How a package was closed without an approval: by staff ('deleted'), by a newer one ('replaced') or by the clock ('expired').
-- What staff have deleted may be delivered again; all else stays known, so that a late retry never displaces a newer package.
ALTER TABLE "price_update" ADD COLUMN "closed_how" TEXT;
UPDATE price_update
   SET closed_how = CASE WHEN closed_reason LIKE 'ersetzt durch %' THEN 'replaced'
                         WHEN closed_reason LIKE 'automatisch gelöscht%' THEN 'expired' ELSE 'deleted' END
 WHERE status = -1;
ALTER TABLE price_update
  ADD CONSTRAINT price_update_closed_how CHECK (closed_how IN ('deleted', 'replaced', 'expired'));

-- Of uploads by hand too, each of which is a package of its own: so that they can say that the file was here before.
ALTER TABLE "price_update" ADD COLUMN "file_hash" TEXT;
UPDATE price_update SET file_hash = delivery_hash;

-- The same delivery is one package, those that staff deleted aside.
DROP INDEX "price_update_delivery";
CREATE UNIQUE INDEX price_update_delivery ON price_update (apo_id, product_group, kind, delivery_hash)
  WHERE closed_how IS DISTINCT FROM 'deleted';
CREATE INDEX price_update_files ON price_update (apo_id, product_group, kind, file_hash) WHERE file_hash IS NOT NULL;
