-- An instance says that it is not ready while a migration that it knows is missing or unfinished: for that, and for nothing
-- else, the api reads which ones there are.
DO $$
BEGIN
  IF to_regclass('public._prisma_migrations') IS NOT NULL THEN
    GRANT SELECT (migration_name, finished_at, rolled_back_at) ON _prisma_migrations TO portal_app;
  END IF;
END
$$;
