-- Why somebody chose a price of their own, where they said so: with the draft of a package, and with the price change.
ALTER TABLE "price_change" ADD COLUMN "reason" TEXT;
ALTER TABLE "price_update_item" ADD COLUMN "edited_reason" TEXT;
