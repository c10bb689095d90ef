-- Inventories that cannot be all of a till wait beside the one that counts (rule 9.45); the latter notes what was known when it came
-- (rules 9.32 and 22.6). The former build leaves the columns as they are.

-- transaction
CREATE TABLE IF NOT EXISTS till_doubted (
    "apo_id" INTEGER NOT NULL,
    "account" TEXT NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    "cursor" TEXT,
    "pzns" INTEGER[] NOT NULL,
    "cents" INTEGER[] NOT NULL,
    "position" TEXT NOT NULL,
    "acknowledged" TEXT,
    "acknowledged_at" TIMESTAMPTZ(3),
    "load_no" INTEGER NOT NULL,
    "doubts" JSONB NOT NULL,

    CONSTRAINT "till_doubted_pkey" PRIMARY KEY ("apo_id", "account"),
    CONSTRAINT "till_doubted_rows" CHECK (cardinality(pzns) = cardinality(cents) AND cardinality(pzns) <= 100000)
);

-- transaction
ALTER TABLE till_stock ADD COLUMN IF NOT EXISTS "load_no" INTEGER;

-- transaction
ALTER TABLE till_stock ADD COLUMN IF NOT EXISTS "untaken" INTEGER[];

-- transaction
ALTER TABLE till_stock ADD COLUMN IF NOT EXISTS "gone" INTEGER[];

-- transaction
ALTER TABLE till_file ADD COLUMN IF NOT EXISTS "left_out" INTEGER[];
