import type pg from 'pg';

/**
 * Makes the logins of the api and of reports on every server, with their passwords and groups: a login that was made before the
 * servers met, or in another database, is on the coordinator alone, and the workers would let nobody in as it. A role becomes known
 * to them, and to those that join later, with the first table they share that it has a right to; that table goes again, the roles
 * stay. In a transaction of the owner's, on the coordinator.
 */
export async function bringLogins(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ login: string }>(LOGINS_MISSING);
  if (rows.length === 0) return;
  await client.query(`CREATE TABLE ${SCRATCH} (id int PRIMARY KEY)`);
  await client.query(`GRANT SELECT ON ${SCRATCH} TO ${rows.map(({ login }) => login).join(', ')}`);
  await client.query('SELECT create_reference_table($1)', [SCRATCH]);
  await client.query(`DROP TABLE ${SCRATCH}`);
}

const SCRATCH = 'logins_on_their_way';
/** An administrator gets in everywhere by other means, or nowhere. */
const LOGINS_MISSING = `
  SELECT quote_ident(rolname) AS login FROM pg_roles r
   WHERE rolcanlogin AND NOT rolsuper AND (pg_has_role(oid, 'portal_app', 'MEMBER') OR pg_has_role(oid, 'portal_readonly', 'MEMBER'))
     AND NOT EXISTS (SELECT FROM pg_dist_object o WHERE o.classid = 'pg_authid'::regclass AND o.objid = r.oid)
   ORDER BY 1`;
