-- Every key of a pharmacy's data begins with the pharmacy (docs/adr/0063-keys-lead-with-the-pharmacy.md). This part adds: new indexes
-- beside the old ones, and the pharmacy to the rows that lack it. The former build goes on meanwhile; its rows get their pharmacy by
-- trigger. The keys themselves change in the part named `_contract`.

-- transaction
ALTER TABLE price_update_outcome ADD COLUMN IF NOT EXISTS apo_id INTEGER;
-- transaction
ALTER TABLE lzd_reminder ADD COLUMN IF NOT EXISTS apo_id INTEGER;
-- transaction
ALTER TABLE notice_link ADD COLUMN IF NOT EXISTS apo_id INTEGER;

-- transaction
CREATE OR REPLACE FUNCTION name_pharmacy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'notice_link' THEN
    SELECT apo_id INTO NEW.apo_id FROM notice_address WHERE id = NEW.address_id;
  ELSE
    SELECT apo_id INTO NEW.apo_id FROM price_update WHERE id = NEW.update_id;
  END IF;
  RETURN NEW;
END
$$;
-- transaction
CREATE OR REPLACE TRIGGER name_pharmacy BEFORE INSERT ON price_update_outcome
  FOR EACH ROW WHEN (NEW.apo_id IS NULL) EXECUTE FUNCTION name_pharmacy();
-- transaction
CREATE OR REPLACE TRIGGER name_pharmacy BEFORE INSERT ON lzd_reminder
  FOR EACH ROW WHEN (NEW.apo_id IS NULL) EXECUTE FUNCTION name_pharmacy();
-- transaction
CREATE OR REPLACE TRIGGER name_pharmacy BEFORE INSERT ON notice_link
  FOR EACH ROW WHEN (NEW.apo_id IS NULL) EXECUTE FUNCTION name_pharmacy();

-- transaction
-- A package at a time, so that nobody waits long for one of its rows and the dead ones can be cleaned up on the way.
DO $$
DECLARE
  package record;
BEGIN
  FOR package IN SELECT id, apo_id FROM price_update WHERE approved_list_version IS NOT NULL OR status > 0 LOOP
    UPDATE price_update_outcome SET apo_id = package.apo_id WHERE update_id = package.id AND apo_id IS NULL;
    COMMIT;
  END LOOP;
END
$$;
-- transaction
-- Rows without their package belong to nobody and are read by nobody.
DELETE FROM price_update_outcome WHERE apo_id IS NULL;
-- transaction
UPDATE lzd_reminder r SET apo_id = u.apo_id FROM price_update u WHERE u.id = r.update_id AND r.apo_id IS NULL;
DELETE FROM lzd_reminder WHERE apo_id IS NULL;
UPDATE notice_link l SET apo_id = a.apo_id FROM notice_address a WHERE a.id = l.address_id AND l.apo_id IS NULL;

-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS price_update_key;
CREATE UNIQUE INDEX CONCURRENTLY price_update_key ON price_update (apo_id, id);
DROP INDEX CONCURRENTLY IF EXISTS price_update_item_key;
CREATE UNIQUE INDEX CONCURRENTLY price_update_item_key ON price_update_item (apo_id, update_id, pzn);
DROP INDEX CONCURRENTLY IF EXISTS price_update_outcome_key;
CREATE UNIQUE INDEX CONCURRENTLY price_update_outcome_key ON price_update_outcome (apo_id, update_id, pzn);
DROP INDEX CONCURRENTLY IF EXISTS price_change_key;
CREATE UNIQUE INDEX CONCURRENTLY price_change_key ON price_change (apo_id, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS price_change_apo_id_history_id_id_idx;
CREATE INDEX CONCURRENTLY price_change_apo_id_history_id_id_idx ON price_change (apo_id, history_id, id);
DROP INDEX CONCURRENTLY IF EXISTS history_entry_key;
CREATE UNIQUE INDEX CONCURRENTLY history_entry_key ON history_entry (apo_id, id);
DROP INDEX CONCURRENTLY IF EXISTS history_entry_of_import;
CREATE INDEX CONCURRENTLY history_entry_of_import ON history_entry (apo_id, (coalesce(mdp_import_id, qdp_import_id, lzd_import_id)))
 WHERE coalesce(mdp_import_id, qdp_import_id, lzd_import_id) IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS lzd_reminder_key;
CREATE UNIQUE INDEX CONCURRENTLY lzd_reminder_key ON lzd_reminder (apo_id, id);
DROP INDEX CONCURRENTLY IF EXISTS lzd_reminder_apo_id_update_id_day_key;
CREATE UNIQUE INDEX CONCURRENTLY lzd_reminder_apo_id_update_id_day_key ON lzd_reminder (apo_id, update_id, day);
DROP INDEX CONCURRENTLY IF EXISTS notice_address_key;
CREATE UNIQUE INDEX CONCURRENTLY notice_address_key ON notice_address (apo_id, id);
DROP INDEX CONCURRENTLY IF EXISTS notice_link_key;
CREATE UNIQUE INDEX CONCURRENTLY notice_link_key ON notice_link (apo_id, hash);
DROP INDEX CONCURRENTLY IF EXISTS notice_link_hash_idx;
CREATE INDEX CONCURRENTLY notice_link_hash_idx ON notice_link (hash);
DROP INDEX CONCURRENTLY IF EXISTS notice_link_apo_id_address_id_idx;
CREATE INDEX CONCURRENTLY notice_link_apo_id_address_id_idx ON notice_link (apo_id, address_id);
