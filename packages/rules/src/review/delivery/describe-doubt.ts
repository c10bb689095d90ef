import { formatCents } from '../../money.ts';
import { formatPercent } from '../../percent.ts';
import type { CommonFactor, DeliveryCheck, DeliveryDoubt, DoubtOf, FactorCause, MoneyColumn } from './doubt.ts';

const WHY: { readonly [Cause in FactorCause]: string } = {
  vatRemoved: 'Wahrscheinlich fehlt die MwSt.',
  vatAdded: 'Wahrscheinlich ist die MwSt. doppelt aufgeschlagen.',
  vatRateLowered: 'Wahrscheinlich ist mit dem falschen MwSt.-Satz gerechnet.',
  vatRateRaised: 'Wahrscheinlich ist mit dem falschen MwSt.-Satz gerechnet.',
  decimalLeft: 'Wahrscheinlich ist das Komma verrutscht.',
  decimalRight: 'Wahrscheinlich ist das Komma verrutscht.',
  unknown: 'Bitte prüfen Sie, ob das so gewollt ist.',
};

const COLUMN_WORDS: { readonly [Column in MoneyColumn]: string } = {
  price: '„TruePrice neu“',
  base: '„TruePrice alt“',
  avp: '„AVP neu“',
  aep: '„AEP“',
  vhp: '„VHP“',
  umfeldMin: '„Umfeld Min“',
  umfeldAvg: '„AVP Region“',
  umfeldMax: '„Umfeld Max“',
};

const NAME_WORDS = { name: 'der Name', producer: 'der Hersteller', content: 'der Inhalt' } as const;

/** The names of the checks, as a certificate lists them. */
export const CHECK_WORDS: { readonly [Check in DeliveryCheck]: string } = {
  commonFactor: 'Gleicher Faktor bei fast allen Preisen',
  newArticleLevel: 'Preise neuer Artikel',
  staleBase: '„TruePrice alt“ passt zur Liste',
  unusualShare: 'Anzahl der Änderungen',
  unusualSize: 'Größe der Änderungen',
  columns: 'Spalten verschoben oder vertauscht',
  references: 'AVP, AEP, VHP und Umfeld',
  umfeld: 'Umfeld',
  missingRows: 'Fehlende Zeilen',
  names: 'Namen der Artikel',
  encoding: 'Zeichen',
  priceLevel: 'Niveau der Preise',
  priceShape: 'Zusammenhang der Preise',
  vat: 'MwSt.-Sätze',
  foreignRows: 'Zeilen anderer Listen',
  rowReview: 'Zeilen zu prüfen',
  headings: 'Spaltenköpfe',
};

