import { expect } from '@jest/globals';
import { type Client, startPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, testPzn } from '../support/seed.ts';
import { brokenInvariants, readList } from './support.ts';

/** On the list of OTC by the type of their price, with `gone` in no package; `other` is on the list of FREIWAHL, `fresh` on none. */
export const [calculated, excluded, own, permanent, fresh, other, gone] = [1, 2, 3, 4, 5, 6, 7].map(testPzn) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

/** A portal with one pharmacy, its owner, a deputy and a sales person. */
export async function openStage() {
  const portal = await startPortal();
  const { database } = portal;
  const pharmacy = await seedPharmacy(database, 1);
  await seedList(database, pharmacy, 'OTC', [
    { pzn: calculated },
    { pzn: excluded, type: 1 },
    { pzn: own, type: 2, manual: '8.00' },
    { pzn: permanent, type: 3, manual: '7.00' },
    { pzn: gone },
  ]);
  await seedList(database, pharmacy, 'FREIWAHL', [{ pzn: other }]);
  const at = (kind: string, id: number, step = '') => `/api/price/${step}${kind}/${pharmacy.path}/${id}/OTC`;
  const put =
    (step: string) =>
    (client: Client, kind: string, id: number, products: object[] = [], more: object = {}) =>
      client.put(at(kind, id, step), { products, ...more });
  return {
    portal,
    pharmacy,
    owner: await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]),
    deputy: await portal.as('Jonas Klein', [`TP_user_${pharmacy.crmCompanyId}`]),
    sales: await portal.as('Tobias Sommer', ['solvena_sales']),
    at,
    approve: put('approve/'),
    save: put('save/'),
    list: () => readList(database, pharmacy.apoId),
    status: async (id: number) => (await database.prisma.priceUpdate.findFirstOrThrow({ where: { id } })).status,
    /** The history: event, who it was, and whether there is a log. */
    events: async () =>
      (await database.prisma.historyEntry.findMany({ orderBy: { id: 'asc' } })).map(
        (entry) => `${entry.event} / ${entry.userName} / ${entry.hasLog}`,
      ),
    async close() {
      expect(await brokenInvariants(database)).toEqual([]);
      await portal.close();
    },
  };
}
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** A row as the browser sends it. */
export const edit = (pzn: string, editedPrice: number | null, editedPermanent = false, editedIgnore = false) => ({
  pzn,
  editedPrice,
  editedPermanent,
  editedIgnore,
});

/** A row of the list as `list` reads it. */
export const row = (type: number, price: string | null, manual: string | null = null) => ({
  type,
  calculated: price,
  manual,
});
