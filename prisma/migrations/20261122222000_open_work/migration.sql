-- Numbers that rise with everything staff's lists show of a pharmacy: of its card, and of its open packages. By them an instance
-- reads again only what has changed (docs/adr/0066-what-staff-see-of-all-pharmacies.md). They are the time of day in microseconds,
-- so that a database restored from a copy never gives one out again.
CREATE FUNCTION raised(version BIGINT) RETURNS BIGINT LANGUAGE sql VOLATILE AS
  'SELECT greatest(version + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)';

ALTER TABLE "pharmacy" ADD COLUMN "version" BIGINT NOT NULL DEFAULT 1;
CREATE TABLE "open_work" (
    "apo_id" INTEGER NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "open_work_pkey" PRIMARY KEY ("apo_id")
);
INSERT INTO open_work SELECT DISTINCT apo_id, 1 FROM price_update WHERE status = 0;

-- By trigger, so that no writer can forget it.
CREATE FUNCTION raise_pharmacy_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := raised(OLD.version);
  RETURN NEW;
END
$$;
CREATE TRIGGER pharmacy_changed BEFORE UPDATE ON pharmacy
  FOR EACH ROW WHEN (NEW IS DISTINCT FROM OLD) EXECUTE FUNCTION raise_pharmacy_version();

CREATE FUNCTION raise_open_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO open_work VALUES (coalesce(NEW.apo_id, OLD.apo_id), raised(0))
      ON CONFLICT (apo_id) DO UPDATE SET version = raised(open_work.version);
  RETURN NULL;
END
$$;
-- At the end of the transaction: writers of two groups of a pharmacy do not wait for each other any longer than for that (ADR 25).
CREATE CONSTRAINT TRIGGER price_update_arrived_or_gone AFTER INSERT OR DELETE ON price_update
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_open_work();
CREATE CONSTRAINT TRIGGER price_update_shown_otherwise
  AFTER UPDATE OF status, kind, product_group, created_at, item_count, auto_action_at, auto_action, held_at, held_rows, ready_for_approval
  ON price_update DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
    (NEW.status, NEW.kind, NEW.product_group, NEW.created_at, NEW.item_count, NEW.auto_action_at, NEW.auto_action, NEW.held_at,
     NEW.held_rows, NEW.ready_for_approval) IS DISTINCT FROM
    (OLD.status, OLD.kind, OLD.product_group, OLD.created_at, OLD.item_count, OLD.auto_action_at, OLD.auto_action, OLD.held_at,
     OLD.held_rows, OLD.ready_for_approval)
  ) EXECUTE FUNCTION raise_open_work();
