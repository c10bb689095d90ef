import { createRandom } from './random.ts';

/** How a pharmacy is addressed: role and path use the crmCompanyId, tables and file names the apoId. */
export interface DemoPharmacyRef {
  crmCompanyId: number;
  apoId: number;
  /** Path token, 32 hexadecimal digits */
  token: string;
}

/** The demo pharmacy with this crmCompanyId (100101 … 100159 and 100190). Tokens follow from the number, for demo data only. */
export function demoPharmacyRef(crmCompanyId: number): DemoPharmacyRef {
  const random = createRandom(Math.imul(crmCompanyId, 0x9e3779b1));
  const token = `${random.hex()}${random.hex()}${random.hex()}${random.hex()}`;
  return { crmCompanyId, apoId: crmCompanyId + 100_000, token };
}

/** Every demo crmCompanyId in ascending order: 60 pharmacies, numbers may skip. */
export const DEMO_CRM_IDS: readonly number[] = [...Array.from({ length: 59 }, (_, index) => 100_101 + index), 100_190];

/** Full-size lists, open MDP for OTC and open QDP for FREIWAHL. */
export const OWNER_PHARMACY = demoPharmacyRef(100_101);
/** Main pharmacy of MIRROR_PHARMACY, open MDP for HILFSMITTEL. */
export const MAIN_PHARMACY = demoPharmacyRef(100_102);
export const MIRROR_PHARMACY = demoPharmacyRef(100_103);
/** Open released recalculation (LZD) for OTC: that list cannot be edited. */
export const BLOCKED_PHARMACY = demoPharmacyRef(100_104);
/** Contract not active, first calculation (LZD) for OTC released, users have access. */
export const FIRST_CALCULATION_PHARMACY = demoPharmacyRef(100_105);
/** The same with the LZD not yet released: lock icon, hidden from customers. */
export const LOCKED_LZD_PHARMACY = demoPharmacyRef(100_106);
/** The same and no access issued to its users yet (userEmails null). */
export const NO_ACCESS_PHARMACY = demoPharmacyRef(100_107);
export const NO_PILOT_PHARMACY = demoPharmacyRef(100_108);
/** HILFSMITTEL holds no article. */
export const EMPTY_GROUP_PHARMACY = demoPharmacyRef(100_109);
/** A main pharmacy with three mirrors. */
export const MANY_MIRRORS_PHARMACY = demoPharmacyRef(100_110);
/** Ordered, its users have no access yet: 'Bestellt'. */
export const ORDERED_PHARMACY = demoPharmacyRef(100_114);
export const CANCELLED_PHARMACY = demoPharmacyRef(100_115);
export const INACTIVE_PHARMACY = demoPharmacyRef(100_116);
export const AT_PHARMACY = demoPharmacyRef(100_190);

/** Mirror → main, by crmCompanyId. */
export const DEMO_MIRRORS: Readonly<Record<number, number>> = {
  100_103: 100_102,
  100_111: 100_110,
  100_112: 100_110,
  100_113: 100_110,
  100_121: 100_120,
  100_131: 100_130,
};

export type DemoScale = 'full' | 'small';

/** Rows of OWNER_PHARMACY's lists, exclusions included. */
export const OWNER_ROWS = {
  full: { OTC: 20_000, FREIWAHL: 8_000, HILFSMITTEL: 3_000 },
  small: { OTC: 600, FREIWAHL: 300, HILFSMITTEL: 200 },
} as const;

/** Rows of OWNER_PHARMACY's open packages. */
export const OWNER_PACKAGE_ROWS = {
  full: { mdpOtc: 1_500, qdpFreiwahl: 400 },
  small: { mdpOtc: 60, qdpFreiwahl: 30 },
} as const;
