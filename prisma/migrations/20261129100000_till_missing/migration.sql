-- How many of the deviations of an inventory are prices that the till lacks (rule 9.36). The former build leaves the column as it is.

-- transaction
ALTER TABLE till_stock ADD COLUMN IF NOT EXISTS "missing_count" INTEGER;
