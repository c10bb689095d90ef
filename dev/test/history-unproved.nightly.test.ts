import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import { Client } from 'pg';
import { freePort } from '../src/free-ports.ts';
import { type Cluster, ensureDatabase, startCluster } from '../src/postgres/cluster.ts';

// What is unproved in the history is counted by the migration, once (ADR 64).
let folder: string;
let cluster: Cluster;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preisportal-unproved-'));
  cluster = await startCluster({ dataDir: join(folder, 'pg'), port: await freePort(), unsafe: true });
}, 60_000);
afterAll(async () => {
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

const PHARMACIES = `INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city)
  SELECT id, id + 100, 't', 'n', 's', 'z', 'c' FROM unnest(ARRAY[1, 2]) id`;
/** Pharmacy 1 has two entries without a link, one of them with two changes, and a change of no entry. */
const UNLINKED = `
  INSERT INTO history_entry (apo_id, id, created_at, event, user_name) SELECT 1, id, now(), 'Alt', 'A' FROM unnest(ARRAY[1, 4]) id;
  INSERT INTO price_change (apo_id, id, pzn, product_group, created_at, event, user_name, list_version, history_id)
  SELECT 1, id, '00000017', 'OTC', now(), 'Alt', 'A', 1, entry FROM (VALUES (1, 1), (2, 1), (5, NULL)) change (id, entry);
  SELECT setval('history_entry_id_seq', 4), setval('price_change_id_seq', 7)`;

async function onDatabase(name: string, work: (client: Client, url: string) => Promise<void>): Promise<void> {
  const url = await ensureDatabase(cluster, name);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client, url);
  } finally {
    await client.end();
  }
}

const counted = async (client: Client) =>
  (
    await client.query(
      "SELECT concat_ws(' ', apo_id, last_entry, last_change, entries, changes) AS row FROM history_unproved ORDER BY 1",
    )
  ).rows.map(({ row }: { row: string }) => row);

// Rule 11.10.
test('where the chain was there already, the first part counts, and no head is believed any more', async () => {
  await onDatabase('chained', async (client, url) => {
    await deployMigrations(url, { before: '20261126216001' });
    await client.query(PHARMACIES);
    await client.query(UNLINKED);
    // Linked: an entry of each pharmacy, with a change whose number lies among the unlinked ones.
    await client.query(`
      INSERT INTO history_entry (apo_id, id, created_at, event, user_name, chain_no, digest) VALUES (1, 3, now(), 'x', 'A', 1, 'a'), (2, 5, now(), 'x', 'A', 1, 'b');
      INSERT INTO price_change (apo_id, id, pzn, product_group, created_at, event, user_name, list_version, history_id)
      VALUES (1, 3, '00000017', 'OTC', now(), 'x', 'A', 1, 3);
      INSERT INTO history_head (apo_id, chain_no, digest, unproved_entry, unproved_change) VALUES (1, 1, 'a', 4, 5), (2, 1, 'b', 0, 0)`);
    expect(await deployMigrations(url)).toContain('20261126216001_history_unproved');
    expect(await counted(client)).toEqual(['1 4 5 2 3', '2 0 0 0 0']);
    // Until the next start the former columns are there, and the api's login may write them.
    await client.query('UPDATE history_head SET unproved_entry = 999, unproved_change = 999');
    expect(await deployMigrations(url)).toContain('20261126216002_history_unproved_contract');
    expect(await counted(client)).toEqual(['1 4 5 2 3', '2 0 0 0 0']);
    const head = await client.query('SELECT * FROM history_head WHERE apo_id = 1');
    expect(Object.keys(head.rows[0] as object)).toEqual(['apo_id', 'chain_no', 'digest']);
  });
}, 60_000);

test('an installation from before the chain is counted when the former build is gone', async () => {
  await onDatabase('unchained', async (client, url) => {
    await deployMigrations(url, { before: '20261122201000' });
    await client.query(PHARMACIES);
    await client.query(UNLINKED);
    await deployMigrations(url);
    expect(await counted(client)).toEqual([]);
    expect(await deployMigrations(url)).toContain('20261126216002_history_unproved_contract');
    // Entries up to the last one, changes up to where the sequence was.
    expect(await counted(client)).toEqual(['1 4 7 2 3']);
  });
}, 60_000);
