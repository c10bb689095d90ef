-- Rows of a package that were approved before the rest of it (rule 6.29): who and when, the list version it made, and what it was
-- worth. Each outcome names its part; 0 is the approval of the rest. The former build writes 0, and cannot load a row of a part
-- again, since that has its outcome already.
CREATE TABLE price_update_approval (
    "apo_id" INTEGER NOT NULL,
    "update_id" INTEGER NOT NULL,
    "number" SMALLINT NOT NULL,
    "user_name" TEXT NOT NULL,
    "actor" TEXT,
    "approved_at" TIMESTAMPTZ(3) NOT NULL,
    "list_version" BIGINT NOT NULL,
    "row_count" INTEGER NOT NULL,
    "effect_cents" BIGINT NOT NULL,
    "effect_rows" INTEGER NOT NULL,
    "effect_missing" INTEGER NOT NULL,
    "effect_added" INTEGER NOT NULL,
    "effect_leaving" INTEGER NOT NULL,

    CONSTRAINT "price_update_approval_pkey" PRIMARY KEY ("apo_id", "update_id", "number"),
    CONSTRAINT price_update_approval_number CHECK (number > 0),
    CONSTRAINT price_update_approval_rows CHECK (row_count > 0)
);
REVOKE UPDATE ON price_update_approval FROM portal_app;

ALTER TABLE "price_update_outcome" ADD COLUMN "part" SMALLINT NOT NULL DEFAULT 0;
