import { formatDate } from '@portal/rules';

type About = { readonly createdAt: Date; readonly expected: number; readonly rows: number; readonly withdrawn: number };

const number = (value: number) => value.toLocaleString('de-DE');
const count = (rows: number) => `${number(rows)} Artikel`;
const named = ({ createdAt }: About) => `Preisdatei vom ${formatDate(createdAt, 'dd.MM.yyyy HH:mm')}`;

const MOST_NAMED = 20;

export const TILL_FILE_TEXT = {
  noBase:
    'Für diese Warengruppen wurde noch kein Laden in die Kasse bestätigt. Bitte laden Sie erst eine Preisdatei mit „Alles“ und bestätigen Sie sie.',
  outdatedBase:
    'Die Preisliste wurde seit dem letzten bestätigten Laden ausgetauscht oder TruePrice aus einer Datensicherung wiederhergestellt. Bitte laden Sie eine Preisdatei mit „Alles“.',
  omittedBase:
    'Die bisher geladenen Preisdateien ließen zurückgenommene Artikel weg, der Aufbau der Preisdatei ist inzwischen ein anderer. Bitte laden Sie eine Preisdatei mit „Alles“.',
  listOnly:
    'Diese Datei lässt Artikel, die nicht mehr gelistet sind, mit ihrem alten Preis in der Kasse. Bitte laden Sie eine Preisdatei mit „Alles“.',
  corrections: 'Eine Korrekturdatei ist kein geladener Stand. Ob sie angekommen ist, zeigt ein neuer Kassenabgleich.',
  noInventory: 'Für diese Apotheke gibt es noch keinen Kassenabgleich.',
  nothingDiffers: 'Die Kasse hat alle freigegebenen Preise. Es gibt nichts zu korrigieren.',
  onlyOmitted: (pzns: readonly string[]) =>
    `Ihre Preisdatei lässt zurückgenommene Artikel weg, eine Korrekturdatei wäre leer. Bitte an der Kasse löschen: PZN ${pzns.slice(0, MOST_NAMED).join(', ')}${pzns.length > MOST_NAMED ? ` und ${number(pzns.length - MOST_NAMED)} weitere` : ''}.`,
  outdated:
    'Diese Datei ist von einer anderen Preisliste: Sie wurde seitdem ausgetauscht oder TruePrice wiederhergestellt.',
  missingBase:
    'Diese Änderungen bauen auf einem Laden auf, das nicht mehr als letztes bestätigt ist. Bitte laden Sie die Änderungen neu herunter.',
  loadedSince: 'Danach wurde eine andere Preisdatei als geladen bestätigt. Bitte nehmen Sie erst diese zurück.',
  notRetained: 'Diese Preisdatei wird nicht mehr aufbewahrt. Bitte laden Sie eine neue herunter.',
  loaded: (file: About, reported: number | null) =>
    `${named(file)} in die Kasse geladen (${count(file.rows)}${reported === null ? '' : `, Kasse meldet ${number(reported)}`})`,
  loadedDespite: (file: About, reported: number) =>
    `${named(file)} trotzdem als geladen bestätigt: Kasse meldet ${number(reported)} statt ${count(file.expected)}`,
  differs: (file: About, reported: number) =>
    `${named(file)} nicht bestätigt: Kasse meldet ${number(reported)} statt ${count(file.expected)}`,
  notConfirmed: ({ expected, rows, withdrawn }: About, reported: number) => {
    const other = expected === rows ? rows - withdrawn : rows;
    const advice =
      reported === other
        ? `Der Unterschied sind die Artikel ohne Preis (${number(withdrawn)}). Zählt Ihre Kasse sie anders, bestätigen Sie trotzdem.`
        : 'Bitte laden Sie die Datei noch einmal in die Kasse und geben Sie die neue Zahl an. Stimmt sie wieder nicht, zeigt der Kassenabgleich, was fehlt.';
    return `Ihre Kasse meldet ${count(reported)}, die Datei hat ${number(expected)}. ${advice}`;
  },
  takenBack: (createdAt: Date) =>
    `Bestätigung zurückgenommen: Preisdatei vom ${formatDate(createdAt, 'dd.MM.yyyy HH:mm')} ist nicht in der Kasse`,
} as const;
