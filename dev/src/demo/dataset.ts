import { type ApprovalFlag, type BerlinDay, PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import { AUTHORS, type DemoAuthor, OTHER_PHARMACISTS } from './authors.ts';
import { changeDays } from './calendar.ts';
import {
  BLOCKED_PHARMACY,
  type DemoScale,
  EMPTY_GROUP_PHARMACY,
  MAIN_PHARMACY,
  OWNER_PHARMACY,
  OWNER_ROWS,
} from './constants.ts';
import { countList, createList, type DemoItem, ordinaryRows } from './lists.ts';
import { createOpenPackages } from './open-packages.ts';
import type { DemoFlags, DemoPackage } from './packages.ts';
import { changeInstant, createPast, type DemoEvent, versionOf } from './past.ts';
import { createPharmacies, type DemoPharmacy } from './pharmacies.ts';
import { createProducts, type DemoProduct } from './products.ts';
import { createRandom, type Random } from './random.ts';

/** A row of the table list_version. */
export interface DemoListVersion extends DemoFlags {
  apoId: number;
  group: ProductGroup;
  version: number;
  itemCount: number;
  negativeCount: number;
  lastChange: Date | null;
}

/** One pharmacy's group with all that hangs on it. */
export interface DemoListData {
  items: DemoItem[];
  /** When each change date happened in this list */
  instants: Date[];
  version: DemoListVersion;
  packages: DemoPackage[];
  events: DemoEvent[];
}

export interface DemoDataset {
  pharmacies: DemoPharmacy[];
  products: Record<ProductGroup, DemoProduct[]>;
  /** The lists one after the other, so that only one has to be held; to be walked once. */
  lists(): Generator<DemoListData>;
}

const LARGE_ROWS: Readonly<Record<number, Record<ProductGroup, number>>> = {
  [MAIN_PHARMACY.crmCompanyId]: { OTC: 5_000, FREIWAHL: 2_400, HILFSMITTEL: 1_200 },
  [BLOCKED_PHARMACY.crmCompanyId]: { OTC: 4_200, FREIWAHL: 1_800, HILFSMITTEL: 900 },
};

/** The whole demo world, the same for the same `now` and scale. */
export function createDataset(now: Date, scale: DemoScale): DemoDataset {
  const pharmacies = createPharmacies();
  const products = createProducts(scale);
  const dates = changeDays(now);
  return {
    pharmacies,
    products,
    *lists() {
      for (const pharmacy of pharmacies) {
        if (pharmacy.parentApoId !== null) continue;
        const random = createRandom(Math.imul(pharmacy.apoId, 0x85eb_ca6b));
        for (const group of PRODUCT_GROUPS)
          yield createGroup(random, pharmacy, group, products[group], dates, now, scale);
      }
    },
  };
}

function createGroup(
  random: Random,
  pharmacy: DemoPharmacy,
  group: ProductGroup,
  pool: readonly DemoProduct[],
  dates: readonly BerlinDay[],
  now: Date,
  scale: DemoScale,
): DemoListData {
  const { apoId } = pharmacy;
  const owner = apoId === OWNER_PHARMACY.apoId;
  const { items, unlisted } = createList(random, apoId, pool, rowCount(random, pharmacy, group, scale), dates.length);
  const flags = createFlags(random, pharmacy);
  const instants = dates.map((date) => changeInstant(date, apoId, PRODUCT_GROUPS.indexOf(group)));
  const authors = owner ? [AUTHORS.owner, AUTHORS.deputy] : [pharmacist(random, pharmacy)];
  const past = createPast(random, { apoId, group, items, instants }, dates, owner ? 0.1 : 0.03, authors);
  const added = createOpenPackages(random, { pharmacy, group, items, unlisted, flags }, now, scale);
  const lastDate = items.reduce((latest, item) => Math.max(latest, item.changedOn), -1);
  return {
    items,
    instants,
    version: {
      apoId,
      group,
      version: versionOf(instants.length - 1),
      ...flags,
      ...countList(items),
      lastChange: instants[lastDate] ?? null,
    },
    packages: [...past.flatMap((entry) => entry.package ?? []), ...added],
    events: [...past, ...added.flatMap(staffEvents)],
  };
}

/** What sales did to a package: uploaded and released a calculation, deleted an import (rule 11.1). */
function staffEvents(update: DemoPackage): DemoEvent[] {
  const entry = (event: string, createdAt: Date): DemoEvent => {
    return {
      id: 0,
      apoId: update.apoId,
      group: update.group,
      createdAt,
      event,
      author: AUTHORS.sales,
      package: update,
      listVersion: 0,
      changes: [],
    };
  };
  if (update.status === -1) return [entry('Monatsupdate gelöscht', update.updatedAt)];
  if (update.kind !== 'LZD') return [];
  const name = update.resetChoice === 0 ? 'Erstberechnung' : 'Neuberechnung';
  const uploaded = entry(`${name} hochgeladen`, update.createdAt);
  const released = new Date(update.createdAt.getTime() + 45 * 60_000);
  return update.readyForApproval ? [uploaded, entry(`${name} für Apotheke freigeschaltet`, released)] : [uploaded];
}

function rowCount(random: Random, pharmacy: DemoPharmacy, group: ProductGroup, scale: DemoScale): number {
  if (pharmacy.apoId === OWNER_PHARMACY.apoId) return OWNER_ROWS[scale][group];
  const large = LARGE_ROWS[pharmacy.crmCompanyId];
  if (large) return scale === 'full' ? large[group] : Math.round(large[group] / 20);
  const ordinary = ordinaryRows(random, group, scale === 'small');
  const empty = pharmacy.apoId === EMPTY_GROUP_PHARMACY.apoId && group === 'HILFSMITTEL';
  // Without a contract there was no first calculation yet.
  return pharmacy.contractStatus === 0 || empty ? 0 : ordinary;
}

function pharmacist(random: Random, pharmacy: DemoPharmacy): DemoAuthor {
  const branch = pharmacy.apoId === MAIN_PHARMACY.apoId || pharmacy.apoId === BLOCKED_PHARMACY.apoId;
  return branch ? AUTHORS.branchManager : random.pick(OTHER_PHARMACISTS);
}

/** The pharmacies of the demo users confirm by hand with the clock behind them; the others as they like. */
function createFlags(random: Random, pharmacy: DemoPharmacy): DemoFlags {
  const monthly: ApprovalFlag[] = [0, 0, 0, 0, 1, 2];
  const quarterly: ApprovalFlag[] = [0, 0, 0, 1, 1, 2];
  const flags = { flag: random.pick(monthly), qdpFlag: random.pick(quarterly) };
  return pharmacy.crmCompanyId <= BLOCKED_PHARMACY.crmCompanyId ? { flag: 0, qdpFlag: 0 } : flags;
}
