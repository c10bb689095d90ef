import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  changedFields,
  decidePharmacy,
  isPharmacyRefusal,
  type StoredPharmacy,
  type PharmacyRecord,
  readPharmacyRecord,
  refuseAhead,
} from '../src/index.ts';

const NOW = new Date('2026-03-10T09:00:00Z');
const GIVEN = {
  crmCompanyId: 810_001,
  apoId: 610_001,
  name: 'Rosen-Apotheke',
  street: 'Marktplatz 1',
  zipcode: '10115',
  city: 'Berlin',
  active: 1,
  changedAt: '2026-03-09T08:00:00Z',
};
const read = (other: Record<string, unknown> = {}) => refuseAhead(readPharmacyRecord({ ...GIVEN, ...other }), NOW);

describe('the fields of a pharmacy (rule 23.2)', () => {
  test('are read as they are, and what is left out stays open', () => {
    expect(read({ name: '  Rosen-\u200bApotheke\r\nam  Markt ' })).toEqual({
      ...GIVEN,
      name: 'Rosen-Apotheke am Markt',
      changedAt: Date.parse('2026-03-09T08:00:00Z'),
      country: undefined,
      betriebsNr: undefined,
      pilotAccess: undefined,
      token: undefined,
      contractStatus: undefined,
      userAccessActivated: undefined,
      userEmails: undefined,
    });
    expect(read({ country: 'deutschland', betriebsNr: null, pilotAccess: false, token: 'A-z_9' })).toMatchObject({
      country: 'DE',
      betriebsNr: null,
      pilotAccess: false,
      token: 'A-z_9',
    });
  });

  test.each<[string, unknown, string]>([
    ['crmCompanyId', undefined, 'crmCompanyId fehlt.'],
    ['crmCompanyId', '810001', 'crmCompanyId muss eine ganze Zahl von 1 bis 2147483647 sein.'],
    ['apoId', 0, 'ApoID muss eine ganze Zahl von 1 bis 2147483647 sein.'],
    ['apoId', 2_147_483_648, 'ApoID muss eine ganze Zahl von 1 bis 2147483647 sein.'],
    ['apoId', 1.5, 'ApoID muss eine ganze Zahl von 1 bis 2147483647 sein.'],
    ['name', ' \u200b ', 'Der Name fehlt.'],
    ['name', 7, 'Der Name muss ein Text sein.'],
    ['name', 'x'.repeat(121), 'Der Name hat mehr als 120 Zeichen.'],
    ['name', `a${'\u0301'.repeat(9)}`, 'Der Name hat zu viele Akzente an einem Buchstaben.'],
    ['street', null, 'Die Straße fehlt.'],
    ['city', {}, 'Der Ort muss ein Text sein.'],
    ['country', 'Liechtenstein', 'Das Land muss aus zwei Buchstaben bestehen, zum Beispiel DE.'],
    ['betriebsNr', 'B'.repeat(31), 'Die Betriebsnummer hat mehr als 30 Zeichen.'],
    ['active', '1', 'active muss eine ganze Zahl sein: 0 (bestellt), 1 (aktiv), 3 (gekündigt), sonst inaktiv.'],
    ['active', 32_768, 'active muss eine ganze Zahl sein: 0 (bestellt), 1 (aktiv), 3 (gekündigt), sonst inaktiv.'],
    ['pilotAccess', 1, 'pilotAccess muss true oder false sein.'],
    ['token', 'mit Leerzeichen', 'Das Token besteht aus 1 bis 128 Buchstaben ohne Umlaute, Ziffern, - und _.'],
    ['changedAt', undefined, 'changedAt fehlt.'],
    ['changedAt', '9.3.2026', 'changedAt muss ein Zeitpunkt wie 2026-03-31T08:00:00Z sein.'],
    ['changedAt', '2026-13-09T08:00:00Z', 'changedAt muss ein Zeitpunkt wie 2026-03-31T08:00:00Z sein.'],
    ['changedAt', '2026-03-09T08:00:00', 'changedAt muss ein Zeitpunkt wie 2026-03-31T08:00:00Z sein.'],
    ['changedAt', '2026-03-11T09:00:01Z', 'changedAt liegt mehr als einen Tag in der Zukunft.'],
    ['contractStatus', 2, 'contractStatus muss 0 (nicht aktiviert) oder 1 (aktiviert) sein.'],
    ['userAccessActivated', 'ja', 'userAccessActivated muss true oder false sein.'],
    ['userEmails', 'anna@apotheke.example', "userEmails muss 'issued' sein oder fehlen."],
  ])('%s: %j is refused', (field, value, message) => {
    expect(read({ [field]: value })).toEqual({ field, reason: 'invalid', message });
  });

  test('of anything else are no error', () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        expect(isPharmacyRefusal(readPharmacyRecord(given))).toBe(true);
      }),
    );
  });
});

