-- Limits that a pharmacy sets for the prices of a group, null for none, and packages that wait because they break one.
ALTER TABLE "list_version" ADD COLUMN "guardrails" JSONB;
ALTER TABLE "price_update" ADD COLUMN "held_at" TIMESTAMPTZ(3), ADD COLUMN "held_rows" INTEGER;
ALTER TABLE list_version ADD CONSTRAINT list_version_guardrails CHECK (jsonb_typeof(guardrails) = 'object');
ALTER TABLE price_update ADD CONSTRAINT price_update_held CHECK ((held_at IS NULL) = (held_rows IS NULL));
