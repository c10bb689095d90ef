-- What a till reports of a file by hand (rule 9.42), a file's companion (rule 9.41), and whether somebody has chosen how withdrawn
-- articles are written (rule 9.44). The former build leaves them as they are.

-- transaction
ALTER TABLE till_file ADD COLUMN IF NOT EXISTS "companion" TEXT,
                      ADD COLUMN IF NOT EXISTS "declared_count" INTEGER,
                      ADD COLUMN IF NOT EXISTS "reported_count" INTEGER,
                      ADD COLUMN IF NOT EXISTS "reported_at" TIMESTAMPTZ(3),
                      ADD COLUMN IF NOT EXISTS "reported_by" TEXT,
                      ADD COLUMN IF NOT EXISTS "reported_actor" TEXT;

-- transaction
ALTER TABLE till_file DROP CONSTRAINT IF EXISTS till_file_reported;

-- transaction
ALTER TABLE till_file ADD CONSTRAINT till_file_reported
  CHECK (num_nulls(reported_count, reported_at, reported_by, reported_actor) IN (0, 4) AND reported_count >= 0);

-- transaction
ALTER TABLE pharmacy ADD COLUMN IF NOT EXISTS "till_chosen" BOOLEAN NOT NULL DEFAULT false;
