-- Of the changed rows that an approval's effect leaves out, those whose article came and those whose article went; the others lack
-- units. Null for approvals before this migration.
ALTER TABLE "price_update" ADD COLUMN "effect_added" INTEGER,
                           ADD COLUMN "effect_leaving" INTEGER;
