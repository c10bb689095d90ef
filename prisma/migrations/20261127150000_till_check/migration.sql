-- What an inventory is compared with (rules 9.30 to 9.36), and files of corrections. The former build stores inventories without it:
-- checked_at then differs from taken_at.

-- transaction
ALTER TABLE till_inventory ADD COLUMN IF NOT EXISTS "checked_at" TIMESTAMPTZ(3),
                           ADD COLUMN IF NOT EXISTS "position" TEXT,
                           ADD COLUMN IF NOT EXISTS "acknowledged" TEXT,
                           ADD COLUMN IF NOT EXISTS "acknowledged_at" TIMESTAMPTZ(3),
                           ADD COLUMN IF NOT EXISTS "deviation_count" INTEGER,
                           ADD COLUMN IF NOT EXISTS "deviating" INTEGER[],
                           ADD COLUMN IF NOT EXISTS "deviating_cents" INTEGER[],
                           ADD COLUMN IF NOT EXISTS "unreadable" INTEGER[];

-- transaction
ALTER TABLE till_file ADD COLUMN IF NOT EXISTS "corrected" INTEGER[];

-- transaction
ALTER TABLE till_file DROP CONSTRAINT IF EXISTS till_file_contents;

-- transaction
ALTER TABLE till_file ADD CONSTRAINT till_file_contents CHECK (
  CASE contents WHEN 'changes' THEN since IS NOT NULL
                WHEN 'corrections' THEN since IS NULL AND load_no IS NULL AND corrected IS NOT NULL
                ELSE contents IN ('list', 'all') AND since IS NULL END
) NOT VALID;

-- transaction
ALTER TABLE till_file VALIDATE CONSTRAINT till_file_contents;
