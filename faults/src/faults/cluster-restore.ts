import { commandIn, withWords } from '@portal/dev/pages.ts';
import type { Cluster } from '../distributed.ts';
import { until } from '../environment.ts';
import { expect } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { newSentSaves, PZNS, saveOn, seedPharmacies, verifySaves } from '../sent-saves.ts';

const PEOPLE = 6;
const SAVES = 5;

/** Prices that were wrong were saved in all pharmacies; base backups and archived logs of all servers bring back one restore point. */
export const clusterRestore: Fault = {
  name: 'cluster-restore',
  title: 'A whole cluster restored to a restore point before a wrong import',
  rounds: 1,
  distributed: true,
  async run(environment) {
    const cluster = environment.server as Cluster;
    const { pool } = environment.database;
    const pharmacies = await seedPharmacies(environment, PEOPLE);
    await cluster.backUp();
    const instance = await environment.start();
    const client = await environment.client(instance);
    const sent = newSentSaves();
    const lefts = pharmacies.map(() => SAVES);
    await Promise.all(
      pharmacies.map((pharmacy, n) =>
        saveOn(
          () => client,
          pharmacy,
          sent,
          () => (lefts[n] = (lefts[n] ?? 0) - 1) >= 0,
        ),
      ),
    );
    const prices = async () =>
      (await pool.query(`SELECT apo_id, pzn, price_type, manual_price FROM price_item ORDER BY apo_id, pzn`)).rows;
    const right = await prices();
    const restorePoint = commandIn('docs/operations.md', "SELECT citus_create_restore_point('NAME')");
    await pool.query(withWords(restorePoint, { NAME: 'before_the_import' }));
    for (const { path } of pharmacies) {
      const products = PZNS.map((pzn) => ({ pzn, priceEdit: 0.01, editedPermanent: false, editedIgnore: false }));
      expect('the wrong import', (await client.put(`/api/price/${path}`, { products })).status, 200);
    }
    const begun = performance.now();
    await cluster.restoreTo('before_the_import');
    const seconds = (performance.now() - begun) / 1000;
    await until('the portal goes on by itself', async () => (await client.get('/api/health/ready')).status === 200);
    await until('the test goes on', () =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    );
    expect('prices', await prices(), right);
    const { acknowledged } = await verifySaves(environment.database, sent);
    const [first] = pharmacies;
    const [row] = PZNS.map((pzn) => ({ pzn, priceEdit: 77.77, editedPermanent: false, editedIgnore: false }));
    const saved = await client.put(`/api/price/${first?.path}`, { products: [row] });
    expect(`a save afterwards ${JSON.stringify(saved.body)}`, saved.status, 200);
    return {
      runs: 1,
      seen: `${acknowledged} saves of ${PEOPLE} pharmacies there, ${PEOPLE * PZNS.length} wrong prices gone; ${seconds.toFixed(1)} s for the restore of three servers`,
    };
  },
};