/** Rule 20.2. */
export function describeDeliveryDoubt(doubt: DeliveryDoubt, nameAt: (row: number) => string): string {
  switch (doubt.check) {
    case 'commonFactor': {
      const { rows, of, exact } = doubt;
      const changed = exact ? 'geänderten ' : '';
      const which =
        rows === of ? `Alle ${count(rows)} ${changed}Preise` : `${count(rows)} von ${count(of)} ${changed}Preisen`;
      return `${which} sind ${exact ? '' : 'etwa '}${describeFactor(doubt, 'heute')}`;
    }
    case 'newArticleLevel':
      return `Die ${count(doubt.rows)} neuen Artikel liegen, gemessen am AVP, etwa ${differenceOf(doubt, 'Ihre Liste')}. ${WHY[doubt.cause]}`;
    case 'staleBase': {
      const { rows, of, worst, stated, listed } = doubt;
      const which = rows === 1 ? 'einem' : count(rows);
      const prices = `laut Datei ${formatCents(stated)} €, in Ihrer Liste ${formatCents(listed)} €`;
      return `Bei ${which} von ${count(of)} Artikeln ist „TruePrice alt“ nicht der Preis Ihrer Liste, am weitesten bei ${nameAt(worst)}: ${prices}.`;
    }
    case 'unusualShare': {
      const { rows, usual, updates } = doubt;
      return `${count(rows)} Preise ändern sich. Bei den letzten ${updates} Updates waren es meist ${count(usual)}.`;
    }
    case 'unusualSize': {
      const { percent, usual, updates } = doubt;
      return `Jede fünfte Änderung ist größer als ${formatPercent(percent)}. Bei den letzten ${updates} Updates war sie meist größer als ${formatPercent(usual)}.`;
    }
    case 'columns':
      return describeColumns(doubt);
    case 'references':
      return describeReferences(doubt);
    case 'umfeld':
      return doubt.fault === 'doubtful'
        ? `Bei ${outOf(doubt)} Artikeln passen die Umfeldpreise nicht zueinander.`
        : `Bei ${outOf(doubt)} Artikeln ist das Umfeld mehr als doppelt oder weniger als halb so teuer wie „TruePrice neu“.`;
    case 'missingRows': {
      const where = doubt.atEnd ? ' Sie standen dort alle am Ende.' : '';
      const cut = doubt.isCut ? ' Wahrscheinlich ist die Datei abgeschnitten.' : '';
      return `${outOf(doubt)} Artikeln der letzten Lieferung fehlen.${where}${cut}`;
    }
    case 'names':
      if (doubt.column === 'exchanged')
        return `Bei ${outOf(doubt)} Artikeln steht als Name ein Hersteller. Wahrscheinlich sind Spalten vertauscht.`;
      return `Bei ${outOf(doubt)} Artikeln ist ${NAME_WORDS[doubt.column]} ein anderer als bisher.`;
    case 'encoding':
      return `In ${outOf(doubt)} Namen sind Buchstaben verloren gegangen. Wahrscheinlich ist die Datei falsch kodiert.`;
    case 'priceLevel':
      return describeLevel(doubt);
    case 'priceShape':
      return describeShape(doubt);
    case 'vat':
      return doubt.fault === 'other'
        ? `Bei ${outOf(doubt)} Artikeln ist der MwSt.-Satz ein anderer als bisher.`
        : `Bei ${outOf(doubt)} neuen Artikeln gilt 7 % MwSt. Wahrscheinlich sind die Sätze vertauscht.`;
    case 'foreignRows':
      return doubt.fault !== 'notListed'
        ? `${outOf(doubt)} Artikeln der Datei gehören zu einer anderen Warengruppe.`
        : `${outOf(doubt)} Artikeln der Datei stehen nicht auf der Preisliste.`;
    case 'rowReview':
      return `${outOf(doubt)} Preisen liegen unter dem AEP mit MwSt., über dem AVP oder außerhalb des Umfelds.`;
    case 'headings': {
      const unknown = doubt.unknown.length > 0 ? ` Unbekannt sind: ${quoted(doubt.unknown)}.` : '';
      return `Diese Spalten der letzten Lieferung fehlen: ${quoted(doubt.missing)}.${unknown}`;
    }
  }
}

/** With the suspicion. */
export function describeFactor(
  { factor, otherFactor, cause }: Pick<CommonFactor, 'factor' | 'otherFactor' | 'cause'>,
  than: string,
): string {
  if (!otherFactor) return `${differenceOf({ factor }, than)}. ${WHY[cause]}`;
  const [full, lower] = [factor, otherFactor].map((each) => formatPercent(Math.abs(each - 1) * 100));
  return `${full} oder ${lower} ${factor < 1 ? 'niedriger' : 'höher'} als ${than}. ${WHY[cause]}`;
}

function describeReferences(doubt: DoubtOf<'references'>): string {
  const column = COLUMN_WORDS[doubt.column];
  switch (doubt.fault) {
    case 'factor':
      return `Bei ${outOf(doubt)} Artikeln liegt ${column} etwa ${differenceOf(doubt, 'in Ihrer Liste')}. ${WHY[doubt.cause]}`;
    case 'scattered':
      return `Bei ${outOf(doubt)} Artikeln liegt ${column} weit neben dem Wert Ihrer Liste. Wahrscheinlich gehören die Werte zu anderen Artikeln.`;
    case 'exchanged':
      return `Bei ${outOf(doubt)} Artikeln ist „AVP neu“ der bisherige AVP. Wahrscheinlich sind „AVP alt“ und „AVP neu“ vertauscht.`;
  }
}

