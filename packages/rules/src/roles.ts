import { normalizeCountry } from './country.ts';

/** The number is the crmCompanyId (rule 1.4). */
export const ROLE = {
  admin: 'solvena_admin',
  sales: 'solvena_sales',
  customer: 'solvena_customer',
  pharmacy: 'TP_pharmacy',
  pricingEngine: 'pricing_engine',
  customerCentre: 'customer_centre',
} as const;
export const ROLE_PREFIX = { user: 'TP_user_', admin: 'TP_admin_', tillSync: 'till_sync_' } as const;

export type Access = {
  readonly staff: boolean;
  readonly admin: boolean;
  readonly sales: boolean;
  readonly customer: boolean;
  /** `adminCrmIds` included */
  readonly pharmacyCrmIds: readonly number[];
  readonly adminCrmIds: readonly number[];
  readonly tillSyncCrmIds: readonly number[];
  readonly pricingEngine: boolean;
  readonly customerCentre: boolean;
  /** Austria: every call is refused */
  readonly refusedCountry: boolean;
  /** with the derived ones */
  readonly roles: readonly string[];
};

export type RoleClaims = {
  readonly realm_access?: unknown;
  readonly resource_access?: unknown;
};

/** Realm and clients, each once; malformed ones are left out. Rule 1.10. */
export function readRoles(claims: RoleClaims): string[] {
  const clients = isRecord(claims.resource_access) ? Object.values(claims.resource_access) : [];
  return [...new Set([claims.realm_access, ...clients].flatMap(rolesOf))];
}

function rolesOf(holder: unknown): string[] {
  if (!isRecord(holder) || !Array.isArray(holder.roles)) return [];
  return holder.roles.filter((role) => typeof role === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function deriveRoles(roles: readonly string[]): string[] {
  const users = crmIds(roles, ROLE_PREFIX.admin).map((id) => `${ROLE_PREFIX.user}${id}`);
  const all = new Set([...roles, ...users]);
  if (crmIds([...all], ROLE_PREFIX.user).length > 0) all.add(ROLE.pharmacy);
  return [...all];
}

export function accessFrom(tokenRoles: readonly string[], country: string | null | undefined): Access {
  const roles = deriveRoles(tokenRoles);
  const admin = roles.includes(ROLE.admin);
  const sales = roles.includes(ROLE.sales);
  return {
    staff: admin || sales,
    admin,
    sales,
    customer: roles.includes(ROLE.customer),
    pharmacyCrmIds: crmIds(roles, ROLE_PREFIX.user),
    adminCrmIds: crmIds(roles, ROLE_PREFIX.admin),
    tillSyncCrmIds: crmIds(roles, ROLE_PREFIX.tillSync),
    pricingEngine: roles.includes(ROLE.pricingEngine),
    customerCentre: roles.includes(ROLE.customerCentre),
    refusedCountry: isRefusedCountry(roles, country),
    roles,
  };
}

/** The pricing engine only: products are the same for all pharmacies (ADR 27). */
export function mayChangeProducts({ pricingEngine, staff }: Pick<Access, 'pricingEngine' | 'staff'>): boolean {
  return pricingEngine && !staff;
}

/** Rule 1.7. */
export function isRefusedCountry(roles: readonly string[], country: string | null | undefined): boolean {
  return normalizeCountry(country) === 'AT' && roles.includes(ROLE.customer);
}

/** Ascending: providers give no order. */
function crmIds(roles: readonly string[], prefix: string): number[] {
  const ids = roles
    .filter((role) => role.startsWith(prefix))
    .map((role) => role.slice(prefix.length))
    .filter((id) => /^[1-9]\d{0,14}$/.test(id))
    .map(Number);
  return [...new Set(ids)].sort((a, b) => a - b);
}
