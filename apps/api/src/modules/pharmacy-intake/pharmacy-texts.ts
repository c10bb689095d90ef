import {
  changedFields,
  type ChangedPharmacyField,
  type StoredPharmacy,
  PHARMACY_ACTIVE,
  type PharmacyTag,
  pharmacyTag,
} from '@portal/rules';

const STATE: Readonly<Record<PharmacyTag, string>> = {
  ordered: 'bestellt',
  demo: 'Demo',
  active: 'aktiv',
  cancelled: 'gekündigt',
  inactive: 'inaktiv',
};

export const PHARMACY_EVENT = { created: 'Apotheke angelegt' } as const;

/** Rule 23.10: what the history says of a change, 'Name geändert: Alte Apotheke → Neue Apotheke'. */
export function changeEvent(before: StoredPharmacy, after: StoredPharmacy): string {
  const changed = changedFields(before, after);
  const parts = SENTENCES.flatMap(({ fields, say }) =>
    fields.some((field) => changed.includes(field)) ? [say(before, after)] : [],
  );
  return parts.join('; ');
}

type Sentence = {
  readonly fields: readonly ChangedPharmacyField[];
  readonly say: (before: StoredPharmacy, after: StoredPharmacy) => string;
};

const SENTENCES: readonly Sentence[] = [
  { fields: ['active'], say: stateEvent },
  { fields: ['name'], say: (before, after) => `Name geändert: ${before.name} → ${after.name}` },
  {
    fields: ['street', 'zipcode', 'city'],
    say: (before, after) => `Anschrift geändert: ${address(before)} → ${address(after)}`,
  },
  { fields: ['country'], say: (before, after) => `Land geändert: ${before.country} → ${after.country}` },
  {
    fields: ['betriebsNr'],
    say: (before, after) => `Betriebsnummer geändert: ${before.betriebsNr ?? 'keine'} → ${after.betriebsNr ?? 'keine'}`,
  },
  {
    fields: ['pilotAccess'],
    say: (_, { pilotAccess }) => (pilotAccess ? 'Zugriff auf den Pilot gegeben' : 'Zugriff auf den Pilot entzogen'),
  },
  // The history must not disclose it.
  { fields: ['token'], say: () => 'Neues Token: Die Adresse der Apotheke ist eine andere' },
];

function stateEvent(before: StoredPharmacy, after: StoredPharmacy): string {
  if (after.active === PHARMACY_ACTIVE.cancelled) return 'Vertrag gekündigt';
  if (before.active === PHARMACY_ACTIVE.cancelled && after.active === PHARMACY_ACTIVE.active)
    return 'Kündigung zurückgenommen';
  const state = ({ active, userAccessActivated }: StoredPharmacy) => STATE[pharmacyTag(active, userAccessActivated)];
  return `Status geändert: ${state(before)} → ${state(after)}`;
}

export function describeNew(pharmacy: StoredPharmacy): string {
  const { apoId, active, userAccessActivated } = pharmacy;
  return `ApoID ${apoId}, ${address(pharmacy)}, ${STATE[pharmacyTag(active, userAccessActivated)]}`;
}

function address({ street, zipcode, city }: StoredPharmacy): string {
  return `${street}, ${zipcode} ${city}`;
}
