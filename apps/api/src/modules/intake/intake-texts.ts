import type { ProductGroup } from '@portal/rules';

/** Rule 6.4. */
export const INTAKE_TEXT = {
  uploadBlocked: 'Zwischen dem 26. des Monats und 4. des Folgemonats sind LZD Uploads gesperrt.',
  badName: (file: string) => `Der Dateiname ${file} entspricht nicht der Spezifikation (siehe oben).`,
  otherPharmacy: (file: string, context: string) =>
    `Die Datei ${file} ist nicht für diese Apotheke erstellt worden (falsche ApoID im Dateinamen). Aktueller Apothekenkontext: ${context}`,
  openUpdate: (group: ProductGroup) =>
    `Die LZD darf derzeit nicht eingespielt werden, da es ein offenes Preisupdate für ${group} gibt.`,
  notListed: 'Der Artikel steht nicht auf der Preisliste.',
  otherGroup: (group: string) => `Der Artikel gehört zur Warengruppe ${group}.`,
  nothingLeft: 'Keine Zeile der Datei kann übernommen werden.',
  otherPackage: (file: string) => `Der Dateiname ${file} nennt eine andere Art oder Warengruppe als der Aufruf.`,
  known: {
    open: 'offen',
    approved: (day: string, approver: string) => `freigegeben am ${day} von ${approver}`,
    replaced: 'ersetzt durch ein neueres',
    expired: (day: string) => `automatisch gelöscht am ${day}`,
    deleted: (day: string, newer: number | null) =>
      `gelöscht am ${day}${newer === null ? '' : `, danach kam ein neueres (ID ${newer})`}`,
  },
  wasHere: (id: number, text: string) => `Dieselbe Datei war schon in TruePrice: ID ${id}, ${text}.`,
  alreadyKnown: (id: number, text: string) => `Diese Datei ist schon bekannt: ID ${id}, ${text}.`,
  refused: (id: number, sentences: string) => `Die Lieferung wurde nicht eingespielt (Lieferung ${id}): ${sentences}`,
  refusedAgain: (id: number, state: string, sentences: string) =>
    `Die Lieferung ist schon bekannt (Lieferung ${id}, ${state}): ${sentences}`,
  redFile: (sentences: string) => `Die Datei wurde nicht eingespielt: ${sentences}`,
  refusedState: {
    open: 'wartet auf eine Entscheidung',
    taken: (day: string, by: string) => `eingespielt am ${day} von ${by}`,
    refused: (day: string, by: string) => `abgelehnt am ${day} von ${by}`,
    closed: (day: string) => `ersetzt durch eine neuere am ${day}`,
  },
  despite: (reason: string) => ` trotz Ablehnung: ${reason}`,
  decided: (state: string) => `Über die Lieferung ist schon entschieden: ${state}.`,
  namesDecided: 'Über diese Angaben ist schon entschieden.',
  names: (kind: string, id: number, count: number, takesNew: boolean) =>
    `${kind} ${id}: Angaben zu ${count} Artikeln ${takesNew ? 'übernommen' : 'verworfen'}`,
  unknownPharmacy: 'Die Apotheke ist nicht bekannt.',
  unnamedProduct: 'PZN',
} as const;
