-- Price changes lie in one table for each year (docs/adr/0072-price-changes-by-year.md). The table that was there becomes the first of
-- them, where it lies: a check that is validated while people work tells the database that all its rows are older than the border.

-- transaction
-- Up to which moment there is a table for each year; null while there is none.
CREATE OR REPLACE FUNCTION price_change_years_end() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT max(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)')::timestamptz)
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'public.price_change'::regclass
$$;

-- transaction
-- Makes the years that are missing up to the end of the next one; a year begins in Berlin. For the daily job, whose login may not make
-- tables: so it takes no parameters. Where somebody holds a lock, or the rest has rows of the year, the year stays missing; such rows
-- are in the rest, and portal_price_changes_end_timestamp_seconds tells.
CREATE OR REPLACE FUNCTION add_price_change_years() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  begins timestamptz := price_change_years_end();
  ends timestamptz;
  name text;
BEGIN
  IF NOT pg_try_advisory_xact_lock(72, 0) THEN RETURN; END IF;
  -- On several servers the guard below is a trigger on a table that they share (docs/adr/0065-a-country-on-several-machines.md).
  PERFORM set_config('citus.enable_unsafe_triggers', 'on', true);
  WHILE begins <= now() + interval '1 year' LOOP
    name := 'price_change_' || extract(year FROM begins AT TIME ZONE 'Europe/Berlin');
    ends := (begins AT TIME ZONE 'Europe/Berlin' + interval '1 year') AT TIME ZONE 'Europe/Berlin';
    EXECUTE format('CREATE TABLE %I (LIKE price_change INCLUDING DEFAULTS)', name);
    EXECUTE format('GRANT SELECT ON %I TO portal_app, portal_readonly', name);
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I FROM portal_app', name);
    EXECUTE format('ALTER TABLE price_change ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, begins, ends);
    EXECUTE format('CREATE TRIGGER price_change_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
                      FOR EACH STATEMENT EXECUTE FUNCTION refuse_alteration()', name);
    begins := ends;
  END LOOP;
EXCEPTION WHEN lock_not_available OR check_violation THEN
  RAISE WARNING 'the price changes from % have no table of their own yet: %', begins, SQLERRM;
END
$$;
REVOKE ALL ON FUNCTION add_price_change_years() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_price_change_years() TO portal_app;

-- transaction
-- The years that an operator has dropped, and how many changes were in them. What is older than the last of these is no longer kept.
CREATE TABLE IF NOT EXISTS price_change_dropped (
    "before" TIMESTAMPTZ(3) NOT NULL,
    "dropped_at" TIMESTAMPTZ(3) NOT NULL,
    "changes" BIGINT NOT NULL,

    CONSTRAINT "price_change_dropped_pkey" PRIMARY KEY ("before")
);
GRANT SELECT ON price_change_dropped TO portal_app, portal_readonly;
REVOKE INSERT, UPDATE, DELETE ON price_change_dropped FROM portal_app;

-- transaction
-- The border: the next new year in Berlin that no change has reached. The former build goes on writing.
DO $$
DECLARE
  latest timestamptz;
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'price_change'::regclass) = 'p' THEN RETURN; END IF;
  SELECT greatest(max(created_at), now()) + interval '1 day' INTO latest FROM price_change;
  ALTER TABLE price_change DROP CONSTRAINT IF EXISTS price_change_border;
  EXECUTE format('ALTER TABLE price_change ADD CONSTRAINT price_change_border CHECK (created_at < %L) NOT VALID',
    (date_trunc('year', latest AT TIME ZONE 'Europe/Berlin') + interval '1 year') AT TIME ZONE 'Europe/Berlin');
END
$$;

-- transaction
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_constraint WHERE conname = 'price_change_border' AND conrelid = 'price_change'::regclass) THEN
    ALTER TABLE price_change VALIDATE CONSTRAINT price_change_border;
  END IF;
END $$;

-- transaction
-- The change of places: names, and indexes that are taken over as they are. Nothing is read.
DO $$
DECLARE
  border text;
  is_distributed boolean := false;
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'price_change'::regclass) = 'p' THEN RETURN; END IF;
  SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') INTO STRICT border
    FROM pg_constraint WHERE conname = 'price_change_border' AND conrelid = 'price_change'::regclass;
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    EXECUTE $q$SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'price_change'::regclass)$q$ INTO is_distributed;
    PERFORM set_config('citus.enable_unsafe_triggers', 'on', true), set_config('citus.multi_shard_modify_mode', 'sequential', true);
  END IF;
  -- Where `pharmacy_keys_contract` has not been applied yet, which finds nothing left to do then.
  IF to_regclass('price_change_key') IS NOT NULL THEN
    ALTER TABLE price_change DROP CONSTRAINT price_change_pkey, ADD CONSTRAINT price_change_pkey PRIMARY KEY USING INDEX price_change_key;
  END IF;
  ALTER TABLE price_change RENAME TO price_change_first;
  ALTER INDEX price_change_pkey RENAME TO price_change_first_pkey;
  ALTER INDEX price_change_apo_id_pzn_id_idx RENAME TO price_change_first_apo_id_pzn_id_idx;
  ALTER INDEX price_change_apo_id_history_id_id_idx RENAME TO price_change_first_apo_id_history_id_id_idx;
  ALTER INDEX price_change_apo_id_product_group_list_version_pzn_idx RENAME TO price_change_first_apo_id_product_group_list_version_pzn_idx;
  ALTER INDEX price_change_created_at_id_idx RENAME TO price_change_first_created_at_id_idx;
  CREATE TABLE price_change (LIKE price_change_first INCLUDING DEFAULTS,
    CONSTRAINT price_change_pkey PRIMARY KEY (apo_id, created_at, id)) PARTITION BY RANGE (created_at);
  -- Of a distributed table it cannot be taken away: there the first year keeps it, and is not dropped before the numbers have another.
  IF NOT is_distributed THEN
    ALTER SEQUENCE price_change_id_seq OWNED BY price_change.id;
  END IF;
  CREATE INDEX price_change_apo_id_pzn_id_idx ON price_change (apo_id, pzn, id);
  CREATE INDEX price_change_apo_id_history_id_id_idx ON price_change (apo_id, history_id, id);
  CREATE INDEX price_change_apo_id_product_group_list_version_pzn_idx ON price_change (apo_id, product_group, list_version, pzn);
  CREATE INDEX price_change_created_at_id_idx ON price_change (created_at, id);
  IF is_distributed THEN
    EXECUTE $q$SELECT create_distributed_table('price_change', 'apo_id', colocate_with => 'list_step')$q$;
  END IF;
  EXECUTE format('ALTER TABLE price_change ATTACH PARTITION price_change_first FOR VALUES FROM (MINVALUE) TO (%L)', border);
  ALTER TABLE price_change_first DROP CONSTRAINT price_change_border;
  -- No write is ever without a table.
  CREATE TABLE price_change_rest PARTITION OF price_change DEFAULT;
  CREATE TRIGGER price_change_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON price_change
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_alteration();
  CREATE TRIGGER price_change_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON price_change_rest
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_alteration();
  GRANT SELECT ON price_change, price_change_rest TO portal_app, portal_readonly;
  GRANT INSERT ON price_change TO portal_app;
  REVOKE UPDATE, DELETE ON price_change FROM portal_app;
  REVOKE INSERT, UPDATE, DELETE ON price_change_first, price_change_rest FROM portal_app;
END
$$;

-- transaction
SELECT add_price_change_years();
