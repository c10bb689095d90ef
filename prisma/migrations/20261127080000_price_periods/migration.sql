-- Prices that begin and end (rules of chapter 17). While a period runs its row is a permanent price; the row beneath is kept beside it.

-- transaction
ALTER TABLE price_item ADD COLUMN IF NOT EXISTS "base_type" SMALLINT,
                       ADD COLUMN IF NOT EXISTS "base_price" DECIMAL(10,2),
                       ADD COLUMN IF NOT EXISTS "period_since" BIGINT,
                       ADD COLUMN IF NOT EXISTS "period_end" DATE;

-- transaction
ALTER TABLE price_update_outcome ADD COLUMN IF NOT EXISTS "base_type" SMALLINT,
                                 ADD COLUMN IF NOT EXISTS "base_price" DECIMAL(10,2),
                                 ADD COLUMN IF NOT EXISTS "period_since" BIGINT,
                                 ADD COLUMN IF NOT EXISTS "period_end" DATE,
                                 ADD COLUMN IF NOT EXISTS "after_base_type" SMALLINT,
                                 ADD COLUMN IF NOT EXISTS "after_base_price" DECIMAL(10,2);

-- transaction
ALTER TABLE price_update_item ADD COLUMN IF NOT EXISTS "edited_period" BIGINT;

-- transaction
CREATE TABLE IF NOT EXISTS price_period (
    "apo_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "pzn" TEXT NOT NULL,
    "product_group" TEXT NOT NULL,
    "price" DECIMAL(10,2) NOT NULL,
    "price_type" SMALLINT NOT NULL,
    "begins_on" DATE NOT NULL,
    "ends_on" DATE,
    "state" TEXT NOT NULL,
    "began_version" BIGINT,
    "began_at" TIMESTAMPTZ(3),
    "ended_version" BIGINT,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,
    "base_type" SMALLINT,
    "base_price" DECIMAL(10,2),
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "user_name" TEXT NOT NULL,
    "actor" TEXT,

    CONSTRAINT "price_period_pkey" PRIMARY KEY ("apo_id","id"),
    CONSTRAINT "price_period_state" CHECK (state IN ('coming', 'running', 'ended')),
    CONSTRAINT "price_period_price" CHECK (price > 0 AND price_type IN (2, 3)),
    -- A period that runs has an end (rule 17.1).
    CONSTRAINT "price_period_days" CHECK (ends_on >= begins_on AND (state <> 'running' OR ends_on IS NOT NULL AND price_type = 3)),
    CONSTRAINT "price_period_began" CHECK (state <> 'running' OR began_version IS NOT NULL),
    CONSTRAINT "price_period_ended" CHECK ((state = 'ended') = (ended_at IS NOT NULL))
);
CREATE INDEX IF NOT EXISTS "price_period_apo_id_pzn_idx" ON price_period ("apo_id", "pzn");
-- When the clock acts on it. Not partial: statements of one pharmacy must not find it.
CREATE INDEX IF NOT EXISTS "price_period_due" ON price_period ((CASE state WHEN 'coming' THEN begins_on WHEN 'running' THEN ends_on + 1 END));

-- transaction
ALTER TABLE price_item DROP CONSTRAINT IF EXISTS price_item_period;

-- transaction
ALTER TABLE price_item ADD CONSTRAINT price_item_period CHECK (
  CASE WHEN base_type IS NULL THEN base_price IS NULL AND period_since IS NULL AND period_end IS NULL
       ELSE price_type = 3 AND period_since IS NOT NULL AND period_end IS NOT NULL AND (base_type IN (2, 3)) = (base_price IS NOT NULL) END
) NOT VALID;

-- transaction
ALTER TABLE price_item VALIDATE CONSTRAINT price_item_period;
