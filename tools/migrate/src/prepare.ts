import pg from 'pg';

/** Rights of a login beside LOGIN; fixed texts of this file only. */
type Right = 'CREATEROLE' | 'NOCREATEROLE';

/**
 * Makes the login and the database that an address names, where they are missing, and sets the login's password. The
 * database belongs to the login.
 * @param adminUrl a superuser on the same server
 */
export async function prepareDatabase(adminUrl: string, url: string, right: Right = 'NOCREATEROLE'): Promise<void> {
  const { username, password, pathname } = new URL(url);
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const login = decodeURIComponent(username);
    const user = client.escapeIdentifier(login);
    const name = decodeURIComponent(pathname.slice(1));
    const { rowCount: hasRole } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [login]);
    if (!hasRole) await client.query(`CREATE ROLE ${user}`);
    const secret = client.escapeLiteral(decodeURIComponent(password));
    await client.query(`ALTER ROLE ${user} LOGIN ${right} PASSWORD ${secret}`);
    const { rowCount: hasDatabase } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    const database = client.escapeIdentifier(name);
    if (!hasDatabase) await client.query(`CREATE DATABASE ${database} OWNER ${user}`);
    // Everybody may connect to a new database, the logins of others included.
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  } finally {
    await client.end();
  }
}

/**
 * Lets the api and reports connect to the database of the tables, and no other login of the server: a database that was made by
 * hand, as for a restore, lets everybody in. As its owner, after the migrations.
 */
export async function admitMembers(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const database = client.escapeIdentifier(decodeURIComponent(new URL(ownerUrl).pathname.slice(1)));
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO portal_app, portal_readonly`);
    // A package that comes in is staged in a temporary table.
    await client.query(`GRANT TEMPORARY ON DATABASE ${database} TO portal_app`);
  } finally {
    await client.end();
  }
}

/**
 * Lets the api and reports use tables that later migrations make. The first migration does so too, but for the owner of that day: a
 * dump that is restored to an owner with another name leaves it behind. As the owner, before migrations are applied.
 */
export async function admitToLaterTables(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname IN ('portal_app', 'portal_readonly')");
    if (rowCount !== 2) return; // the migration that makes them is still to come
    const later = 'ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT';
    await client.query(`${later} SELECT, INSERT, UPDATE, DELETE ON TABLES TO portal_app`);
    await client.query(`${later} USAGE ON SEQUENCES TO portal_app`);
    await client.query(`${later} SELECT ON TABLES TO portal_readonly`);
  } finally {
    await client.end();
  }
}
