import { normalizeCountry } from './country.ts';

/** Role names and prefixes (rule 1.4). The number behind a prefix is the crmCompanyId. */
export const ROLE = {
  admin: 'solvena_admin',
  sales: 'solvena_sales',
  customer: 'solvena_customer',
  pharmacy: 'TP_pharmacy',
  pricingEngine: 'pricing_engine',
} as const;
export const ROLE_PREFIX = { user: 'TP_user_', admin: 'TP_admin_', tillSync: 'till_sync_' } as const;

/** What a caller may do, read from the roles once. */
export type Access = {
  /** admin or sales */
  readonly staff: boolean;
  readonly admin: boolean;
  readonly sales: boolean;
  readonly customer: boolean;
  /** crmCompanyIds whose pharmacy pages are open, those of `adminCrmIds` included */
  readonly pharmacyCrmIds: readonly number[];
  readonly adminCrmIds: readonly number[];
  /** crmCompanyIds whose prices a till job may pull */
  readonly tillSyncCrmIds: readonly number[];
  readonly pricingEngine: boolean;
  /** true for the customer role from Austria: every call is refused */
  readonly refusedCountry: boolean;
  /** the roles with the derived ones */
  readonly roles: readonly string[];
};

/** The parts of an access token that carry roles. */
export type RoleClaims = {
  readonly realm_access?: unknown;
  readonly resource_access?: unknown;
};

/** The roles of a token: those of the realm and of every client, each once. Anything not shaped like roles is left out (rule 1.10). */
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

/** Adds what roles imply: TP_admin_{id} gives TP_user_{id}, any TP_user_{id} gives TP_pharmacy (rule 1.4). */
export function deriveRoles(roles: readonly string[]): string[] {
  const users = crmIds(roles, ROLE_PREFIX.admin).map((id) => `${ROLE_PREFIX.user}${id}`);
  const all = new Set([...roles, ...users]);
  if (crmIds([...all], ROLE_PREFIX.user).length > 0) all.add(ROLE.pharmacy);
  return [...all];
}

/** Reads the access from the roles of a token and the country of the user. */
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
    refusedCountry: isRefusedCountry(roles, country),
    roles,
  };
}

/**
 * True for the pricing engine's service account, the only one whose deliveries change what is known of a product, its name and
 * group among it; they are the same for all pharmacies. An account with a staff role besides does not (ADR 27).
 */
export function mayChangeProducts({ pricingEngine, staff }: Pick<Access, 'pricingEngine' | 'staff'>): boolean {
  return pricingEngine && !staff;
}

/** Customers from Austria have no access (rule 1.7). */
export function isRefusedCountry(roles: readonly string[], country: string | null | undefined): boolean {
  return normalizeCountry(country) === 'AT' && roles.includes(ROLE.customer);
}

/** In ascending order: identity providers name roles in no particular one. */
function crmIds(roles: readonly string[], prefix: string): number[] {
  const ids = roles
    .filter((role) => role.startsWith(prefix))
    .map((role) => role.slice(prefix.length))
    .filter((id) => /^[1-9]\d{0,14}$/.test(id))
    .map(Number);
  return [...new Set(ids)].sort((a, b) => a - b);
}
