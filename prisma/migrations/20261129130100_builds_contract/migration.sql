-- From here on no build before 0.2.0 may be at work.
CREATE OR REPLACE FUNCTION build_floor() RETURNS text LANGUAGE sql STABLE AS $$ SELECT '0.2.0' $$;
