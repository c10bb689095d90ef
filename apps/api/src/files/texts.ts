import { type Cents, formatCents, MOST_HEADING, MOST_MARKS, type TextIssue } from '@portal/rules';

const PRICE_RULE = 'Erlaubt sind Preise von 0,01 bis 99.999,99 € mit höchstens zwei Nachkommastellen';

export const FILE_TEXT = {
  utf16:
    'Die Datei ist als UTF-16 („Unicode-Text“) gespeichert. Bitte speichern Sie sie als „CSV UTF-8“ und laden Sie sie erneut hoch.',
  foreignEncoding: (encoding: string, example: string) =>
    `Die Umlaute der Datei sind nicht lesbar (zum Beispiel „${example}“): Sie ist vermutlich in der Kodierung ${encoding} gespeichert. Bitte speichern Sie sie als „CSV UTF-8“ und laden Sie sie erneut hoch.`,
  spreadsheet:
    'Die Datei ist eine Excel-Arbeitsmappe und keine CSV-Datei. Bitte speichern Sie sie in Excel als „CSV UTF-8“ und laden Sie diese Datei hoch.',
  workbook: {
    oldOrEncrypted:
      'Die Datei ist im alten Excel-Format (.xls, .xlsb) gespeichert oder mit einem Kennwort verschlüsselt. Bitte in Excel ohne Kennwort als .xlsx speichern.',
    openDocument: 'Die Datei ist eine OpenDocument-Tabelle (.ods). Bitte als .xlsx speichern.',
    macros: 'Die Arbeitsmappe enthält Makros. Bitte als .xlsx ohne Makros speichern.',
    externalLinks:
      'Die Arbeitsmappe ist mit anderen Dateien verknüpft. Bitte die Verknüpfungen entfernen (in Excel: Daten, Verknüpfungen bearbeiten) und als .xlsx speichern.',
    noWorkbook: 'Die Datei ist ein Archiv, aber keine Excel-Arbeitsmappe (.xlsx).',
    broken:
      'Die Arbeitsmappe ist beschädigt oder unvollständig. Bitte in Excel öffnen, neu speichern und erneut hochladen.',
    foreign: 'Die Arbeitsmappe enthält, was keine Tabellenkalkulation schreibt, und wird deshalb nicht gelesen.',
    tooLarge:
      'Die Arbeitsmappe ist entpackt zu groß. Bitte nur die Tabelle mit den Preisen in einer eigenen Datei speichern.',
    noSheet: (name: string) => `Das Tabellenblatt „${name}“ gibt es in der Datei nicht, oder es ist leer.`,
    formulaWithoutValue:
      'Die Formel hat kein gespeichertes Ergebnis. Bitte die Datei in Excel öffnen, neu speichern und erneut hochladen.',
    errorValue: 'In der Zelle steht ein Fehlerwert.',
  },
  binary: 'Die Datei ist keine Textdatei und kann nicht als CSV gelesen werden.',
  tooLarge: (megabytes: string) => `Die Datei ist zu groß. Erlaubt sind höchstens ${megabytes} MB.`,
  tooManyRows: (rows: string) => `Die Datei hat zu viele Zeilen. Erlaubt sind höchstens ${rows}.`,
  tooManyBlanks: 'Die Datei enthält zu viele Leerzeichen.',
  tooManyCells: 'Die Datei hat zu viele Felder.',
  empty: 'Die Datei ist leer.',
  noRows: 'Die Datei enthält unter der Kopfzeile keine Daten.',
  noUsableRows: 'Keine Zeile der Datei enthält eine gültige PZN.',
  badSeparatorLine:
    'Das Trennzeichen der Zeile „sep=“ wird nicht unterstützt. Erlaubt sind Semikolon, Komma und Tabulator.',
  noHeader: 'Der Datei fehlt die Kopfzeile: Schon die erste Zeile enthält eine PZN.',
  noHeaderBelowTitle: 'Der Datei fehlt die Kopfzeile: Über der ersten PZN stehen keine Spaltenüberschriften.',
  heading: {
    long: `Eine Spaltenüberschrift ist zu lang. Erlaubt sind höchstens ${MOST_HEADING} Zeichen. Ist die erste Zeile der Datei die Kopfzeile?`,
    marks: `Eine Spaltenüberschrift hat mehr als ${MOST_MARKS} Akzente an einem Buchstaben.`,
  } satisfies Record<TextIssue, string>,
  missingColumn: 'Die Spalte fehlt in der Kopfzeile.',
  doubledColumn: 'Die Spalte steht mehrfach in der Kopfzeile.',
  unclosedQuote: 'Ein Feld beginnt mit einem Anführungszeichen, das nicht geschlossen wird.',
  strayQuote:
    'Ein Anführungszeichen steht an falscher Stelle. Ein Feld, das Anführungszeichen enthält, muss in Anführungszeichen stehen und die inneren doppelt schreiben.',
  recordTooLong: 'Die Zeile ist zu lang.',
  tooManyUnreadable: 'Zu viele Zeilen sind nicht lesbar. Ab dieser Zeile wurde die Datei nicht weiter geprüft.',
  extraCell:
    'Die Zeile hat mehr Felder als die Kopfzeile. Steht ein Trennzeichen in einem Feld ohne Anführungszeichen?',
  truncated: 'Die letzte Zeile ist unvollständig. Wurde die Datei ganz übertragen?',
  cutCell:
    'Die Datei endet ohne Zeilenumbruch, das letzte Feld kann abgeschnitten sein. Wurde die Datei ganz übertragen?',
  rowsDiffer: (stated: string, found: string) =>
    `Die Lieferung nennt ${stated} Zeilen, die Datei enthält ${found}. Wurde die Datei ganz übertragen?`,
  digestDiffers: 'Die Prüfsumme der Lieferung passt nicht zur Datei. Wurde die Datei ganz übertragen?',
  badTrailer:
    'Die Zeile „#ZEILEN“ ist unvollständig oder nicht die letzte. Erwartet wird „#ZEILEN;Anzahl;SHA-256“, die Prüfsumme als 64 Hexadezimalziffern. Wurde die Datei ganz übertragen?',
  unreadableCharacter:
    'Das Feld enthält nicht lesbare Zeichen (NUL, Steuerzeichen oder eine gemischte Zeichenkodierung).',
  pznMissing: 'Die PZN fehlt.',
  pznCheckDigit: 'Die Prüfziffer der PZN ist falsch.',
  pznZero: 'Die PZN 00000000 gibt es nicht.',
  cellMissing: 'Der Preis fehlt.',
  textTooLong: (limit: number) => `Der Text ist zu lang. Erlaubt sind höchstens ${limit} Zeichen.`,
  marksCut: ({ cells, line, column }: { cells: number; line: number; column: string }) =>
    `${cells === 1 ? 'Ein Feld hat' : `${cells.toLocaleString('de-DE')} Felder haben`} mehr als ${MOST_MARKS} Akzente an einem Buchstaben (${cells === 1 ? '' : 'zuerst '}Zeile ${line}, „${column}“). Die übrigen sind weggelassen.`,
  notACluster: 'Erlaubt sind „nicht elastisch“, „mittel elastisch“ und „hoch elastisch“ oder 0, 1 und 2.',
  notAVat: 'Erlaubt sind 7 und 19.',
  notAnInteger: 'Das ist keine ganze Zahl von 0 bis 2.147.483.647.',
  price: {
    notANumber: `Das ist kein Preis. ${PRICE_RULE}.`,
    ambiguous: 'Der Preis ist nicht eindeutig: Der Punkt oder das Komma kann Tausender oder Nachkommastellen trennen.',
    tooManyDecimals: `Der Preis hat mehr als zwei Nachkommastellen. ${PRICE_RULE}.`,
    notPositive: 'Der Preis muss größer als 0 sein.',
    tooHigh: 'Der Preis darf höchstens 99.999,99 € betragen.',
  },
  conflictingDuplicate: (line: number) => `Die PZN steht schon in Zeile ${line}, dort mit anderen Angaben.`,
  avpDiffers: (found: {
    rows: number;
    first: { line: number; pzn: string; avp: Cents; listed: Cents };
    hasCurrentPrice: boolean;
    without: number;
  }) => {
    const { rows, first, hasCurrentPrice, without } = found;
    const where = rows === 1 ? 'In einer Zeile' : `In ${rows.toLocaleString('de-DE')} Zeilen`;
    const example = `Zeile ${first.line}, PZN ${first.pzn}: ${formatCents(first.listed)} € statt ${formatCents(first.avp)} €`;
    const other = hasCurrentPrice ? '„AVP“ zählt dort nicht.' : 'Der andere zählt als aktueller Preis der Apotheke.';
    const rest = without === 1 ? 'Eine Zeile' : `${without.toLocaleString('de-DE')} Zeilen`;
    return `${where} nennen „AVP“ und „AVP neu“ verschiedene Preise (${rows === 1 ? '' : 'zuerst '}${example}). Als AVP gilt „AVP neu“. ${other}${
      without > 0 ? ` ${rest} ohne „AVP neu“ ${without === 1 ? 'bleibt' : 'bleiben'} ohne AVP.` : ''
    }`;
  },
  column: (number: number) => `Spalte ${number}`,
  refused: (total: string) => `Die Datei enthält ${total} Fehler. Es wurde nichts übernommen.`,
} as const;
