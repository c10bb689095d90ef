-- What a package changes of known products, or would (rule 20.22). The former build leaves it as it is.

-- transaction
ALTER TABLE price_update ADD COLUMN IF NOT EXISTS "product_changes" JSONB;
