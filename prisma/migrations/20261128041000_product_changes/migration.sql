-- What a package changes of known products, or would (rule 20.22). The former build leaves it as it is.

-- transaction
ALTER TABLE price_update ADD COLUMN IF NOT EXISTS "product_changes" JSONB;

-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS price_update_held_products;
CREATE INDEX CONCURRENTLY price_update_held_products ON price_update (created_at) WHERE product_changes->>'state' = 'held';
