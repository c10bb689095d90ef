-- List versions at which a period ended and ran again (rule 17.7). The former build leaves it as it is.

-- transaction
ALTER TABLE price_period ADD COLUMN IF NOT EXISTS "edges" BIGINT[] NOT NULL DEFAULT '{}';
