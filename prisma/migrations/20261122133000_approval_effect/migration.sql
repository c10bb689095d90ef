-- What an approval was worth: the sum of its rows' effects in cents, the changed rows it rests on, and those it leaves out since a
-- figure is missing. Null for approvals before this migration.
ALTER TABLE "price_update" ADD COLUMN "effect_cents" BIGINT,
                           ADD COLUMN "effect_rows" INTEGER,
                           ADD COLUMN "effect_missing" INTEGER;
