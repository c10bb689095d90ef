import { MAX_RANGES } from '@portal/rules';

/** What imports say beside the reader of the files. */
export const IMPORT_TEXT = {
  inColumn: (column: string, message: string) => `Spalte „${column}“: ${message}`,
  inLine: (line: number, message: string) => `Zeile ${line}: ${message}`,
  noPzn: (column: string) =>
    `In der Spalte „${column}“ steht keine einzige PZN. Bitte wählen Sie die Spalte mit der PZN.`,
  noPrice: (column: string) =>
    `In der Spalte „${column}“ steht kein einziger Preis. Bitte wählen Sie die Spalte mit dem Preis.`,
  purchasePrice: (column: string) =>
    `Die Spalte „${column}“ nennt Einkaufspreise. Bitte wählen Sie die Spalte mit dem Verkaufspreis.`,
  notByProfile: 'Die Zeile passt nicht zum Format der Preisdatei dieser Kasse.',
  nothingFits:
    'In der Datei passt nichts: Gesucht werden eine Spalte mit PZN (acht Ziffern mit richtiger Prüfziffer, führende Nullen dürfen fehlen) und eine mit Verkaufspreisen (zum Beispiel 10,99).',
  noCode: (column: string) =>
    `In der Spalte „${column}“ steht kein einziger Preistyp. Bitte wählen Sie die Spalte mit dem Preistyp.`,
  busy: 'Es werden gerade viele Dateien gelesen. Bitte versuchen Sie es in einer halben Minute erneut.',
  ownBusy: 'Für Sie werden bereits mehrere Dateien gelesen. Bitte warten Sie, bis eine davon fertig ist.',
  tooCostly:
    'Die Datei ist zu aufwendig aufgebaut und lässt sich nicht lesen. Bitte nur die Tabelle mit den Preisen in einer eigenen Datei speichern.',
  allHidden:
    'Alle Zeilen des Tabellenblatts sind ausgeblendet. Bitte blenden Sie die Zeilen ein, die importiert werden sollen.',
  nothingReadable: 'Keine Zeile der Datei ist lesbar.',
  codeMissing: 'Der Preistyp fehlt.',
  notACode:
    'Das ist kein Preistyp. Erlaubt sind 0 (Berechneter TruePrice), 1 (Ausschlussartikel), 2 (Eigener Preis) und 3 (Dauerpreis).',
  notADay: 'Das ist kein Tag. Erlaubt ist zum Beispiel 15.12.2026.',
  severalDays:
    'Hier stehen zwei Tage in einer Zelle. Bitte schreiben Sie den ersten und den letzten Tag in zwei Spalten.',
  conflicting: (lines: readonly number[]) =>
    `Die PZN steht mehrfach in der Datei, mit verschiedenen Angaben (${nameLines(lines)}).`,
  overlapping: (lines: readonly number[]) =>
    `Die Zeiträume dieses Artikels überschneiden sich (${nameLines(lines)}). Ein Preis ohne ersten Tag gilt ab heute.`,
  tooMany: (lines: readonly number[]) =>
    `Die PZN steht mit mehr als ${MAX_RANGES} Zeiträumen in der Datei (${nameLines(lines)}).`,
} as const;

function nameLines(lines: readonly number[]): string {
  return `Zeilen ${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ' …' : ''}`;
}
