import { type Day, formatDay, type Span } from '@portal/rules';

/** '13.03. bis 15.03.' */
export function spanText({ from, to }: Span, today: Day): string {
  return to === null ? `ab ${formatDay(from, today)}` : `${formatDay(from, today)} bis ${formatDay(to, today)}`;
}

/** Rules 4.12 and 6.12. */
export function changedMeanwhile(count: number, own: boolean, verb: 'geändert' | 'bearbeitet'): string {
  if (own) {
    const articles = count === 1 ? 'Einen Artikel' : `${count} Artikel`;
    return `${articles} haben Sie inzwischen selbst ${verb} (in einem anderen Fenster, oder Ihr letztes Speichern kam an und nur die Antwort ging verloren)`;
  }
  const articles = count === 1 ? 'Ein Artikel wurde' : `${count} Artikel wurden`;
  return `${articles} inzwischen von jemand anderem ${verb} (oder von Ihnen in einem anderen Fenster)`;
}

/** What the price changes of a save, an approval or a part that is taken back end with (rule 17.10). */
export const TAKEN_BACK = 'zurückgenommen';

export const TEXT = {
  notSignedIn: 'Bitte melden Sie sich an.',
  forbidden: 'Keine Zugriffsrechte auf die Ressource',
  wrongCountry: 'Kein Zugriff. TruePrice steht aktuell nur für deutsche Kunden zur Verfügung.',
  noPilot: 'Diese Apotheke hat keinen Zugriff auf den TruePrice Pilot.',
  mirror: 'Preise können nur in der Hauptapotheke bearbeitet werden.',
  xsrf: 'Die Anfrage trägt kein gültiges XSRF-Token. Bitte aktualisieren Sie die Seite.',
  invalid: 'Die Anfrage ist fehlerhaft: ',
  notFound: 'Die angeforderte Seite existiert nicht',
  tooLarge: (limit: string) => `Die Anfrage ist zu groß. Erlaubt sind höchstens ${limit}.`,
  malformedJson: 'Der Inhalt der Anfrage ist kein gültiges JSON.',
  jsonExpected: 'Der Inhalt der Anfrage muss JSON sein (Content-Type: application/json).',
  unsupportedEncoding: 'Die Kodierung der Anfrage wird nicht unterstützt.',
  aborted: 'Die Anfrage wurde abgebrochen.',
  tooSlow: 'Die Daten kommen zu langsam an. Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
  manyComing: (most: number) =>
    `Auf dieser Liste wären mehr als ${most.toLocaleString('de-DE')} Zeiträume vorgemerkt. Bitte löschen Sie erst einige unter »Zeiträume«.`,
  body: {
    malformedEncoding: 'Der komprimierte Inhalt der Anfrage ist beschädigt.',
    tooCompressed: 'Der Inhalt der Anfrage ist zu stark komprimiert.',
    tooDeep: (levels: number) =>
      `Der Inhalt der Anfrage ist zu tief verschachtelt. Erlaubt sind höchstens ${levels} Ebenen.`,
    manyValues: 'Der Inhalt der Anfrage hat zu viele Werte.',
    unstorableText: 'Ein Text der Anfrage enthält ein Zeichen, das nicht gespeichert werden kann.',
    longText: 'Ein Wert im Inhalt der Anfrage ist zu lang.',
    tooCostly: 'Der Inhalt der Anfrage ist zu umfangreich. Bitte teilen Sie ihn auf.',
    busy: 'TruePrice bearbeitet gerade sehr viele Anfragen. Bitte versuchen Sie es in einer halben Minute erneut.',
    ownBusy:
      'Es laufen schon mehrere Anfragen für Sie oder Ihre Apotheke. Bitte warten Sie, bis eine davon fertig ist.',
  },
  malformedPath: 'Die Adresse enthält ungültige Zeichen.',
  methodNotAllowed: (allowed: string) => `Diese Adresse kennt nur: ${allowed}.`,
  notAcceptable:
    'Die angeforderte Darstellung gibt es nicht. Gibt es eine neue Version, hilft es, die Seite zu aktualisieren.',
  tooMany: (seconds: number) =>
    `Das waren zu viele Anfragen in kurzer Zeit. Bitte versuchen Sie es in ${seconds === 1 ? 'einer Sekunde' : `${seconds} Sekunden`} erneut.`,
  noSlot: (seconds: number) =>
    `TruePrice nimmt gerade so viele Updates entgegen, wie es kann. Bitte versuchen Sie es in ${seconds === 1 ? 'einer Sekunde' : `${seconds} Sekunden`} erneut.`,
  internal: 'Es ist ein unerwarteter Fehler aufgetreten. Bitte versuchen Sie es erneut.',
  unavailable: 'TruePrice ist gerade nicht erreichbar. Bitte versuchen Sie es in einer Minute erneut.',
  notMigrated: (count: number) =>
    `TruePrice ist noch nicht bereit: ${count === 1 ? 'Eine Migration der Datenbank fehlt' : `${count} Migrationen der Datenbank fehlen`}.`,
  buildTooOld: (build: string, floor: string) =>
    `TruePrice ${build} ist zu alt für diese Datenbank: Sie ist nur noch für ${floor} und neuere Versionen.`,
  http: {
    400: 'Die Anfrage ist kein gültiges HTTP.',
    408: 'Die Anfrage kam nicht rechtzeitig vollständig an.',
    413: 'Die Anfrage ist zu groß.',
    417: 'Die Erwartung im Kopf der Anfrage (Expect) wird nicht unterstützt.',
    431: 'Der Kopf der Anfrage ist zu groß. Bitte löschen Sie in Ihrem Browser die Cookies dieser Seite und melden Sie sich neu an. Kommt diese Meldung wieder, hat Ihr Benutzerkonto zu viele Berechtigungen: Bitte wenden Sie sich an den Support.',
  },
  storageFull:
    'Die Datei kann gerade nicht angenommen werden, weil der Speicherplatz von TruePrice belegt ist. Es wurde nichts gespeichert.',
  identityUnavailable:
    'Die Anmeldung kann gerade nicht geprüft werden, weil der Anmeldedienst nicht erreichbar ist. Bitte versuchen Sie es in einer Minute erneut.',
  editBlocked: 'Sie können die Preisliste erst wieder bearbeiten, wenn die Erst- bzw. Neuberechnung freigegeben wurde.',
  invalidRows: (count: number) =>
    count === 1
      ? 'Eine Zeile ist fehlerhaft, es wurde nichts gespeichert.'
      : `${count} Zeilen sind fehlerhaft, es wurde nichts gespeichert.`,
  conflict: (pzns: readonly string[], own: boolean) =>
    `${changedMeanwhile(pzns.length, own, 'geändert')}, es wurde nichts gespeichert: PZN ${pzns.slice(0, 20).join(', ')}${pzns.length > 20 ? ' …' : ''}.`,
  lostVersion:
    'Seit Sie diese Liste geöffnet haben, wurde sie ausgetauscht oder TruePrice aus einer Datensicherung wiederhergestellt. Es wurde nichts gespeichert. Bitte aktualisieren Sie die Seite.',
  row: {
    unknown: 'Der Artikel steht nicht auf der Preisliste.',
    unknownProduct: 'Der Artikel ist nicht bekannt.',
    otherGroup: (group: string) => `Der Artikel gehört zur Warengruppe ${group}.`,
    duplicate: 'Der Artikel ist in der Anfrage mehrfach enthalten.',
    blocked: 'Der Artikel ist in Preisfreigabe und kann nicht bearbeitet werden.',
    newNeedsExclusion: 'Ein neuer Artikel kann nur als Ausschluss aufgenommen werden.',
    tooManyDecimals: 'Der Preis hat mehr als zwei Nachkommastellen.',
    notPositive: 'Der Preis muss größer als 0 sein.',
    tooHigh: 'Der Preis darf höchstens 99.999,99 € betragen.',
    permanentWithExclusion: 'Dauerpreis und Ausschluss schließen sich aus.',
    permanentWithoutPrice: 'Ein Dauerpreis braucht einen Preis.',
    withoutPrice:
      'Für den Artikel gibt es keinen berechneten Preis. Er braucht einen eigenen Preis oder einen Ausschluss.',
    exclusionNeedsPrice: 'Ein Ausschluss kann nur mit einem neuen Preis aufgehoben werden.',
    periodPast: 'Der Zeitraum beginnt oder endet an einem vergangenen Tag.',
    periodReversed: '‚gültig bis‘ liegt vor ‚gültig ab‘.',
    reminderPast: 'Erinnert werden kann ab morgen.',
    reminderNeedsPermanent: 'Erinnert wird an einen Dauerpreis ohne Ende.',
    periodNeedsPrice: 'Ein Zeitraum braucht einen Preis und ist bei einem Ausschluss nicht möglich.',
    periodNeedsEnd: 'Der Preis gilt für einen Zeitraum und braucht ein Ende. Beenden Sie zuerst den Zeitraum.',
    periodOverlaps: 'Der Zeitraum überschneidet sich mit einem anderen dieses Artikels.',
  },
  upload: {
    multipartExpected: 'Die Datei muss als Formular gesendet werden (Content-Type: multipart/form-data).',
    unnamed: 'Datei ohne Namen',
    noFile: (field: string) => `Es wurde keine Datei gesendet (Feld ${field}).`,
    oneFileOnly: 'Sie können nur eine Datei hochladen.',
    malformed: 'Die gesendeten Formulardaten sind fehlerhaft.',
    badRows: 'Die Kopfzeile Delivery-Rows muss eine ganze Zahl sein.',
    badDigest: 'Die Kopfzeile Content-Digest muss die Form „sha-256=:BASE64:“ oder „sha-512=:BASE64:“ haben.',
  },
  pdf: {
    linkExpired: 'Dieses PDF gibt es nicht mehr. Bitte öffnen Sie es in TruePrice neu.',
    full: 'Es werden gerade viele PDFs erstellt. Bitte versuchen Sie es in einer halben Minute erneut.',
    userLimit: 'Es werden bereits mehrere PDFs für Sie erstellt. Bitte warten Sie, bis eines davon fertig ist.',
    tooLong: 'Das PDF würde zu umfangreich. Möglich sind höchstens 4.000 Seiten. Bitte grenzen Sie die Liste ein.',
    tooLarge: 'Das PDF würde zu umfangreich. Bitte grenzen Sie die Liste ein.',
  },
  labels: {
    notTheLast: 'Dieser Druck ist nicht mehr der letzte oder schon zurückgenommen. Bitte aktualisieren Sie die Seite.',
  },
  logExport: {
    future: (day: string) =>
      `Export von Veränderungen ab: Der ${day} liegt in der Zukunft. Bitte wählen Sie heute oder einen früheren Tag.`,
    underWay: (count: number) =>
      `${count} Ihrer Exporte sind noch unterwegs. Bitte starten Sie den nächsten, wenn einer davon angekommen ist.`,
    noEmail:
      'Zu Ihrem Benutzer ist keine E-Mail-Adresse hinterlegt. Bitte ergänzen Sie sie in Ihrem Profil und melden Sie sich neu an.',
    linkExpired: 'Dieser Link ist nicht mehr gültig. Bitte starten Sie den Export neu.',
  },
  messageNotDead: 'Die Nachricht ist bereits zugestellt oder wird gerade zugestellt.',
  event: {
    priceListSaved: 'Preisliste gespeichert',
    priceListTakenOver: (pharmacy: string) => `Preisliste gespeichert, übernommen aus ${pharmacy}`,
    taskMessageRepeated: 'Meldung an das Kundencenter erneut zugestellt',
  },
} as const;
