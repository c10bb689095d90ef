import { ENDPOINTS } from '@portal/contracts';
import { PRODUCT_GROUPS } from '@portal/rules';
import type { Deps } from '../../deps.ts';
import type { Mount } from '../../http/mount.ts';
import { readDashboard } from './read-dashboard.ts';
import { groupMirrors, readPharmacies } from './read-pharmacies.ts';

/** Pharmacy list, dashboard and the groups of a pharmacy. */
export function mountPharmacies(mount: Mount, { database, clock }: Deps): void {
  mount(ENDPOINTS.listPharmacies, async ({ caller }) => ({
    pharmacies: groupMirrors(await readPharmacies(database.pool, caller.access)),
  }));

  mount(ENDPOINTS.getDashboard, ({ pharmacy, caller }) => readDashboard({ database, clock }, pharmacy, caller));

  mount(ENDPOINTS.getProductGroupInfo, async ({ pharmacy }) => {
    const rows = await database.prisma.listVersion.findMany({ where: { apoId: pharmacy.listApoId } });
    const data = PRODUCT_GROUPS.flatMap((productGroup) => {
      const row = rows.find((candidate) => candidate.productGroup === productGroup);
      if (!row || row.itemCount + row.negativeCount === 0) return [];
      return [{ productGroup, count: row.itemCount, negative: row.negativeCount }];
    });
    return { status: 'OK' as const, data };
  });
}
