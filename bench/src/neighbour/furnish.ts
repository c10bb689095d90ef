import type { TillPage } from '@portal/contracts';
import type pg from 'pg';
import { LISTED } from './known.ts';
import { foreignPzn } from './sample.ts';
import { ATTACKERS } from './settings.ts';
import type { World } from './world.ts';

/** Entries of a history, and changed prices of each. */
const ENTRIES = 200;
const CHANGES = 200;
/** As many as a till may tell of. */
const HELD = 100_000;
const COMPARED = ['avp', 'aep', 'vhp', 'priceMin', 'priceAvg', 'priceMax', 'effectivePrice', 'units', 'diffAvp'];
const XSRF = 'x'.repeat(43);

/** Gives each attacker what makes calls costly: a full inventory, a long history, all standing rules with all conditions, files. */
export async function furnishAttackers(world: World): Promise<void> {
  const staff = await world.tokenOf('Bench Furnisher', ['solvena_sales']);
  const rule = { from: 'avp', percent: -5, amount: 0, endings: [95, 99], way: 'down', floorPercent: 5, upToAvp: true };
  for (let apoId = ATTACKERS.first; apoId < ATTACKERS.first + ATTACKERS.count; apoId += 1) {
    const { rows: listed } = await world.pool.query<{ pzn: string; price: number; isFree: boolean }>(
      `SELECT pzn, calculated_price::float8 AS price, "isFree" FROM (${LISTED}) listed JOIN price_item USING (pzn)
        WHERE apo_id = $1`,
      [apoId],
    );
    const till = await world.tokenOf(`Till ${apoId}`, [`till_sync_${apoId}`]);
    const others = Array.from({ length: HELD - listed.length }, (_, at) => ({ pzn: foreignPzn(at), price: 4.5 }));
    const path = `${apoId}/bench-${apoId}`;
    await loadPrices(world, till, apoId);
    await ask(world, till, 'POST', `/api/till/v1/${apoId}/inventory`, {
      prices: [...listed.map(({ pzn, price }) => ({ pzn, price })), ...others],
    });
    const products = listed
      .filter(({ isFree }) => isFree)
      .slice(0, 5_000)
      .map(({ pzn }) => ({ pzn, priceEdit: 7.7, editedPermanent: false, editedIgnore: false }));
    await ask(world, staff, 'PUT', `/api/price/${path}`, { products });
    await ask(world, staff, 'POST', `/api/price/clientpricelistdownload/${path}`, { productGroups: ['OTC'] });
    await ask(world, staff, 'POST', `/api/price/labels/${path}/printed`, {
      labels: listed.slice(0, 5_000).map(({ pzn }) => ({ pzn, price: 770 })),
    });
  }
  await seedHistory(world.pool);
  await world.pool.query(
    `INSERT INTO standing_rule (apo_id, name, product_groups, rule, conditions, position, without_review, started_at, confirmed_at,
                                user_name, actor)
     SELECT n, 'Regel ' || r, '{OTC}', $3, $4, r, false, now(), now(), 'Bench', 'bench'
       FROM generate_series($1::int, $2::int) n, generate_series(1, 20) r`,
    [ATTACKERS.first, ATTACKERS.first + ATTACKERS.count - 1, rule, JSON.stringify(COSTLY_CONDITIONS)],
  );
}

/** Twenty, of which every row fulfils all but the last one. */
const COSTLY_CONDITIONS = Array.from({ length: 20 }, (_, at) =>
  at < 19
    ? { key: COMPARED[at % COMPARED.length], is: 'atLeast', than: -100_000_000, to: null }
    : { key: 'producer', is: 'oneOf', values: Array.from({ length: 200 }, (_, value) => `${value}`.padEnd(120, 'X')) },
);

async function seedHistory(pool: pg.Pool): Promise<void> {
  const last = ATTACKERS.first + ATTACKERS.count - 1;
  await pool.query(
    `WITH entry AS (
       INSERT INTO history_entry (apo_id, created_at, product_type, event, user_name, actor, has_log)
       SELECT n, now() - interval '30 days' + e * interval '1 hour', 'OTC', 'Preisliste gespeichert', 'Bench', 'bench', true
         FROM generate_series($1::int, $2::int) n, generate_series(1, $3::int) e RETURNING apo_id, id, created_at)
     INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, actor, old_price, new_price, old_type,
                               new_type, list_version, history_id)
     SELECT e.apo_id, i.pzn, 'OTC', e.created_at, 'Preisliste gespeichert', 'Bench', 'bench', 4, 5, 0, 2, 1, e.id
       FROM entry e JOIN LATERAL (SELECT pzn FROM price_item WHERE apo_id = e.apo_id ORDER BY pzn LIMIT $4::int) i ON true`,
    [ATTACKERS.first, last, ENTRIES, CHANGES],
  );
  await pool.query('ANALYZE history_entry, price_change, standing_rule');
}

/** Loads all prices as a till does, and acknowledges them: later words of it name that cursor. */
async function loadPrices(world: World, till: string, apoId: number): Promise<void> {
  for (let cursor = '', more = true; more; ) {
    const since = cursor && `&since=${cursor}`;
    const page = await ask(world, till, 'GET', `/api/till/v1/${apoId}/prices?limit=10000${since}`);
    ({ cursor, more } = page as TillPage);
    if (!more) await ask(world, till, 'POST', `/api/till/v1/${apoId}/ack`, { cursor });
  }
}

class RefusedCall extends Error {}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof RefusedCall)) throw error;
}

async function ask(world: World, token: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(world.url + path, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: {
      Authorization: `Bearer ${token}`,
      Cookie: `XSRF-TOKEN=${XSRF}`,
      'X-XSRF-TOKEN': XSRF,
      'Content-Type': 'application/json',
    },
  });
  const text = await answer.text();
  if (!answer.ok) throw new RefusedCall(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** Approves a part of each open package and then its rest, so that both can be taken back; what is refused stays open. */
export async function approveOpen(world: World, apoId: number): Promise<void> {
  const staff = await world.tokenOf('Bench Furnisher', ['solvena_sales']);
  const { rows } = await world.pool.query<{ id: number; kind: string; pzns: string[]; version: string; list: string }>(
    `SELECT id, kind, u.version, l.version AS list,
            ARRAY(SELECT pzn FROM price_update_item WHERE apo_id = $1 AND update_id = u.id ORDER BY pzn LIMIT 100) AS pzns
       FROM price_update u JOIN list_version l USING (apo_id, product_group) WHERE apo_id = $1 AND status = 0 ORDER BY id`,
    [apoId],
  );
  for (const { id, kind, pzns, version, list } of rows) {
    const place = `${apoId}/bench-${apoId}/${id}/OTC`;
    const part = { pzns, version: Number(version), listVersion: Number(list) };
    await ask(world, staff, 'PUT', `/api/price/approvepart/${kind}/${place}`, part).catch(ignoreRefusal);
    const rest = { products: [] };
    await ask(world, staff, 'PUT', `/api/price/approve/${kind.toLowerCase()}/${place}`, rest).catch(ignoreRefusal);
  }
}
