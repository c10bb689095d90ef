import type { ProductGroup } from '@portal/rules';

/** What uploads and intake say; the warnings of the upload dialog in the words of Specification 5 and 8. */
export const INTAKE_TEXT = {
  uploadBlocked: 'Zwischen dem 26. des Monats und 4. des Folgemonats sind LZD Uploads gesperrt.',
  badName: (file: string) => `Der Dateiname ${file} entspricht nicht der Spezifikation (siehe oben).`,
  otherPharmacy: (file: string, context: string) =>
    `Die Datei ${file} ist nicht für diese Apotheke erstellt worden (falsche ApoID im Dateinamen). Aktueller Apothekenkontext: ${context}`,
  openUpdate: (group: ProductGroup) =>
    `Die LZD darf derzeit nicht eingespielt werden, da es ein offenes Preisupdate für ${group} gibt.`,
  notListed: 'Das Produkt steht nicht auf der Preisliste.',
  otherGroup: (group: string) => `Das Produkt gehört zur Warengruppe ${group}.`,
  nothingLeft: 'Keine Zeile der Datei kann übernommen werden.',
  otherPackage: (file: string) => `Der Dateiname ${file} nennt eine andere Art oder Warengruppe als der Aufruf.`,
  unknownPharmacy: 'Die Apotheke ist nicht bekannt.',
  unnamedProduct: 'PZN',
} as const;
