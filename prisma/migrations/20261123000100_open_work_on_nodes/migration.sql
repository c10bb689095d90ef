-- The moment is taken before the statement: where a pharmacy's rows are on a node of their own, what a conflict sets may call nothing
-- that answers differently each time (docs/adr/0065-a-country-on-several-machines.md).
CREATE OR REPLACE FUNCTION raise_open_work() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moment BIGINT := raised(0);
BEGIN
  INSERT INTO open_work VALUES (coalesce(NEW.apo_id, OLD.apo_id), moment)
      ON CONFLICT (apo_id) DO UPDATE SET version = greatest(open_work.version + 1, excluded.version);
  RETURN NULL;
END
$$;
