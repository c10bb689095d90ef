-- A name in the history may be replaced by a pseudonym, by the owner, and nothing else of it altered (docs/adr/0064-append-only-history.md).
-- UPDATE is looked at row by row from here on; DELETE and TRUNCATE are refused as before, and so is what names the table of one year.

-- transaction
CREATE OR REPLACE FUNCTION refuse_other_names() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.user_name ~ '^Person [0-9a-f]{8}$' AND to_jsonb(NEW) - 'user_name' = to_jsonb(OLD) - 'user_name' THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% is append-only', TG_ARGV[0] USING ERRCODE = 'restrict_violation';
END
$$;

-- transaction
-- In a block: several servers take one statement of a text.
DO $$
BEGIN
  PERFORM set_config('citus.enable_unsafe_triggers', 'on', true);
  DROP TRIGGER IF EXISTS history_entry_names ON history_entry;
  CREATE TRIGGER history_entry_names BEFORE UPDATE ON history_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_other_names('history_entry');
  DROP TRIGGER IF EXISTS history_entry_append_only ON history_entry;
  CREATE TRIGGER history_entry_append_only BEFORE DELETE OR TRUNCATE ON history_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_alteration();
END
$$;

-- transaction
DO $$
BEGIN
  PERFORM set_config('citus.enable_unsafe_triggers', 'on', true);
  DROP TRIGGER IF EXISTS price_change_names ON price_change;
  CREATE TRIGGER price_change_names BEFORE UPDATE ON price_change
    FOR EACH ROW EXECUTE FUNCTION refuse_other_names('price_change');
  DROP TRIGGER IF EXISTS price_change_append_only ON price_change;
  CREATE TRIGGER price_change_append_only BEFORE DELETE OR TRUNCATE ON price_change
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_alteration();
END
$$;
