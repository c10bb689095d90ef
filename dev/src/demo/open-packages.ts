import type { ProductGroup } from '@portal/rules';
import { AUTHORS } from './authors.ts';
import {
  BLOCKED_PHARMACY,
  type DemoScale,
  FIRST_CALCULATION_PHARMACY,
  LOCKED_LZD_PHARMACY,
  MAIN_PHARMACY,
  NO_ACCESS_PHARMACY,
  OWNER_PACKAGE_ROWS,
  OWNER_PHARMACY,
} from './constants.ts';
import type { DemoItem } from './lists.ts';
import { newProductItem, updateItem } from './package-items.ts';
import { type DemoFlags, type DemoPackage, deletedPackage, openCalculation, openPackage } from './packages.ts';
import type { DemoPharmacy } from './pharmacies.ts';
import { charmPrice, type DemoProduct } from './products.ts';
import type { Random } from './random.ts';

/** A pharmacy's group as the packages are made from it. */
export interface DemoGroup {
  pharmacy: DemoPharmacy;
  group: ProductGroup;
  items: readonly DemoItem[];
  unlisted: readonly DemoProduct[];
  flags: DemoFlags;
}

/** The open packages of a group and, for one group, a deleted one. Never two open ones of a kind. */
export function createOpenPackages(random: Random, list: DemoGroup, now: Date, scale: DemoScale): DemoPackage[] {
  const { pharmacy, group } = list;
  const make = packageMaker(random, list, now);
  const rows = OWNER_PACKAGE_ROWS[scale];
  switch (pharmacy.crmCompanyId) {
    case OWNER_PHARMACY.crmCompanyId:
      if (group === 'OTC') return [make.mdp(rows.mdpOtc)];
      return group === 'FREIWAHL' ? [make.qdp(rows.qdpFreiwahl), make.deleted(25)] : [];
    case MAIN_PHARMACY.crmCompanyId:
      if (group === 'HILFSMITTEL') return [withDrafts(random, make.mdp(120))];
      return group === 'FREIWAHL' ? [make.qdp(80)] : [];
    case BLOCKED_PHARMACY.crmCompanyId:
      if (group === 'OTC') return [make.recalculation()];
      return group === 'HILFSMITTEL' ? [make.mdp(90)] : [];
    case FIRST_CALCULATION_PHARMACY.crmCompanyId:
      return group === 'OTC' ? [make.firstCalculation(true)] : [];
    case LOCKED_LZD_PHARMACY.crmCompanyId:
    case NO_ACCESS_PHARMACY.crmCompanyId:
      return group === 'OTC' ? [make.firstCalculation(false)] : [];
    default:
      return pharmacy.active === 1 && list.items.length > 0 ? sprinkle(random, make, list.flags) : [];
  }
}

/** Some pharmacies of the staff list have something open; packages confirmed at once are never open. */
function sprinkle(random: Random, make: ReturnType<typeof packageMaker>, flags: DemoFlags): DemoPackage[] {
  const packages: DemoPackage[] = [];
  if (random.chance(0.25) && flags.flag !== 1) packages.push(make.mdp(random.int(5, 60)));
  if (random.chance(0.15) && flags.qdpFlag !== 2) packages.push(make.qdp(random.int(5, 40)));
  if (random.chance(0.05)) packages.push(make.recalculation());
  return packages;
}

function packageMaker(random: Random, { pharmacy, group, items, unlisted, flags }: DemoGroup, now: Date) {
  const { apoId } = pharmacy;
  const listed = (kind: 'MDP' | 'LZD', count: number) =>
    items.slice(0, count).map((item) => updateItem(random, kind, item));
  const fresh = (kind: 'QDP' | 'LZD', count: number) =>
    unlisted.slice(0, count).map((product) => newProductItem(random, kind, product));
  return {
    mdp: (rows: number) => openPackage({ kind: 'MDP', apoId, group, items: listed('MDP', rows) }, flags, now, 2),
    qdp: (rows: number) => openPackage({ kind: 'QDP', apoId, group, items: fresh('QDP', rows) }, flags, now, 6),
    deleted: (rows: number) => {
      const { createdAt } = openPackage({ kind: 'MDP', apoId, group, items: [] }, { flag: 2, qdpFlag: 0 }, now, 40);
      return deletedPackage({ kind: 'MDP', apoId, group, items: listed('MDP', rows) }, createdAt, AUTHORS.sales.name);
    },
    recalculation: () => {
      const rows = [...listed('LZD', Math.ceil(items.length * 0.97)), ...fresh('LZD', Math.ceil(items.length * 0.03))];
      return openCalculation({ apoId, group, items: rows }, now, { released: true, resetChoice: 1, days: 3 });
    },
    firstCalculation: (released: boolean) =>
      openCalculation({ apoId, group, items: fresh('LZD', 300) }, now, { released, resetChoice: 0, days: 4 }),
  };
}

/** Some rows carry corrections that the branch manager has stored but not approved. */
function withDrafts(random: Random, open: DemoPackage): DemoPackage {
  const items = open.items.map((item, index) => {
    if (index % 20 !== 0) return item;
    const price = charmPrice(item.calculatedPrice + 100, random);
    return {
      ...item,
      inactive: false,
      edit: { price, permanent: index % 40 === 0, ignore: false, by: AUTHORS.branchManager.name },
    };
  });
  return { ...open, items };
}
