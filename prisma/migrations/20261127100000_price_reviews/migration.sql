-- Fixed prices that are looked at again (chapter 19 of the rule book): the day a permanent price or exclusion is due, the day it was
-- last looked at, and the figures of that day. Null where nobody has chosen a period. The former build leaves them as they are; a row
-- counts only while it is fixed.

-- transaction
ALTER TABLE price_item ADD COLUMN IF NOT EXISTS "review_due" DATE,
                       ADD COLUMN IF NOT EXISTS "review_since" DATE,
                       ADD COLUMN IF NOT EXISTS "review_aep" DECIMAL(10,2),
                       ADD COLUMN IF NOT EXISTS "review_avp" DECIMAL(10,2),
                       ADD COLUMN IF NOT EXISTS "review_umfeld" DECIMAL(10,2);

-- transaction
ALTER TABLE pharmacy ADD COLUMN IF NOT EXISTS "review_months" SMALLINT;

-- transaction
ALTER TABLE pharmacy DROP CONSTRAINT IF EXISTS pharmacy_review_months;

-- transaction
ALTER TABLE pharmacy ADD CONSTRAINT pharmacy_review_months CHECK (review_months IN (6, 12, 24));

-- Counting fixed prices and finding due ones reads no whole list.
-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS price_item_fixed;
CREATE INDEX CONCURRENTLY price_item_fixed ON price_item (apo_id, product_group) WHERE price_type IN (1, 3);
