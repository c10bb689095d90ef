-- Part of every till cursor: raising it sends the pharmacy's till back to the start.
ALTER TABLE "pharmacy" ADD COLUMN "till_epoch" INTEGER NOT NULL DEFAULT 0;

-- What a pharmacy's till has loaded, as it has acknowledged it.
CREATE TABLE "till_state" (
    "apo_id" INTEGER NOT NULL,
    "cursor" TEXT NOT NULL,
    "loaded_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "till_state_pkey" PRIMARY KEY ("apo_id")
);
ALTER TABLE "till_state" ADD CONSTRAINT "till_state_apo_id_fkey" FOREIGN KEY ("apo_id") REFERENCES "pharmacy"("apo_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The changes of a list after a version; with the PZN, so that counting them reads nothing but the index.
CREATE INDEX "price_change_apo_id_product_group_list_version_pzn_idx" ON "price_change"("apo_id", "product_group", "list_version", "pzn");
