import pg from 'pg';

/** The group role that the migrations grant the api's rights to. */
const APP_ROLE = 'portal_app';
/** The api's login on the embedded server, which is reachable from this machine only. */
const EMBEDDED = { user: 'portal_api', password: 'portal_api' };

/**
 * Makes sure that the api has a login which is a member of portal_app and of nothing else: it can add to the history, not
 * alter it (ADR 64). To be run after the migrations, by a superuser, or by a user that may create roles and give portal_app away,
 * as its owner may.
 * @returns the address of the same database under that login
 */
export async function ensureAppLogin(
  url: string,
  login: { readonly user: string; readonly password: string } = EMBEDDED,
): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const user = client.escapeIdentifier(login.user);
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [login.user]);
    if (rowCount === 0) await client.query(`CREATE ROLE ${user} LOGIN`).catch(tolerateExisting);
    await client.query(`ALTER ROLE ${user} LOGIN PASSWORD ${client.escapeLiteral(login.password)}`);
    await client.query(`GRANT ${APP_ROLE} TO ${user}`);
  } finally {
    await client.end();
  }
  const address = new URL(url);
  address.username = encodeURIComponent(login.user);
  address.password = encodeURIComponent(login.password);
  return address.href;
}

/** Somebody else made it in the same moment. */
function tolerateExisting(error: unknown): void {
  const { code } = error as { code?: string };
  if (code !== '42710' && code !== '23505') throw error;
}