const recordOf = (other: Record<string, unknown> = {}) => read(other) as PharmacyRecord;
const makeToken = () => 'made';
const nobody = { byCrmCompanyId: undefined, byApoId: undefined };
const created = (other: Record<string, unknown> = {}): StoredPharmacy => {
  const decision = decidePharmacy(recordOf(other), nobody, { makeToken });
  if (decision.outcome === 'refused') throw new Error(decision.message);
  return decision.pharmacy;
};
const told = (known: StoredPharmacy, other: Record<string, unknown>) =>
  decidePharmacy(recordOf(other), { byCrmCompanyId: known, byApoId: known }, { makeToken });

describe('postal codes (rule 23.2)', () => {
  test.each([
    ['DE', '1067', false],
    ['DE', '01067', true],
    ['AT', '6020', true],
    ['AT', '60200', false],
    ['CH', '8001', true],
    ['GB', 'SW1A 1AA', true],
  ])('%s %s: %s', (country, zipcode, fits) => {
    const { outcome } = decidePharmacy(recordOf({ country, zipcode }), nobody, { makeToken });
    expect(outcome).toBe(fits ? 'created' : 'refused');
  });

  test('of a known pharmacy are those of its country where the record names none', () => {
    expect(told(created({ country: 'AT', zipcode: '6020' }), { zipcode: '6020' }).outcome).toBe('unchanged');
  });
});

// Rule 23.6.
test('a new pharmacy whose contract is active is not ordered', () => {
  expect(created({ active: 0, contractStatus: 1 }).active).toBe(1);
  expect(created({ active: 0 }).active).toBe(0);
  expect(created({ active: 3, contractStatus: 1 }).active).toBe(3);
});

// Rule 23.4.
test('however often and in whatever order words arrive, the newest one counts', () => {
  const word = fc.record({
    minute: fc.integer({ min: 0, max: 59 }),
    name: fc.constantFrom('Eins', 'Zwei', 'Drei'),
    active: fc.constantFrom(0, 1, 2, 3),
    betriebsNr: fc.constantFrom(null, 'B1', 'B2'),
  });
  const distinct = fc.uniqueArray(word, { selector: ({ minute }) => minute, minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      distinct.chain((words) => fc.tuple(fc.constant(words), fc.array(fc.constantFrom(...words), { maxLength: 20 }))),
      ([words, repeated]) => {
        const given = ({ minute, ...rest }: (typeof words)[number]) => ({
          ...rest,
          changedAt: `2026-03-09T08:${String(minute).padStart(2, '0')}:00Z`,
        });
        let known: StoredPharmacy | undefined;
        for (const one of [...repeated, ...words, ...repeated]) {
          if (!known) known = created(given(one));
          const decision = told(known, given(one));
          if (decision.outcome === 'refused') throw new Error(decision.message);
          expect(decision.outcome === 'changed').toBe(changedFields(known, decision.pharmacy).length > 0);
          known = decision.pharmacy;
          expect(told(known, given(one)).outcome).toBe('unchanged');
        }
        const newest = words.toSorted((one, other) => other.minute - one.minute)[0] as (typeof words)[number];
        const { name, active, betriebsNr } = newest;
        expect(known).toMatchObject({ name, active, betriebsNr });
      },
    ),
  );
});
