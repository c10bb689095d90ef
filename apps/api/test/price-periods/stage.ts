import { expect } from '@jest/globals';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { runDuePeriods } from '../../src/modules/price-periods/index.ts';
import { type Client, startPortal } from '../support/portal.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { edit } from '../support/save-stage.ts';
import { seedList, seedPharmacy, testPzn } from '../support/seed.ts';
import { seedUpdate } from '../price-updates/support.ts';

/** `plain` has a calculated price of 9.99 only; the others the type they are called by, with 8.00 and 7.00. */
export const [plain, own, permanent, excluded, other] = [1, 2, 3, 4, 5].map(testPzn) as [
  string,
  string,
  string,
  string,
  string,
];

/** A pharmacy with a list of each type on 10 March 2026, ten o'clock in Berlin. */
export async function openStage() {
  const portal = await startPortal('2026-03-10T09:00:00Z');
  const { database } = portal;
  const pharmacy = await seedPharmacy(database, 1);
  await seedList(database, pharmacy, 'OTC', [
    { pzn: plain },
    { pzn: own, type: 2, manual: '8.00' },
    { pzn: permanent, type: 3, manual: '7.00' },
    { pzn: excluded, type: 1 },
    { pzn: other },
  ]);
  const owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
  const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  const row = async (pzn: string, apoId = pharmacy.apoId) => {
    const found = await database.pool.query<{ shown: string; beneath: string | null }>(
      `SELECT concat_ws(' ', price_type, manual_price, period_end) AS shown,
              CASE WHEN base_type IS NOT NULL THEN concat_ws(' ', base_type, base_price) END AS beneath
         FROM price_item WHERE apo_id = $1 AND pzn = $2`,
      [apoId, pzn],
    );
    const item = found.rows[0];
    return item && (item.beneath === null ? item.shown : `${item.shown} above ${item.beneath}`);
  };
  const stage = {
    portal,
    database,
    pharmacy,
    owner,
    sales,
    row,
    save: (products: object[], more: object = {}, client: Client = owner) =>
      client.put(`/api/price/${pharmacy.path}`, { products, ...more }),
    /** Saved, or the test fails. */
    async saved(products: object[], more: object = {}, client: Client = owner) {
      const { status, body } = await stage.save(products, more, client);
      expect([status, body]).toEqual([200, { status: 'OK', changed: products.length }]);
    },
    /** The clock stands at midnight of the day in Berlin, and its jobs have run. */
    async day(day: string, { only }: { only?: 'periods' | 'packages' } = {}) {
      portal.clock.set(new Date(`${day}T00:00:00+01:00`).toISOString());
      if (only !== 'packages') await runDuePeriods(portal.deps);
      if (only !== 'periods') await runDueActions(portal.deps);
    },
    version: async () => Number((await owner.get(`/api/price/${pharmacy.path}/OTC`)).body.version),
    mdp: (
      rows: Parameters<typeof seedUpdate>[3],
      more: Parameters<typeof seedUpdate>[4] = {},
      kind: 'MDP' | 'QDP' | 'LZD' = 'MDP',
    ) => seedUpdate(database, pharmacy, kind, rows, more),
    approve: (id: number, products: object[] = [], more: object = {}, kind = 'mdp') =>
      (kind === 'lzd' ? sales : owner).put(`/api/price/approve/${kind}/${pharmacy.path}/${id}/OTC`, {
        products,
        ...more,
      }),
    reopen: (id: number, kind = 'mdp') => sales.delete(`/api/price/approve/${kind}/${pharmacy.path}/${id}/OTC`),
    periods: async (apoId = pharmacy.apoId) => {
      const { rows } = await database.pool.query<{ text: string }>(
        `SELECT concat_ws(' ', state, price, begins_on, ends_on) AS text FROM price_period WHERE apo_id = $1 ORDER BY id`,
        [apoId],
      );
      return rows.map(({ text }) => text);
    },
    history: async () => {
      const { rows } = await database.pool.query<{ text: string }>(
        `SELECT concat_ws(': ', user_name, event) AS text FROM history_entry WHERE apo_id = $1 ORDER BY id`,
        [pharmacy.apoId],
      );
      return rows.map(({ text }) => text);
    },
    async close() {
      expect(await brokenInvariants(database)).toEqual([]);
      await portal.close();
    },
  };
  return stage;
}
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** A price with days, as the browser sends it. */
export const dated = (pzn: string, price: number, validTo?: string | null, validFrom?: string) =>
  edit(pzn, price, {
    editedPermanent: validTo !== undefined,
    ...(validTo === undefined ? {} : { validTo }),
    ...(validFrom === undefined ? {} : { validFrom }),
  });
