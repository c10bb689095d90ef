import { type Day, formatDate, PACKAGE_KINDS, packageName, type UpdateKind } from '@portal/rules';
import { changedMeanwhile, spanText, TAKEN_BACK } from '../../texts/de.ts';
import type { EndedPeriod } from '../price-writing/index.ts';

const MAX_NAMED = 20;

type Named = { readonly kind: UpdateKind; readonly firstCalculation: boolean };

const articles = (count: number) => (count === 1 ? 'ein Artikel' : `${count.toLocaleString('de-DE')} Artikel`);
const periods = (count: number) => (count === 1 ? 'ein Zeitraum' : `${count.toLocaleString('de-DE')} Zeiträume`);
const updateName = (update: Named): string => packageName(update).noun;

/** Rule 11.1. */
export const UPDATE_EVENT = {
  received: (update: Named) =>
    `${updateName(update)} ${PACKAGE_KINDS[update.kind].isUploaded ? 'hochgeladen' : 'eingegangen'}`,
  replaced: (update: Named, by: number) => `${updateName(update)} ersetzt durch ${by}`,
  /** Rule 6.31. */
  partApproved: (update: Named, part: number, rows?: number) =>
    `${updateName(update)}: Teil ${part} freigegeben${rows === undefined ? '' : ` (${articles(rows)})`}`,
  partTakenBack: (part: number) => `Freigabe von Teil ${part} ${TAKEN_BACK}`,
  saved: (update: Named) => `${updateName(update)} zwischengespeichert`,
  approved: (update: Named) => `${updateName(update)} freigegeben`,
  /** An approval that leaves every price as it is says so. */
  approvedWithoutChange: (update: Named, loaded: number) =>
    `${updateName(update)} freigegeben (${loaded === 0 ? 'kein Artikel geladen' : 'keine Preisänderung'})`,
  held: (update: Named, rows: number) =>
    `${updateName(update)} nicht automatisch freigegeben: ${articles(rows)} außerhalb der Leitplanken`,
  deleted: (update: Named) => `${updateName(update)} gelöscht`,
  released: (update: Named) => `${updateName(update)} für Apotheke freigeschaltet`,
  reopened: `Freigabe ${TAKEN_BACK}`,
  /** Rule 17.5. */
  reopenedBut: (lost: number) => `Freigabe ${TAKEN_BACK}${lost === 0 ? '' : ` (${periods(lost)} nicht)`}`,
  contractActivated: 'Vertrag aktiviert',
  reactivated: 'Apotheke wieder aktiv',
  accessActivated: 'Apothekenzugriff aktiviert',
  demoActivated: 'Demo freigeschaltet',
} as const;

/** The successor may be an unreleased LZD (rule 11.8). */
export const withoutSuccessor = (event: string): string => event.replace(/ ersetzt durch \d+/, ' ersetzt');

/** Why a package was closed without an approval; shown to staff. */
export const CLOSED_REASON = {
  replaced: (by: number) => `ersetzt durch ${by}`,
  deletedBy: (userName: string) => `gelöscht von ${userName}`,
  deletedByClock: 'automatisch gelöscht, da nicht freigegeben',
} as const;

/** Rule 6.31: behind what became of the rest. */
export const withParts = (text: string, approved: number): string =>
  approved === 0 ? text : `${text}, ${articles(approved)} vorher freigegeben`;

const day = (at: Date) => formatDate(at, 'dd.MM.yyyy HH:mm');

export const UPDATE_TEXT = {
  alreadyApproved: (approver: string, at: Date) =>
    `Das Update wurde bereits am ${day(at)} von ${approver} freigegeben.`,
  alreadyDeleted: (at: Date, reason: string | null) =>
    `Das Update wurde am ${day(at)} geschlossen${reason ? ` (${reason})` : ''}.`,
  alreadyOpen: 'Das Update ist bereits wieder zum Bearbeiten geöffnet.',
  gone: 'Das Update steht nicht mehr zur Verfügung.',
  notReleased: 'Die Erst- bzw. Neuberechnung ist noch nicht zur Freigabe freigeschaltet.',
  notReopenable: 'Das Update kann nicht mehr zum Bearbeiten geöffnet werden, da es aktuelle Preis-Updates gibt.',
  onlyInMain: 'Das Update kann nur in der Hauptapotheke bearbeitet werden..',
  reopenWarning:
    'Trifft ein neueres Update ein, solange dieses wieder offen ist, ersetzt es dieses; die zurückgenommenen Preise kommen dann nicht wieder.',
  approvalWarning: (count: number) =>
    count === 1
      ? 'Ein Preis der Preisliste wurde nach dem Eingang dieses Updates geändert und wird mit der Freigabe neu gesetzt.'
      : `${count.toLocaleString('de-DE')} Preise der Preisliste wurden nach dem Eingang dieses Updates geändert und werden mit der Freigabe neu gesetzt.`,
  notGivenBack: (lost: readonly EndedPeriod[], today: Day) => {
    const stands = lost
      .slice(0, MAX_NAMED)
      .map(({ pzn, stands: days }) => `${pzn}: ${days ? spanText(days, today) : ''}`);
    const rest = lost.length > MAX_NAMED ? ' …' : '';
    const why =
      lost.length === 1
        ? 'Ein Zeitraum kommt nicht wieder, weil später ein anderer eingegeben wurde.'
        : `${periods(lost.length)} kommen nicht wieder, weil später andere eingegeben wurden.`;
    return `${why} PZN ${stands.join(', ')}${rest}`;
  },
  wouldEmptyList: 'Das Update enthält keine Artikel, die geladen werden können. Die Preisliste bleibt unverändert.',
  noAccessYet: 'Die Apotheke hat noch keinen Zugriff. Bitte aktivieren Sie zuerst den TruePrice Apothekenzugriff.',
  draftConflict: (count: number, own: boolean) =>
    `${changedMeanwhile(count, own, 'bearbeitet')}, es wurde nichts gespeichert. Bitte aktualisieren Sie die Seite.`,
  approvedMeanwhile: (count: number) =>
    `${count === 1 ? 'Ein Artikel wurde' : `${count.toLocaleString('de-DE')} Artikel wurden`} inzwischen freigegeben, es wurde nichts gespeichert. Bitte aktualisieren Sie die Seite.`,
  part: {
    doubted: 'Die Datei ist als Ganzes zu prüfen. Geben Sie sie nach Ihrer Durchsicht ganz frei.',
    nothing: 'Kein Artikel kann ohne Durchsicht freigegeben werden. Es wurde nichts freigegeben.',
    notDivided: 'Eine Erst- bzw. Neuberechnung wird als Ganzes freigegeben.',
    again: 'Diese Artikel sind schon freigegeben.',
    everything: 'Es ist nichts zu prüfen. Geben Sie das Update als Ganzes frei.',
    moving: 'Preisliste oder Update ändern sich gerade. Bitte versuchen Sie es gleich noch einmal.',
    unknown: 'Dieser Teil ist nicht mehr freigegeben.',
  },
  seenConflict: (count: number, own: boolean) =>
    `${changedMeanwhile(count, own, 'bearbeitet')}, die Liste wurde nicht freigegeben. Bitte prüfen Sie die Änderungen.`,
  row: {
    unknown: 'Der Artikel ist nicht Teil des Updates.',
    locked: 'Der Artikel ist inaktiv und kann nicht bearbeitet werden.',
  },
} as const;
