import type { UpdateKind } from './package-kinds.ts';
import type { ProductGroup } from './product-groups.ts';

const STAFF = ['solvena_admin', 'solvena_sales'] as const;
const PHARMACY_PAGE = [...STAFF, 'TP_user'] as const;

/** Rule 1.5 ('verlauf': rule 11.8, 'vergleich': rule 2.25, 'zeitraeume': rule 17.9, 'kassenabgleich': rule 9.30, 'regal': rule 21.1). The logo leads to the root. */
export const ROUTE_ROLES = {
  '': [...STAFF, 'solvena_customer', 'TP_user'],
  admin: PHARMACY_PAGE,
  'admin/export': STAFF,
  'admin/pipeline': STAFF,
  'admin/uploads': STAFF,
  'admin/deliveries': STAFF,
  'p/:pharmacyId/:pharmacyToken': PHARMACY_PAGE,
  'p/:pharmacyId/:pharmacyToken/history': STAFF,
  'p/:pharmacyId/:pharmacyToken/verlauf': PHARMACY_PAGE,
  'p/:pharmacyId/:pharmacyToken/vergleich/:type': PHARMACY_PAGE,
  'p/:pharmacyId/:pharmacyToken/zeitraeume': PHARMACY_PAGE,
  'p/:pharmacyId/:pharmacyToken/kassenabgleich': PHARMACY_PAGE,
  'p/:pharmacyId/:pharmacyToken/regal': PHARMACY_PAGE,
  'p/:pharmacyId/:pharmacyToken/settings': PHARMACY_PAGE,
  'p/:pharmacyId/:pharmacyToken/pricelist/:type': PHARMACY_PAGE,
  'p/:pharmacyId/:pharmacyToken/mdp/:mdpId/:productType': PHARMACY_PAGE,
  'p/:pharmacyId/:pharmacyToken/qdp/:mdpId/:productType': PHARMACY_PAGE,
  'p/:pharmacyId/:pharmacyToken/lzd/:lzdId/:productType': PHARMACY_PAGE,
} as const satisfies Record<string, readonly string[]>;
export type GuardedRoute = keyof typeof ROUTE_ROLES;

/** The page with the camera, a document of its own (rule 21.6). */
export function isShelfPage(path: string): boolean {
  return /^\/p\/[^/]+\/[^/]+\/regal\/?$/i.test(path);
}

/** The page of a package below that of its pharmacy: 'mdp/4711/OTC' (rules 1.5 and 2.12). */
export function packagePath(update: { kind: UpdateKind; id: number; productGroup: ProductGroup }): string {
  return `${update.kind.toLowerCase()}/${update.id}/${update.productGroup}`;
}

/** @param roles with the derived ones */
export function mayEnterRoute(roles: readonly string[], allowedPrefixes: readonly string[]): boolean {
  return (
    allowedPrefixes.length === 0 || roles.some((role) => allowedPrefixes.some((prefix) => role.startsWith(prefix)))
  );
}
