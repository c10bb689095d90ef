-- The keys of `20261122200100_pharmacy_keys` take the place of the old ones. Applied by a later start of the migrator than that part,
-- when the former build is gone: it names packages and their rows without their pharmacy, and would read whole tables.

-- A column that a validated check keeps from being null becomes NOT NULL without a look at the rows; in one statement with the end of
-- the check it would be looked at after all.
-- transaction
ALTER TABLE price_update_outcome DROP CONSTRAINT IF EXISTS price_update_outcome_named, ADD CONSTRAINT price_update_outcome_named CHECK (apo_id IS NOT NULL) NOT VALID;
-- transaction
ALTER TABLE price_update_outcome VALIDATE CONSTRAINT price_update_outcome_named;
-- transaction
ALTER TABLE price_update_outcome ALTER COLUMN apo_id SET NOT NULL;
ALTER TABLE price_update_outcome DROP CONSTRAINT price_update_outcome_named;
-- transaction
ALTER TABLE lzd_reminder DROP CONSTRAINT IF EXISTS lzd_reminder_named, ADD CONSTRAINT lzd_reminder_named CHECK (apo_id IS NOT NULL) NOT VALID;
-- transaction
ALTER TABLE lzd_reminder VALIDATE CONSTRAINT lzd_reminder_named;
-- transaction
ALTER TABLE lzd_reminder ALTER COLUMN apo_id SET NOT NULL;
ALTER TABLE lzd_reminder DROP CONSTRAINT lzd_reminder_named;
-- transaction
ALTER TABLE notice_link DROP CONSTRAINT IF EXISTS notice_link_named, ADD CONSTRAINT notice_link_named CHECK (apo_id IS NOT NULL) NOT VALID;
-- transaction
ALTER TABLE notice_link VALIDATE CONSTRAINT notice_link_named;
-- transaction
ALTER TABLE notice_link ALTER COLUMN apo_id SET NOT NULL;
ALTER TABLE notice_link DROP CONSTRAINT notice_link_named;

-- The key that links refer to changes with them; both tables are small.
-- transaction
DO $$ BEGIN
  IF to_regclass('notice_link_key') IS NOT NULL THEN
    ALTER TABLE notice_link DROP CONSTRAINT notice_link_address_id_fkey,
      DROP CONSTRAINT notice_link_pkey, ADD CONSTRAINT notice_link_pkey PRIMARY KEY USING INDEX notice_link_key;
    ALTER TABLE notice_address DROP CONSTRAINT notice_address_pkey,
      ADD CONSTRAINT notice_address_pkey PRIMARY KEY USING INDEX notice_address_key;
    ALTER TABLE notice_link ADD CONSTRAINT notice_link_apo_id_address_id_fkey
      FOREIGN KEY (apo_id, address_id) REFERENCES notice_address (apo_id, id) ON DELETE CASCADE;
  END IF;
END $$;

-- transaction
DO $$ BEGIN
  IF to_regclass('price_update_key') IS NOT NULL THEN
    ALTER TABLE price_update DROP CONSTRAINT price_update_pkey, ADD CONSTRAINT price_update_pkey PRIMARY KEY USING INDEX price_update_key;
  END IF;
END $$;
-- transaction
DO $$ BEGIN
  IF to_regclass('price_update_item_key') IS NOT NULL THEN
    ALTER TABLE price_update_item DROP CONSTRAINT price_update_item_pkey, ADD CONSTRAINT price_update_item_pkey PRIMARY KEY USING INDEX price_update_item_key;
  END IF;
END $$;
-- transaction
DO $$ BEGIN
  IF to_regclass('price_update_outcome_key') IS NOT NULL THEN
    ALTER TABLE price_update_outcome DROP CONSTRAINT price_update_outcome_pkey, ADD CONSTRAINT price_update_outcome_pkey PRIMARY KEY USING INDEX price_update_outcome_key;
  END IF;
END $$;
-- transaction
DO $$ BEGIN
  IF to_regclass('price_change_key') IS NOT NULL THEN
    ALTER TABLE price_change DROP CONSTRAINT price_change_pkey, ADD CONSTRAINT price_change_pkey PRIMARY KEY USING INDEX price_change_key;
  END IF;
END $$;
-- transaction
DO $$ BEGIN
  IF to_regclass('history_entry_key') IS NOT NULL THEN
    ALTER TABLE history_entry DROP CONSTRAINT history_entry_pkey, ADD CONSTRAINT history_entry_pkey PRIMARY KEY USING INDEX history_entry_key;
  END IF;
END $$;
-- transaction
DO $$ BEGIN
  IF to_regclass('lzd_reminder_key') IS NOT NULL THEN
    ALTER TABLE lzd_reminder DROP CONSTRAINT lzd_reminder_pkey, ADD CONSTRAINT lzd_reminder_pkey PRIMARY KEY USING INDEX lzd_reminder_key;
  END IF;
END $$;

-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS price_change_history_id_id_idx;
DROP INDEX CONCURRENTLY IF EXISTS history_entry_apo_id_id_idx;
DROP INDEX CONCURRENTLY IF EXISTS history_entry_import;
DROP INDEX CONCURRENTLY IF EXISTS lzd_reminder_update_id_day_key;
DROP INDEX CONCURRENTLY IF EXISTS notice_link_address_id_idx;

