import { PRODUCT_GROUPS } from '@portal/rules';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { readDashboard } from './read-dashboard.ts';
import { groupMirrors, readPharmacies } from './read-pharmacies.ts';

/** Pharmacy list, dashboard and the groups of a pharmacy. */
export function pharmacyHandlers({
  database,
  clock,
}: Deps): Handlers<'listPharmacies' | 'getDashboard' | 'getProductGroupInfo'> {
  return {
    listPharmacies: async ({ caller }) => ({
      pharmacies: groupMirrors(await readPharmacies(database.pool, caller.access)),
    }),

    getDashboard: ({ pharmacy, caller }) => readDashboard({ database, clock }, pharmacy, caller),

    async getProductGroupInfo({ pharmacy }) {
      const rows = await database.prisma.listVersion.findMany({ where: { apoId: pharmacy.listApoId } });
      const data = PRODUCT_GROUPS.flatMap((productGroup) => {
        const row = rows.find((candidate) => candidate.productGroup === productGroup);
        if (!row || row.itemCount + row.negativeCount === 0) return [];
        return [{ productGroup, count: row.itemCount, negative: row.negativeCount }];
      });
      return { status: 'OK', data };
    },
  };
}
