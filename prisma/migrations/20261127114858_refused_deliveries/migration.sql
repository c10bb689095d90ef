-- Deliveries that their certificate refuses (rule 20.11), and what packages were found to be on arrival.

-- transaction
ALTER TABLE price_update ADD COLUMN IF NOT EXISTS "arrival" JSONB;

-- transaction
CREATE TABLE IF NOT EXISTS delivery (
    "apo_id" INTEGER NOT NULL,
    "id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "product_group" TEXT NOT NULL,
    "reset_choice" SMALLINT,
    "file_name" TEXT NOT NULL,
    "file_hash" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "changes_products" BOOLEAN NOT NULL,
    "checks" JSONB NOT NULL,
    "arrived_at" TIMESTAMPTZ(3) NOT NULL,
    "user_name" TEXT NOT NULL,
    "actor" TEXT,
    "state" TEXT NOT NULL DEFAULT 'open',
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" TEXT,
    "decided_actor" TEXT,
    "reason" TEXT,
    "update_id" INTEGER,
    "reminded_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("apo_id","id"),
    CONSTRAINT "delivery_state" CHECK (state IN ('open', 'taken', 'refused', 'closed')),
    CONSTRAINT "delivery_decided" CHECK ((state = 'open') = (decided_at IS NULL)),
    CONSTRAINT "delivery_reason" CHECK ((state IN ('taken', 'refused')) = (reason IS NOT NULL)),
    CONSTRAINT "delivery_package" CHECK ((state = 'taken') = (update_id IS NOT NULL))
);
CREATE INDEX IF NOT EXISTS "delivery_apo_id_product_group_kind_file_hash_idx" ON delivery ("apo_id", "product_group", "kind", "file_hash");
