import { expect, test } from '@jest/globals';
import { detachYears } from '@portal/migrate/detach-years.ts';
import { startPortal } from '../support/portal.ts';
import { edit } from '../support/save-stage.ts';
import { seedList, seedPharmacy, testPzn } from '../support/seed.ts';
import { seedUpdate } from './support.ts';

const YEAR = new Date().getUTCFullYear();
const [saved, untouched] = [testPzn(1), testPzn(2)];

// Rule 6.21, ADR 72.
test('a package is not reopened where a row was changed after it, in a year whose price changes were dropped', async () => {
  const portal = await startPortal(`${YEAR}-03-10T09:00:00Z`);
  try {
    const { pool } = portal.database;
    const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
    const pharmacy = await seedPharmacy(portal.database, 1);
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: saved }, { pzn: untouched }]);
    const approve = async (pzn: string) => {
      const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn, truePrice: '9.99' }]);
      const path = `mdp/${pharmacy.path}/${id}/OTC`;
      expect((await sales.put(`/api/price/approve/${path}`, { products: [] })).body).toMatchObject({ status: 'OK' });
      return async () => (await sales.get(`/api/price/${path}`)).body.mayReopen as boolean;
    };
    const mayReopen = await approve(saved);
    expect(await mayReopen()).toBe(true);
    const body = { products: [edit(saved, 4.5)] };
    expect((await sales.put(`/api/price/${pharmacy.path}`, body)).body).toMatchObject({ status: 'OK' });
    portal.clock.set(`${YEAR + 1}-03-10T09:00:00Z`);
    await detachYears(pool.options.connectionString as string, YEAR, { now: new Date(`${YEAR + 11}-01-02`) });
    await pool.query('DROP TABLE price_change_first');
    expect(await mayReopen()).toBe(false);
    const mayReopenLast = await approve(untouched);
    expect(await mayReopenLast()).toBe(true);
  } finally {
    await portal.close();
  }
});
