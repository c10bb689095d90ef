-- What a till says of itself (rules 9.22 to 9.26): with its acknowledgement, and by an inventory of all that it holds. The former
-- build moves the cursor without a word on what is held, so readers compare held_cursor with it.

-- transaction
ALTER TABLE till_state ADD COLUMN IF NOT EXISTS "held_cursor" TEXT,
                       ADD COLUMN IF NOT EXISTS "held_count" INTEGER,
                       ADD COLUMN IF NOT EXISTS "held_digest" TEXT,
                       ADD COLUMN IF NOT EXISTS "held_at" TIMESTAMPTZ(3),
                       ADD COLUMN IF NOT EXISTS "differs_since" TIMESTAMPTZ(3);

-- transaction
CREATE TABLE IF NOT EXISTS till_refusal (
    "apo_id" INTEGER NOT NULL,
    "pzn" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "till_refusal_pkey" PRIMARY KEY ("apo_id", "pzn"),
    CONSTRAINT "till_refusal_reason" CHECK (length(reason) <= 200)
);

-- transaction
CREATE TABLE IF NOT EXISTS till_inventory (
    "apo_id" INTEGER NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT NOT NULL,
    "cursor" TEXT,
    "file_name" TEXT,
    "user_name" TEXT NOT NULL,
    "actor" TEXT,
    "pzns" INTEGER[] NOT NULL,
    "cents" INTEGER[] NOT NULL,

    CONSTRAINT "till_inventory_pkey" PRIMARY KEY ("apo_id"),
    CONSTRAINT "till_inventory_source" CHECK (source = 'till' AND file_name IS NULL AND actor IS NULL
                                           OR source = 'file' AND cursor IS NULL AND actor IS NOT NULL),
    CONSTRAINT "till_inventory_rows" CHECK (cardinality(pzns) = cardinality(cents) AND cardinality(pzns) <= 100000)
);
