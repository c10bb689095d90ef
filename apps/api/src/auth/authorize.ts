import type { AccessRule, WithoutPilot } from '@portal/contracts';
import type { Access } from '@portal/rules';
import type { Queryable } from '../db/database.ts';
import { forbidden, mirrorReadOnly, noPilotAccess, notSignedIn, wrongCountry } from '../http/errors.ts';
import { hasPilotAccess, type PharmacyContext, resolvePharmacy } from './pharmacy-access.ts';
import type { Caller } from './verifier.ts';

/** Rule 1.6. */
const PHARMACY_PARAMS = ['pharmacyId', 'apoId', 'crmId', 'crmCompanyId'] as const;

export type Authorized = { caller: Caller | undefined; pharmacy: PharmacyContext | undefined };

/**
 * By the call's declared access (rule 13.1). Rules 1.7, 1.8 and 1.9.
 * @throws PortalError 401, 403
 */
export async function authorize(
  db: Queryable,
  rule: AccessRule,
  caller: Caller | undefined,
  params: Readonly<Record<string, unknown>>,
): Promise<Authorized> {
  if (rule.kind === 'public') return { caller, pharmacy: undefined };
  if (!caller) throw notSignedIn();
  const { access } = caller;
  if (access.refusedCountry) throw wrongCountry();
  switch (rule.kind) {
    case 'signedIn':
      if (!isPortalUser(access)) throw forbidden();
      return { caller, pharmacy: undefined };
    case 'staff':
      if (!access.staff || (rule.adminOnly && !access.admin)) throw forbidden();
      return { caller, pharmacy: undefined };
    case 'service':
      if (rule.orStaff && access.staff) return { caller, pharmacy: undefined };
      if (!hasServiceRole(rule.role, access, params.crmCompanyId)) throw forbidden();
      if (rule.withoutPilot === 'nobody' && !(await hasPilotAccess(db, params.crmCompanyId))) throw noPilotAccess();
      return { caller, pharmacy: undefined };
    case 'pharmacy': {
      if (rule.staffOnly && !access.staff) throw forbidden();
      const id = PHARMACY_PARAMS.map((name) => params[name]).find((value) => typeof value === 'number');
      if (id === undefined || typeof params.token !== 'string') throw new Error('a pharmacy call without id and token');
      const pharmacy = await resolvePharmacy(db, id, params.token, access);
      if (!pharmacy.pilotAccess && !mayWithoutPilot(rule.withoutPilot, access)) throw noPilotAccess();
      if (rule.write && pharmacy.parentApoId !== null) throw mirrorReadOnly();
      return { caller, pharmacy };
    }
  }
}

/** The access of the pharmacy in the address counts, also of a mirror (ADR 1). */
function mayWithoutPilot(allowed: WithoutPilot, { staff }: Access): boolean {
  return allowed === 'everybody' || (allowed === 'staff' && staff);
}

/** The role of a till names its pharmacy (rule 1.10). */
function hasServiceRole(
  role: Extract<AccessRule, { kind: 'service' }>['role'],
  access: Access,
  crmCompanyId: unknown,
): boolean {
  if (role === 'pricing_engine') return access.pricingEngine;
  if (role === 'customer_centre') return access.customerCentre;
  return typeof crmCompanyId === 'number' && access.tillSyncCrmIds.includes(crmCompanyId);
}

/** Staff, customers and pharmacy people; service accounts are none. */
function isPortalUser(access: Access): boolean {
  return access.staff || access.customer || access.pharmacyCrmIds.length > 0;
}
