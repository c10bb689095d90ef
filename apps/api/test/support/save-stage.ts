import type { PriceEditRow } from '@portal/contracts';
import { type Client, startPortal } from './portal.ts';
import { seedList, seedPharmacy, testPzn } from './seed.ts';

/** `a` and `b` have a calculated price, as `c` on the list of FREIWAHL; the others the type they are called by. */
export const [a, b, c, excluded, own, permanent] = [1, 2, 3, 4, 5, 6].map(testPzn) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
export const unlisted = testPzn(50);

/** A portal with one pharmacy and its lists, for saves. */
export async function openStage() {
  const portal = await startPortal();
  const { prisma } = portal.database;
  const pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(portal.database, pharmacy, 'OTC', [
    { pzn: a },
    { pzn: b },
    { pzn: excluded, type: 1 },
    { pzn: own, type: 2, manual: '8.00' },
    { pzn: permanent, type: 3, manual: '7.00' },
  ]);
  await seedList(portal.database, pharmacy, 'FREIWAHL', [{ pzn: c }]);
  const { apoId } = pharmacy;
  const history = () => prisma.historyEntry.findMany({ where: { apoId }, orderBy: { id: 'asc' } });
  const changes = () => prisma.priceChange.findMany({ where: { apoId }, orderBy: { id: 'asc' } });
  return {
    portal,
    pharmacy,
    owner: await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]),
    deputy: await portal.as('Jonas Klein', [`TP_user_${pharmacy.crmCompanyId}`]),
    sales: await portal.as('Tobias Sommer', ['solvena_sales']),
    save: (client: Client, products: object[], more: object = {}) =>
      client.put(`/api/price/${pharmacy.path}`, { products, ...more }),
    async item(pzn: string) {
      const row = await prisma.priceItem.findUnique({ where: { apoId_pzn: { apoId, pzn } } });
      return (
        row && {
          type: row.priceType,
          manual: row.manualPrice?.toFixed(2) ?? null,
          calculated: row.calculatedPrice?.toFixed(2) ?? null,
        }
      );
    },
    history,
    changes,
    /** Everything a save may touch, to prove that a refused one touched nothing. */
    everything: async () => ({
      items: await prisma.priceItem.findMany({ orderBy: [{ apoId: 'asc' }, { pzn: 'asc' }] }),
      versions: await prisma.listVersion.findMany({ orderBy: [{ apoId: 'asc' }, { productGroup: 'asc' }] }),
      history: await history(),
      changes: await changes(),
    }),
    close: () => portal.close(),
  };
}
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** A row as the browser sends it. */
export const edit = (pzn: string, priceEdit: number | null, more: Partial<PriceEditRow> = {}): PriceEditRow => ({
  pzn,
  priceEdit,
  editedPermanent: false,
  editedIgnore: false,
  ...more,
});
