import { isStaff, type Person } from '../people.ts';
import { pharmacyOf, type World } from '../state.ts';

/**
 * Kinds of calls on a pharmacy. `write` is refused on mirrors, `staffOnly` is for admin or sales, `edits` changes prices or lets
 * the clock change them, `status` tells of a pharmacy without pilot access that it has none.
 */
export type Call = { pharmacy: number; write?: boolean; staffOnly?: boolean; edits?: boolean; status?: boolean };

/**
 * Rights come before everything else (rule 1.4): 401 without a token; 403 for Austrian customers, service accounts
 * outside their calls, foreign pharmacies, what is for staff, writes on a mirror, and customers of a pharmacy without pilot
 * access. Staff may look at such a pharmacy, upload there and delete what was uploaded; nobody edits (ADR 1).
 */
export function rightsRefuse(world: World, person: Person, call: Call): number | null {
  if (person.who === 'nobody') return 401;
  const { pilot, parent } = pharmacyOf(world, call.pharmacy);
  const ownPharmacy = (person.who === 'owner' || person.who === 'deputy') && person.of === call.pharmacy;
  if (isStaff(person) ? !pilot && call.edits : !ownPharmacy || call.staffOnly || (!pilot && !call.status)) return 403;
  return call.write && parent !== null ? 403 : null;
}

/** Calls that name no pharmacy in their path and are for admin or sales. */
export function staffOnlyRefuses(person: Person): number | null {
  if (person.who === 'nobody') return 401;
  return isStaff(person) ? null : 403;
}

/** Deliveries are for the pricing engine and staff. */
export function deliveryRefuses(world: World, person: Person, pharmacy: number): number | null {
  if (person.who === 'nobody') return 401;
  if (person.who !== 'engine' && !isStaff(person)) return 403;
  return pharmacyOf(world, pharmacy).parent === null ? null : 403;
}
