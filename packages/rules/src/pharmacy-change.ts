import { PHARMACY_ACTIVE } from './pharmacy.ts';
import type { PharmacyRecord, PharmacyRefusal } from './pharmacy-record.ts';

export type StoredPharmacy = {
  readonly apoId: number;
  readonly crmCompanyId: number;
  readonly token: string;
  readonly name: string;
  readonly street: string;
  readonly zipcode: string;
  readonly city: string;
  readonly country: string;
  readonly betriebsNr: string | null;
  readonly active: number;
  readonly pilotAccess: boolean;
  readonly contractStatus: number;
  readonly userAccessActivated: boolean;
  readonly userEmails: string | null;
  /** `changedAt` of the newest that was taken in; null: none was */
  readonly crmChangedAt: Date | null;
  /** When an approval last set `active`. */
  readonly activeChangedAt: Date | null;
};

/** With what was there before. */
const CHANGEABLE = [
  'name',
  'street',
  'zipcode',
  'city',
  'country',
  'betriebsNr',
  'active',
  'pilotAccess',
  'token',
] as const satisfies readonly (keyof StoredPharmacy)[];
export type ChangedPharmacyField = (typeof CHANGEABLE)[number];

export type PharmacyDecision =
  | ({ readonly outcome: 'refused' } & PharmacyRefusal)
  | { readonly outcome: 'created' | 'changed' | 'unchanged'; readonly pharmacy: StoredPharmacy };

/** Pharmacies with one of the numbers. */
export type NumberOwners = {
  readonly byCrmCompanyId: StoredPharmacy | undefined;
  readonly byApoId: StoredPharmacy | undefined;
};

/**
 * Rules 23.3 to 23.6: what a record makes of what is known.
 * @param makeToken asked where the portal has to make one
 * @param renews the caller wants a new token
 */
export function decidePharmacy(
  record: PharmacyRecord,
  owners: NumberOwners,
  { makeToken, renews = false }: { makeToken: () => string; renews?: boolean },
): PharmacyDecision {
  const { byCrmCompanyId: known, byApoId } = owners;
  if (known && known.apoId !== record.apoId)
    return taken('apoId', `Die crmCompanyId ${record.crmCompanyId} gehört zur Apotheke mit der ApoID ${known.apoId}.`);
  if (byApoId && byApoId.crmCompanyId !== record.crmCompanyId) {
    const message = `Die ApoID ${record.apoId} gehört zur Apotheke mit der crmCompanyId ${byApoId.crmCompanyId}.`;
    return taken('crmCompanyId', message);
  }
  if (renews && record.token !== undefined) {
    const message = 'Entweder ein eigenes Token oder ein neues von TruePrice: beides zugleich geht nicht.';
    return { outcome: 'refused', reason: 'invalid', field: 'token', message };
  }
  const zipIssue = zipcodeIssue(record.zipcode, record.country ?? known?.country ?? 'DE');
  if (zipIssue) return { outcome: 'refused', reason: 'invalid', field: 'zipcode', message: zipIssue };
  if (!known) return { outcome: 'created', pharmacy: createdFrom(record, makeToken) };
  const renewed = renews ? { token: makeToken() } : {};
  const isOlder = isBefore(record, known.crmChangedAt);
  const pharmacy = { ...(isOlder ? known : changedBy(known, record)), ...renewed };
  return { outcome: changedFields(known, pharmacy).length > 0 ? 'changed' : 'unchanged', pharmacy };
}

/** In the order of the record. */
export function changedFields(before: StoredPharmacy, after: StoredPharmacy): ChangedPharmacyField[] {
  return CHANGEABLE.filter((field) => before[field] !== after[field]);
}

function taken(field: 'apoId' | 'crmCompanyId', message: string): PharmacyDecision {
  return { outcome: 'refused', reason: 'numberTaken', field, message: `${message} Nummern wechseln nie die Apotheke.` };
}

/** 1067 is Dresden without its zero. */
function zipcodeIssue(zipcode: string, country: string): string | undefined {
  if (country === 'DE' && !/^\d{5}$/.test(zipcode))
    return 'Die Postleitzahl muss in Deutschland 5 Ziffern haben (führende Null nicht vergessen).';
  if (country === 'AT' && !/^\d{4}$/.test(zipcode)) return 'Die Postleitzahl muss in Österreich 4 Ziffern haben.';
  return zipcode.length > 12 ? 'Die Postleitzahl hat mehr als 12 Zeichen.' : undefined;
}

function createdFrom(record: PharmacyRecord, makeToken: () => string): StoredPharmacy {
  const { changedAt, contractStatus = 0, userAccessActivated = false, userEmails = null, ...rest } = record;
  return {
    ...rest,
    country: rest.country ?? 'DE',
    betriebsNr: rest.betriebsNr ?? null,
    pilotAccess: rest.pilotAccess ?? true,
    token: rest.token ?? makeToken(),
    contractStatus,
    userAccessActivated,
    userEmails,
    active: activeOf(record.active, { contractStatus, active: PHARMACY_ACTIVE.active }),
    crmChangedAt: new Date(changedAt),
    activeChangedAt: null,
  };
}

function isBefore({ changedAt }: PharmacyRecord, moment: Date | null): boolean {
  return moment !== null && changedAt < moment.getTime();
}

function changedBy(known: StoredPharmacy, record: PharmacyRecord): StoredPharmacy {
  const { name, street, zipcode, city, changedAt } = record;
  const isDecidedLater = isBefore(record, known.activeChangedAt);
  return {
    ...known,
    name,
    street,
    zipcode,
    city,
    country: record.country ?? known.country,
    betriebsNr: record.betriebsNr === undefined ? known.betriebsNr : record.betriebsNr,
    pilotAccess: record.pilotAccess ?? known.pilotAccess,
    token: record.token ?? known.token,
    active: isDecidedLater ? known.active : activeOf(record.active, known),
    crmChangedAt: new Date(changedAt),
  };
}

/** Rule 23.6: nobody orders what he pays for already. */
function activeOf(
  given: number,
  { contractStatus, active }: Pick<StoredPharmacy, 'contractStatus' | 'active'>,
): number {
  return given === PHARMACY_ACTIVE.ordered && contractStatus === 1 ? active : given;
}
