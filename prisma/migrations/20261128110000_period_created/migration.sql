-- The list version of the save that entered a period (rule 17.8). The former build leaves it empty.

-- transaction
ALTER TABLE price_period ADD COLUMN IF NOT EXISTS "created_version" BIGINT;
