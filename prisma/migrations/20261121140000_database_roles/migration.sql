-- Who may do what in the database itself. Two group roles without a login, shared by all databases of the server; logins are
-- the operator's and become members: GRANT portal_app TO … . Whoever runs the migrations owns the tables and is neither.
-- portal_app: what the api does, and nothing more; above all it can neither change nor remove history.
-- portal_readonly: looks only.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['portal_app', 'portal_readonly'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
      EXCEPTION
        WHEN duplicate_object OR unique_violation THEN NULL; -- migrating another database of this server at the same moment
        WHEN insufficient_privilege THEN
          RAISE EXCEPTION 'role % is missing and may not be created by this user', role_name
            USING HINT = format('An administrator of the server runs: CREATE ROLE %I NOLOGIN', role_name);
      END;
    END IF;
  END LOOP;
END
$$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO portal_app, portal_readonly;

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO portal_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO portal_app;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO portal_readonly;
-- Tables that later migrations create; those that are append-only take UPDATE and DELETE away again themselves.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO portal_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO portal_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO portal_readonly;

-- Append-only; the triggers of the first migration stay as the second line, which holds for the owner too.
REVOKE UPDATE, DELETE ON price_change, history_entry FROM portal_app;
-- Pharmacies come and go by other hands; nothing of these is ever removed by the api.
REVOKE INSERT, DELETE ON pharmacy FROM portal_app;
REVOKE DELETE ON product, list_version, price_update, portal_user FROM portal_app;
REVOKE INSERT, DELETE ON product_master FROM portal_app;
-- An approval writes outcomes, a reopening removes them: they are never altered.
REVOKE UPDATE ON price_update_outcome FROM portal_app;

DO $$
BEGIN
  IF to_regclass('public._prisma_migrations') IS NOT NULL THEN
    REVOKE ALL ON _prisma_migrations FROM portal_app, portal_readonly;
  END IF;
END
$$;
