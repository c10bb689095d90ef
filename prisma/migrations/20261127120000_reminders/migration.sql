-- Whether somebody has entered the day of a fixed price as a reminder (rule 19.6). The former build leaves it as it is.

-- transaction
ALTER TABLE price_item ADD COLUMN IF NOT EXISTS "review_reminds" BOOLEAN;
