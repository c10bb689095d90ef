-- Every version that a list or a package has ever had here. Versions are given out by the time of day (db/next-version.ts), so
-- that a database restored from a copy never gives out one of its lost future again; and by these rows it tells a version it
-- knows from one that it has lost (docs/adr/0012-till-cursor.md, 0026-versions-after-a-restore.md).
CREATE TABLE "list_step" (
    "apo_id" INTEGER NOT NULL,
    "product_group" TEXT NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "list_step_pkey" PRIMARY KEY ("apo_id","product_group","version")
);
CREATE TABLE "update_step" (
    "apo_id" INTEGER NOT NULL,
    "update_id" INTEGER NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "update_step_pkey" PRIMARY KEY ("apo_id","update_id","version")
);

INSERT INTO list_step SELECT apo_id, product_group, version FROM list_version;
INSERT INTO update_step SELECT apo_id, id, version FROM price_update;

-- By trigger, so that no writer can forget it.
CREATE FUNCTION note_list_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_step VALUES (NEW.apo_id, NEW.product_group, NEW.version) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER list_version_inserted AFTER INSERT ON list_version
  FOR EACH ROW EXECUTE FUNCTION note_list_step();
CREATE TRIGGER list_version_raised AFTER UPDATE OF version ON list_version
  FOR EACH ROW WHEN (NEW.version IS DISTINCT FROM OLD.version) EXECUTE FUNCTION note_list_step();

CREATE FUNCTION note_update_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO update_step VALUES (NEW.apo_id, NEW.id, NEW.version) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER price_update_inserted AFTER INSERT ON price_update
  FOR EACH ROW EXECUTE FUNCTION note_update_step();
CREATE TRIGGER price_update_raised AFTER UPDATE OF version ON price_update
  FOR EACH ROW WHEN (NEW.version IS DISTINCT FROM OLD.version) EXECUTE FUNCTION note_update_step();

-- What has been is never altered.
REVOKE UPDATE, DELETE ON list_step, update_step FROM portal_app;
