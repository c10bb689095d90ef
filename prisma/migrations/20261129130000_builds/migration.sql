-- Which builds are at work, and which may be. The former build announces nothing: its connections tell of it.

-- transaction
CREATE TABLE IF NOT EXISTS instance (
    "id" UUID NOT NULL,
    "build" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "instance_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "instance_build" CHECK (build ~ '^[0-9]+\.[0-9]+\.[0-9]+$')
);

-- transaction
-- Null: none is at work. Of others' connections everybody sees the name.
CREATE OR REPLACE FUNCTION oldest_build() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN (
    SELECT build FROM (
      SELECT i.build FROM public.instance i WHERE i.seen_at > clock_timestamp() - interval '1 minute'
      UNION ALL
      SELECT coalesce(substring(application_name FROM ' (.*)$'), '0.1.0') FROM pg_stat_activity
       WHERE datname = current_database() AND application_name ~ '^preisportal-api( [0-9]+\.[0-9]+\.[0-9]+)?$') living
     ORDER BY string_to_array(build, '.')::int[] LIMIT 1);
END
$$;

-- transaction
-- The oldest build that may be at work: a contract replaces the function, which only the owner can.
CREATE OR REPLACE FUNCTION build_floor() RETURNS text LANGUAGE sql STABLE AS $$ SELECT '0.1.0' $$;
