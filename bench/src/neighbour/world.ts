import { join } from 'node:path';
import { ensureAppLogin } from '@portal/migrate/app-login.ts';
import { type ApiInstance, instanceSettings, startInstance } from '../../../apps/api/test/support/api-instance.ts';
import { claimsOf, startIssuer } from '../../../apps/api/test/support/issuer.ts';
import { startBenchPortal } from '../bench-portal.ts';
import { startChild } from '../child.ts';
import { seedPackages, seedPharmacies } from '../package-data.ts';
import { ATTACKERS, CROWD, NEIGHBOURS, ROWS, SPARE } from './settings.ts';

export type World = Awaited<ReturnType<typeof startWorld>>;

/** Approved packages of each attacker, for a replay of rules. */
const PAST = 3;
export const PAST_APPROVER = 'Past';
/** How long a portal may not answer before it is ended and started again. */
const DEAD_MS = 60_000;

/** A portal as it runs in operation, with its limits, over a database with all pharmacies of the bench; and who signs tokens. */
export async function startWorld() {
  const portal = await startBenchPortal();
  const { pool } = portal;
  const groups = [NEIGHBOURS, ATTACKERS, CROWD].map((group) => ({ rows: ROWS, ...group }));
  for (const group of [...groups, { first: SPARE, count: 1, rows: 10 }]) await seedPharmacies(pool, group);
  await pool.query(
    `UPDATE pharmacy SET user_access_activated = true, user_emails = 'bench' WHERE apo_id BETWEEN $1 AND $2`,
    [NEIGHBOURS.first, SPARE],
  );
  for (let month = 1; month <= PAST; month += 1) {
    await seedPackages(pool, { ...ATTACKERS, raise: month, due: false });
    await pool.query(
      `UPDATE price_update SET status = 1, approver = $2, approved_at = now() - $3 * interval '30 days',
              created_at = now() - $3 * interval '31 days' WHERE apo_id BETWEEN $1 AND $4 AND status = 0`,
      [ATTACKERS.first, PAST_APPROVER, month, ATTACKERS.first + ATTACKERS.count - 1],
    );
  }
  // Of a group of its own: a list whose LZD is open is not edited.
  await pool.query(
    `INSERT INTO list_version (apo_id, product_group) SELECT n, 'HILFSMITTEL' FROM generate_series($1::int, $2::int) n`,
    [ATTACKERS.first, ATTACKERS.first + ATTACKERS.count - 1],
  );
  for (const kind of ['LZD', 'QDP']) {
    await seedPackages(pool, { ...ATTACKERS, raise: 1, due: false });
    await pool.query(
      `UPDATE price_update SET kind = $2, reset_choice = CASE $2 WHEN 'LZD' THEN 1 END,
              product_group = CASE $2 WHEN 'LZD' THEN 'HILFSMITTEL' ELSE product_group END WHERE apo_id >= $1 AND kind = 'MDP' AND status = 0`,
      [ATTACKERS.first, kind],
    );
  }
  await seedPackages(pool, { ...ATTACKERS, raise: 2, due: false });
  await seedPackages(pool, { ...NEIGHBOURS, raise: 1, due: false });
  // The others are edited on the list, which those of an open package are not.
  await pool.query(`DELETE FROM price_update_item WHERE position % 2 = 0 AND apo_id BETWEEN $1 AND $2`, [
    NEIGHBOURS.first,
    SPARE,
  ]);
  await pool.query(`UPDATE price_update SET item_count = item_count / 2 WHERE apo_id BETWEEN $1 AND $2`, [
    NEIGHBOURS.first,
    SPARE,
  ]);
  const { rows: last } = await pool.query<{ id: number }>(`SELECT max(id) AS id FROM price_update`);
  await pool.query('CHECKPOINT');

  const issuer = await startIssuer();
  const mail = await startChild(join(import.meta.dirname, 'mail.ts'));
  const settings = instanceSettings(
    { databaseUrl: await ensureAppLogin(portal.databaseUrl), issuer },
    { NODE_ENV: 'production', PORTAL_RATE_FACTOR: '1', PORTAL_LOG_LEVEL: 'fatal', PORTAL_SMTP_URL: mail.ready },
  );
  let instance: ApiInstance = await startInstance(settings);
  const { url, port } = instance;
  return {
    url,
    pool,
    /** Number of the last package there was before anybody attacked. */
    lastPackage: last[0]?.id ?? 0,
    tokenOf: (name: string, roles: string[]) => issuer.token(claimsOf(name, roles), { expiresIn: 24 * 3600 }),
    /** Waits until health is answered; a portal that does not within a minute is ended and started again. @returns whether it was */
    async revive(): Promise<boolean> {
      const until = AbortSignal.timeout(DEAD_MS);
      const answer = await fetch(`${url}/api/health/live`, { signal: until }).catch(() => undefined);
      if (answer?.ok) return false;
      await instance.end('SIGKILL');
      instance = await startInstance(settings, { port });
      return true;
    },
    async close() {
      await instance.end('SIGKILL');
      await issuer.close();
      await mail.stop();
      await pool.end();
      await portal.close();
    },
  };
}
