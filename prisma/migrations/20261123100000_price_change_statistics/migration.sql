-- The planner's statistics of all price changes together: autovacuum analyzes each year's table and never the whole
-- (docs/adr/0072-price-changes-by-year.md).

-- transaction
-- For the daily job, whose login may not analyze what it does not own: so it takes no parameters. Within 20 hours of the last time, while
-- another one is at it, or where somebody holds a lock, nothing happens. Where ONLY is known, the years are left to autovacuum.
CREATE OR REPLACE FUNCTION analyze_price_changes() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(72, 1) THEN RETURN; END IF;
  IF EXISTS (SELECT FROM pg_stat_user_tables
              WHERE relid = 'public.price_change'::regclass AND last_analyze > now() - interval '20 hours') THEN RETURN; END IF;
  EXECUTE CASE WHEN current_setting('server_version_num')::int >= 180000 THEN 'ANALYZE ONLY price_change' ELSE 'ANALYZE price_change' END;
EXCEPTION WHEN lock_not_available THEN
  RAISE WARNING 'the price changes were not analyzed: %', SQLERRM;
END
$$;
REVOKE ALL ON FUNCTION analyze_price_changes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION analyze_price_changes() TO portal_app;
