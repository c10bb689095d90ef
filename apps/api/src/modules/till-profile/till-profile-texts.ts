import type { TillField, TillProfile, TillTotals } from '@portal/rules';

const FIELD: Record<TillField, string> = {
  pzn: 'PZN',
  price: 'Verkaufspreis',
  avp: 'AVP',
  type: 'Preistyp',
  name: 'Artikelname',
  group: 'Warengruppe',
  validFrom: 'gültig ab',
  marker: 'Kennzeichen',
};
const SEPARATOR = { ';': 'Semikolon', ',': 'Komma', '\t': 'Tabulator', '|': 'senkrechter Strich' };
const DECIMALS = { comma: 'Komma', point: 'Punkt', cents: 'Cent ohne Dezimalzeichen' };
const ENCODING = { 'utf-8': 'UTF-8', 'utf-8-bom': 'UTF-8 mit BOM', 'windows-1252': 'Windows-1252', cp850: 'CP850' };

const TOTALS: Record<TillTotals, string> = {
  sumLine: 'SUMME mit Anzahl und Summe als letzte Zeile',
  countLine: 'ANZAHL mit Anzahl als letzte Zeile',
  sumFile: 'SUMME mit Anzahl und Summe als Begleitdatei',
  countFile: 'ANZAHL mit Anzahl als Begleitdatei',
  numbersFile: 'nur Anzahl und Summe als Begleitdatei',
};
const WITHDRAWN = 'Artikel ohne Preis';

/** A profile in words, by what can differ. */
function partsOf(profile: TillProfile): Record<string, string> {
  const { columns, separator, heading, withdrawn, marker, totals } = profile;
  return {
    Spalten: columns.map(({ field, width }) => FIELD[field] + (separator === null ? ` (${width})` : '')).join(', '),
    Überschriften: heading ? columns.map((column) => column.heading).join(', ') : 'keine',
    Trennzeichen: separator === null ? 'feste Breiten' : SEPARATOR[separator],
    PZN: profile.pzn === 'eight' ? 'acht Stellen' : 'ohne führende Nullen',
    Dezimalzeichen: DECIMALS[profile.decimals],
    Datum: profile.dates,
    Zeichenkodierung: ENCODING[profile.encoding],
    Zeilenende: profile.lineEnd === 'crlf' ? 'CR LF' : 'LF',
    Dateiendung: profile.extension,
    [WITHDRAWN]: { empty: 'als Zeile ohne Preis', marker: `als Zeile mit Kennzeichen ${marker}`, omit: 'weggelassen' }[
      withdrawn
    ],
    'Anzahl und Summe': totals ? TOTALS[totals] : 'keine',
  };
}

/** Rule 9.44. */
export function tillChoiceEvent(profile: TillProfile): string {
  return `Aufbau der Preisdatei geändert: ${WITHDRAWN} ${partsOf(profile)[WITHDRAWN]}`;
}

/** Rule 9.12. */
export function tillProfileEvent(before: TillProfile, after: TillProfile): string {
  const former = partsOf(before);
  const changed = Object.entries(partsOf(after)).flatMap(([part, text]) =>
    text === former[part] ? [] : [`${part} ${text} (bisher: ${former[part]})`],
  );
  return `Aufbau der Preisdatei geändert: ${changed.join('; ') || 'Spaltenbezeichnungen'}`;
}