-- A pharmacy's number never changes: its rows refer to it without ON UPDATE CASCADE.
-- transaction
ALTER TABLE list_version DROP CONSTRAINT IF EXISTS list_version_apo_id_fkey_new, ADD CONSTRAINT list_version_apo_id_fkey_new FOREIGN KEY (apo_id) REFERENCES pharmacy (apo_id) ON DELETE RESTRICT NOT VALID;
-- transaction
ALTER TABLE list_version VALIDATE CONSTRAINT list_version_apo_id_fkey_new;
-- transaction
ALTER TABLE list_version DROP CONSTRAINT list_version_apo_id_fkey;
ALTER TABLE list_version RENAME CONSTRAINT list_version_apo_id_fkey_new TO list_version_apo_id_fkey;
-- transaction
ALTER TABLE price_update DROP CONSTRAINT IF EXISTS price_update_apo_id_fkey_new, ADD CONSTRAINT price_update_apo_id_fkey_new FOREIGN KEY (apo_id) REFERENCES pharmacy (apo_id) ON DELETE RESTRICT NOT VALID;
-- transaction
ALTER TABLE price_update VALIDATE CONSTRAINT price_update_apo_id_fkey_new;
-- transaction
ALTER TABLE price_update DROP CONSTRAINT price_update_apo_id_fkey;
ALTER TABLE price_update RENAME CONSTRAINT price_update_apo_id_fkey_new TO price_update_apo_id_fkey;
-- transaction
ALTER TABLE history_entry DROP CONSTRAINT IF EXISTS history_entry_apo_id_fkey_new, ADD CONSTRAINT history_entry_apo_id_fkey_new FOREIGN KEY (apo_id) REFERENCES pharmacy (apo_id) ON DELETE RESTRICT NOT VALID;
-- transaction
ALTER TABLE history_entry VALIDATE CONSTRAINT history_entry_apo_id_fkey_new;
-- transaction
ALTER TABLE history_entry DROP CONSTRAINT history_entry_apo_id_fkey;
ALTER TABLE history_entry RENAME CONSTRAINT history_entry_apo_id_fkey_new TO history_entry_apo_id_fkey;
-- transaction
ALTER TABLE till_state DROP CONSTRAINT IF EXISTS till_state_apo_id_fkey_new, ADD CONSTRAINT till_state_apo_id_fkey_new FOREIGN KEY (apo_id) REFERENCES pharmacy (apo_id) ON DELETE CASCADE NOT VALID;
-- transaction
ALTER TABLE till_state VALIDATE CONSTRAINT till_state_apo_id_fkey_new;
-- transaction
ALTER TABLE till_state DROP CONSTRAINT till_state_apo_id_fkey;
ALTER TABLE till_state RENAME CONSTRAINT till_state_apo_id_fkey_new TO till_state_apo_id_fkey;
-- transaction
ALTER TABLE till_file DROP CONSTRAINT IF EXISTS till_file_apo_id_fkey_new, ADD CONSTRAINT till_file_apo_id_fkey_new FOREIGN KEY (apo_id) REFERENCES pharmacy (apo_id) ON DELETE CASCADE NOT VALID;
-- transaction
ALTER TABLE till_file VALIDATE CONSTRAINT till_file_apo_id_fkey_new;
-- transaction
ALTER TABLE till_file DROP CONSTRAINT till_file_apo_id_fkey;
ALTER TABLE till_file RENAME CONSTRAINT till_file_apo_id_fkey_new TO till_file_apo_id_fkey;
-- transaction
ALTER TABLE notice_address DROP CONSTRAINT IF EXISTS notice_address_apo_id_fkey_new, ADD CONSTRAINT notice_address_apo_id_fkey_new FOREIGN KEY (apo_id) REFERENCES pharmacy (apo_id) ON DELETE CASCADE NOT VALID;
-- transaction
ALTER TABLE notice_address VALIDATE CONSTRAINT notice_address_apo_id_fkey_new;
-- transaction
ALTER TABLE notice_address DROP CONSTRAINT notice_address_apo_id_fkey;
ALTER TABLE notice_address RENAME CONSTRAINT notice_address_apo_id_fkey_new TO notice_address_apo_id_fkey;
-- transaction
ALTER TABLE price_item DROP CONSTRAINT IF EXISTS price_item_pzn_fkey_new, ADD CONSTRAINT price_item_pzn_fkey_new FOREIGN KEY (pzn) REFERENCES product (pzn) ON DELETE RESTRICT NOT VALID;
-- transaction
ALTER TABLE price_item VALIDATE CONSTRAINT price_item_pzn_fkey_new;
-- transaction
ALTER TABLE price_item DROP CONSTRAINT price_item_pzn_fkey;
ALTER TABLE price_item RENAME CONSTRAINT price_item_pzn_fkey_new TO price_item_pzn_fkey;

-- At the end: until here rows of a former build that was forgotten still get their pharmacy.
-- transaction
DROP TRIGGER IF EXISTS name_pharmacy ON price_update_outcome;
-- transaction
DROP TRIGGER IF EXISTS name_pharmacy ON lzd_reminder;
-- transaction
DROP TRIGGER IF EXISTS name_pharmacy ON notice_link;
-- transaction
DROP FUNCTION IF EXISTS name_pharmacy();