const BASIS_WORDS: { readonly [Basis in Exclude<DoubtOf<'priceLevel'>['basis'], 'endings'>]: string } = {
  base: '„TruePrice alt“',
  lastPrice: 'in der letzten Lieferung',
  avp: 'heute, der AVP ebenso',
  columns: 'nach AVP, AEP und Umfeld üblich',
  size: 'auf Ihrer Liste üblich',
};

function describeLevel(doubt: DoubtOf<'priceLevel'>): string {
  const why = WHY[doubt.cause];
  if (doubt.basis === 'endings')
    return `Bei etwa ${outOf(doubt)} Preisen fehlen die üblichen Endungen; ${doubt.factor < 1 ? 'mit' : 'ohne'} MwSt. hätten sie sie. ${why}`;
  return `Bei ${outOf(doubt)} Artikeln liegt „TruePrice neu“ etwa ${differenceOf(doubt, BASIS_WORDS[doubt.basis])}. ${why}`;
}

function describeShape(doubt: DoubtOf<'priceShape'>): string {
  const rows = `Bei ${outOf(doubt)} Artikeln`;
  const column = COLUMN_WORDS[doubt.column];
  switch (doubt.fault) {
    case 'equal':
      return `${rows} steht in ${column} derselbe Preis.`;
    case 'otherColumn':
      return `${rows} ist „TruePrice neu“ genau ${column}.`;
    case 'partOfColumn':
      return `${rows} ist „TruePrice neu“ genau derselbe Anteil von ${column}.`;
    case 'decimal':
      return `${rows} ist der Preis etwa das Zehn- oder Hundertfache des Üblichen oder ein Bruchteil davon. ${WHY.decimalLeft}`;
    case 'odd':
      return `${rows} passt der Preis weder zum bisherigen noch zu AVP, AEP und Umfeld.`;
    case 'moved':
      return `${rows} ändert sich der Preis um mehr als 14 %.`;
    case 'alike':
      return `${rows} steigt der Preis um denselben Faktor, der AVP aber nicht. ${WHY.unknown}`;
    case 'wholeEuros':
      return `${rows} ist der Preis ein voller Betrag in Euro. Wahrscheinlich fehlen die Cent.`;
  }
}

function describeColumns(doubt: DoubtOf<'columns'>): string {
  switch (doubt.fault) {
    case 'aepAbovePrice':
      return `Bei ${outOf(doubt)} Artikeln liegt der AEP über „TruePrice neu“. Wahrscheinlich sind Spalten vertauscht.`;
    case 'holdsOther': {
      const [column, other] = [COLUMN_WORDS[doubt.column], COLUMN_WORDS[doubt.other]];
      const where = doubt.other === 'base' ? 'der heutige Preis' : `was in Ihrer Liste ${other} ist`;
      return `In ${column} steht bei ${outOf(doubt)} Artikeln ${where}. Wahrscheinlich sind Spalten verschoben oder vertauscht.`;
    }
    case 'pznAsPrice':
      return `In ${COLUMN_WORDS[doubt.column]} stehen bei ${outOf(doubt)} Artikeln Zahlen wie eine PZN. Wahrscheinlich sind Spalten verschoben.`;
    case 'rowsShifted':
      return `Bei ${outOf(doubt)} Artikeln gehören Name und Preis zu einer anderen PZN. Wahrscheinlich sind Zeilen verschoben.`;
  }
}

function outOf({ rows, of }: { readonly rows: number; readonly of: number }): string {
  return `${count(rows)} von ${count(of)}`;
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `„${text}“`).join(', ');
}

/** '16,0 % niedriger als heute', '10-mal so hoch wie heute'. */
function differenceOf({ factor }: { readonly factor: number }, than: string): string {
  if (factor >= 5) return `${Math.round(factor)}-mal so hoch wie ${than}`;
  const percent = formatPercent(Math.abs(factor - 1) * 100);
  return `${percent} ${factor < 1 ? 'niedriger' : 'höher'} als ${than}`;
}

function count(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, '.');
}
