import { TILL_TELLS } from '@portal/contracts';
import { type HeldIssue, MOST_MARKS, MOST_TEXT } from '@portal/rules';

export const INVENTORY_TEXT = {
  issue: {
    pzn: 'Das ist keine PZN.',
    price: 'Das ist kein Preis in der Form des Kassenprofils.',
    cells: 'Die Zeile hat nicht die Spalten des Kassenprofils.',
    long: `Die Zeile ist zu lang. Erlaubt sind höchstens ${MOST_TEXT.toLocaleString('de-DE')} Zeichen.`,
    marks: `Die Zeile hat mehr als ${MOST_MARKS} Akzente an einem Buchstaben.`,
    heading: 'Die Überschriften des Kassenprofils fehlen.',
  } satisfies Record<HeldIssue, string>,
  repeated: (line: number) => `Diese PZN steht schon in Zeile ${line}.`,
  inLine: (line: number, message: string) => `Zeile ${line}: ${message}`,
  empty: 'Der Bestand nennt keinen Artikel.',
  tooMany: `Ein Bestand nennt höchstens ${TILL_TELLS.held.toLocaleString('de-DE')} Artikel.`,
  tooManyLines: 'Die Datei hat zu viele Zeilen.',
  encoding: 'Die Datei hat nicht die Zeichenkodierung des Kassenprofils.',
} as const;
