-- When the rows of a closed package were dropped: of one that was never approved by the nightly job, of others by an operator (rule 6.34).
-- The former build shows such a package without rows.

-- transaction
ALTER TABLE price_update ADD COLUMN IF NOT EXISTS "rows_dropped_at" TIMESTAMPTZ(3);

-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS price_update_deleted;
-- The packages that the job looks for.
CREATE INDEX CONCURRENTLY price_update_deleted ON price_update (updated_at) WHERE status < 0 AND rows_dropped_at IS NULL;
