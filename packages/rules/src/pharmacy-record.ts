import { normalizeCountry } from './country.ts';
import { textIssue } from './incoming-text.ts';
import { cleanName } from './person-name.ts';

/** What the customer centre says of a pharmacy. Rule 23.1. */
export type PharmacyRecord = {
  readonly crmCompanyId: number;
  readonly apoId: number;
  readonly name: string;
  readonly street: string;
  readonly zipcode: string;
  readonly city: string;
  /** Undefined, as the others: left as it is. */
  readonly country: string | undefined;
  readonly betriebsNr: string | null | undefined;
  readonly active: number;
  readonly pilotAccess: boolean | undefined;
  readonly token: string | undefined;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  readonly contractStatus: 0 | 1 | undefined;
  readonly userAccessActivated: boolean | undefined;
  readonly userEmails: 'issued' | null | undefined;
};
export type PharmacyField = keyof PharmacyRecord;

/** Why a pharmacy is not taken. */
export type PharmacyRefusal = {
  readonly field: PharmacyField | null;
  readonly reason: 'invalid' | 'numberTaken';
  /** German. */
  readonly message: string;
};

const MOST_NUMBER = 2_147_483_647;
const MOST_SMALL = 32_767;
const MOST_NAME = 120;
const TOKEN = /^[A-Za-z0-9_-]{1,128}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
/** A moment far ahead would hide later changes. */
const AHEAD_MS = 24 * 60 * 60 * 1000;

class Refused extends Error {
  readonly field: PharmacyField;
  constructor(field: PharmacyField, message: string) {
    super(message);
    this.field = field;
  }
}

export type ReadPharmacy = PharmacyRecord | PharmacyRefusal;

/**
 * Rule 23.2, but for `refuseAhead`.
 * @param given of any form
 */
export function readPharmacyRecord(given: unknown): ReadPharmacy {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { field: null, reason: 'invalid', message: 'Erwartet wird eine Apotheke mit ihren Feldern.' };
  try {
    return read(given as Readonly<Record<string, unknown>>);
  } catch (error) {
    if (error instanceof Refused) return { field: error.field, reason: 'invalid', message: error.message };
    throw error;
  }
}

/** For its answer. */
export function givenCrmCompanyId(given: unknown): number | null {
  const { crmCompanyId } = (given ?? {}) as { crmCompanyId?: unknown };
  return Number.isSafeInteger(crmCompanyId) ? (crmCompanyId as number) : null;
}

/** Rule 23.2: `changedAt` may be a day ahead. */
export function refuseAhead(record: ReadPharmacy, now: Date): ReadPharmacy {
  if (isPharmacyRefusal(record) || record.changedAt <= now.getTime() + AHEAD_MS) return record;
  return {
    field: 'changedAt',
    reason: 'invalid',
    message: 'changedAt liegt mehr als einen Tag in der Zukunft.',
  };
}

export function isPharmacyRefusal(read: ReadPharmacy): read is PharmacyRefusal {
  return 'reason' in read;
}

function read(given: Readonly<Record<string, unknown>>): PharmacyRecord {
  const text = (field: PharmacyField, name: string) => textOf(field, name, given[field]);
  return {
    crmCompanyId: numberOf('crmCompanyId', 'crmCompanyId', given.crmCompanyId),
    apoId: numberOf('apoId', 'ApoID', given.apoId),
    name: text('name', 'Der Name'),
    street: text('street', 'Die Straße'),
    zipcode: text('zipcode', 'Die Postleitzahl'),
    city: text('city', 'Der Ort'),
    country: optional(given.country, countryOf),
    betriebsNr: given.betriebsNr === null || given.betriebsNr === '' ? null : optional(given.betriebsNr, betriebsNrOf),
    active: activeOf(given.active),
    pilotAccess: optional(given.pilotAccess, (value) => yesOrNo('pilotAccess', value)),
    token: optional(given.token, tokenOf),
    changedAt: momentOf(given.changedAt),
    contractStatus: optional(given.contractStatus, contractOf),
    userAccessActivated: optional(given.userAccessActivated, (value) => yesOrNo('userAccessActivated', value)),
    userEmails: given.userEmails === null ? null : optional(given.userEmails, emailsOf),
  };
}

function optional<Value>(given: unknown, readValue: (given: unknown) => Value): Value | undefined {
  return given === undefined || given === null ? undefined : readValue(given);
}

function numberOf(field: PharmacyField, name: string, given: unknown): number {
  if (given === undefined || given === null) throw new Refused(field, `${name} fehlt.`);
  if (typeof given !== 'number' || !Number.isInteger(given) || given < 1 || given > MOST_NUMBER)
    throw new Refused(field, `${name} muss eine ganze Zahl von 1 bis ${MOST_NUMBER} sein.`);
  return given;
}

function textOf(field: PharmacyField, name: string, given: unknown, most = MOST_NAME): string {
  if (given === undefined || given === null) throw new Refused(field, `${name} fehlt.`);
  if (typeof given !== 'string') throw new Refused(field, `${name} muss ein Text sein.`);
  const trimmed = given.trim();
  const issue = textIssue(trimmed, most * 2);
  if (issue === 'long' || Array.from(trimmed).length > most)
    throw new Refused(field, `${name} hat mehr als ${most} Zeichen.`);
  if (issue === 'marks') throw new Refused(field, `${name} hat zu viele Akzente an einem Buchstaben.`);
  const line = cleanName(trimmed);
  if (line === '') throw new Refused(field, `${name} fehlt.`);
  return line;
}

function countryOf(given: unknown): string {
  const country = normalizeCountry(textOf('country', 'Das Land', given));
  if (!/^[A-Z]{2}$/.test(country))
    throw new Refused('country', 'Das Land muss aus zwei Buchstaben bestehen, zum Beispiel DE.');
  return country;
}

function betriebsNrOf(given: unknown): string {
  return textOf('betriebsNr', 'Die Betriebsnummer', given, 30);
}

function activeOf(given: unknown): number {
  if (given === undefined || given === null) throw new Refused('active', 'active fehlt.');
  if (typeof given !== 'number' || !Number.isInteger(given) || Math.abs(given) > MOST_SMALL)
    throw new Refused(
      'active',
      'active muss eine ganze Zahl sein: 0 (bestellt), 1 (aktiv), 3 (gekündigt), sonst inaktiv.',
    );
  return given;
}

function yesOrNo(field: PharmacyField, given: unknown): boolean {
  if (typeof given !== 'boolean') throw new Refused(field, `${field} muss true oder false sein.`);
  return given;
}

function tokenOf(given: unknown): string {
  if (typeof given !== 'string' || !TOKEN.test(given))
    throw new Refused('token', 'Das Token besteht aus 1 bis 128 Buchstaben ohne Umlaute, Ziffern, - und _.');
  return given;
}

function momentOf(given: unknown): number {
  if (given === undefined || given === null) throw new Refused('changedAt', 'changedAt fehlt.');
  const moment = typeof given === 'string' && MOMENT.test(given) ? new Date(given) : undefined;
  if (!moment || Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < 1970)
    throw new Refused('changedAt', 'changedAt muss ein Zeitpunkt wie 2026-03-31T08:00:00Z sein.');
  return moment.getTime();
}

function contractOf(given: unknown): 0 | 1 {
  if (given !== 0 && given !== 1)
    throw new Refused('contractStatus', 'contractStatus muss 0 (nicht aktiviert) oder 1 (aktiviert) sein.');
  return given;
}

function emailsOf(given: unknown): 'issued' {
  if (given !== 'issued') throw new Refused('userEmails', "userEmails muss 'issued' sein oder fehlen.");
  return given;
}
