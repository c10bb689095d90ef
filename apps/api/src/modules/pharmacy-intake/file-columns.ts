import type { PharmacyField } from '@portal/rules';
import type { WantedColumn } from '../../files/columns.ts';

type Cell = string | number | boolean | null;
export type FileColumn = WantedColumn & {
  readonly field: PharmacyField;
  /** A text that fits nothing stays as it is, and is refused with the field's sentence. */
  readonly read: (text: string) => Cell;
};

const text = (cell: string): Cell => cell;
const number = (cell: string): Cell => (/^\d{1,10}$/.test(cell) ? Number(cell) : cell);
const words =
  (known: Readonly<Record<string, Cell>>, other: (cell: string) => Cell = text) =>
  (cell: string): Cell =>
    known[cell.toLowerCase()] ?? other(cell);

const YES_OR_NO = { ja: true, true: true, '1': true, nein: false, false: false, '0': false };
const STATES = { bestellt: 0, demo: 0, aktiv: 1, inaktiv: 2, gekündigt: 3 };

const column = (
  field: PharmacyField,
  heading: string,
  aliases: readonly string[],
  read: FileColumn['read'] = text,
): FileColumn => ({ field, heading, aliases: [field, ...aliases], required: true, read });
const optional = (...given: Parameters<typeof column>): FileColumn => ({ ...column(...given), required: false });

/** Headings of a file of pharmacies (rule 23.13); any case and order. */
export const FILE_COLUMNS: readonly FileColumn[] = [
  column('crmCompanyId', 'Kundennummer', ['CRM-Nummer'], number),
  column('apoId', 'ApoID', ['Apotheken-ID'], number),
  column('name', 'Name', ['Apotheke', 'Apothekenname']),
  column('street', 'Straße', ['Anschrift']),
  column('zipcode', 'PLZ', ['Postleitzahl']),
  column('city', 'Ort', ['Stadt']),
  column('active', 'Status', ['Aktiv'], words(STATES, number)),
  optional('country', 'Land', []),
  optional('betriebsNr', 'Betriebsnummer', ['Betriebs-Nr', 'Betriebs-Nr.']),
  optional('pilotAccess', 'Pilot', ['Pilotzugang'], words(YES_OR_NO)),
  optional('token', 'Token', []),
  optional('changedAt', 'Stand', ['Geändert am']),
  optional('contractStatus', 'Vertrag', ['Vertrag aktiviert'], words({ ja: 1, nein: 0, '1': 1, '0': 0 })),
  optional('userAccessActivated', 'Zugriff', ['Zugriff aktiviert'], words(YES_OR_NO)),
  optional('userEmails', 'E-Mails', [], words({ ja: 'issued' })),
];
