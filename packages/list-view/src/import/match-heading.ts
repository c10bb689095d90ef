import { boundText, MOST_HEADING } from '@portal/rules';

export type HeadingMatch = 'named' | 'possible' | 'other';

const splitWords = (text: string) => text.trim().split(/\s+/);

/** Other words: only QUALIFIERS. */
const SELLING_PRICE = new Set(
  splitWords(`
  vk preis preise verkaufspreis verkaufspreise vkpreis vkpreise trueprice price bruttopreis bruttovk vkbrutto bruttoverkaufspreis
  ladenpreis ladenverkaufspreis vkneu neuvk preisneu neupreis truepriceneu
`),
);
const QUALIFIERS = new Set(
  splitWords(`
  neu neue neuer neuen eigen eigene eigener mein meine unser unsere aktuell aktuelle aktueller brutto selling sales new own our
  current eur euro in
`),
);
const VAT_INCLUDED =
  /\b(?:inkl|incl|inklusive|inclusive|including|einschl|einschliesslich|mit|m|inc)\b(?: (?:19|7))? (?:mwst|ust|mehrwertsteuer|umsatzsteuer|vat)\b/g;

/** Purchase, net, former, competitors' and unit prices, limits. */
const OTHER_PARTS = splitWords(`
  einkauf netto grund umfeld differenz diff gruppe menge mindest hochst maximal minimal hoechst durchschn mittel median rabatt
  staffel stuck stueck einheit einzel elastiz spanne marge ertrag aufschlag abschlag nachlass vorteil ersparnis anderung abweichung
  entwicklung prozent faktor hersteller lieferant grosshandel grosshandl listen taxe apothekenverkauf festbetrag zuzahlung
  erstattung empf unverbind konkurren wettbewerb mitbewerb markt region national versand vergleich fremd wiederbeschaff vormonat
  vorjahr vorher vorig bisher fruher frueher ehemal historisch letzt ursprung original gultig datum stand dauer schild liste klasse
  kategorie kennzeichen code grenze leitplanke umsatz absatz anzahl summe gesamt wert bestand steuer mwst ohne exkl excl zzgl cent
  purchase cost discount average competitor former previous difference range unit recommended
`);
/** Whole words only. */
const OTHER_WORDS = new Set(
  splitWords(`
  ek aek aep apu hap avp uvp upe vhp ravp gh kalk alt alte alter alten altes old net n je pro per ab bis von seit min max typ art
  info nr ct cts usd chf gbp kein keine keiner nicht st stk kg g ml l liter tag monat jahr vat ust o excl exkl ex list low high
  lowest highest mean last date group type margin history change avg vke
`),
);
const PRICE_WORD = /preis|price|^vk|vk$|\bvk/;
/** 'Altpreis', 'EKPreis', 'AEPneu'. */
const OTHER_BEGINNING =
  /^(?:alt|ek|aek|aep|avp|uvp|apu|hap|gh)(?=preis|price|vk|neu|alt|$)|^(?:preis|vk|trueprice)(?:alt|netto|ek|n)$/;
/** 'Preisgruppe', 'Preistyp'. */
const PRICE_COMPOUND = /^(?:preis|price)(?!$|e$|vorschlag|empfehl|forderung|neu$|brutto$)[a-z]+/;

const FOREIGN_SIGN = /[^\p{L}\p{M}\d\s€()[\]{}.,:;_/"'’„“\u2010-\u2015\u00ad\ufeff-]/u;

export function matchPriceHeading(heading: string): HeadingMatch {
  if (FOREIGN_SIGN.test(heading.slice(0, MOST_HEADING).replace(/\b(?:19|7)\s?%/, ''))) return 'other';
  const plain = plainHeading(heading).replaceAll(VAT_INCLUDED, ' ');
  const words = plain.split(' ').filter(Boolean);
  if (!words.some((word) => PRICE_WORD.test(word))) return 'other';
  if (/[^a-z\d ]/.test(plain) || words.some(isOtherPrice)) return 'other';
  const isNamed = words.every((word) => SELLING_PRICE.has(word) || QUALIFIERS.has(word));
  return isNamed && words.some((word) => SELLING_PRICE.has(word)) ? 'named' : 'possible';
}

const OTHER_PRICE = /^(?:ek|aek|aep|apu|hap|avp|uvp|vhp)$/;

/** 'VK netto 2026', 'EK 10/26'. */
export function namesPrice(text: string): boolean {
  return plainHeading(text)
    .split(' ')
    .some((word) => PRICE_WORD.test(word) || OTHER_PRICE.test(word));
}

const PURCHASE_PRICE = /^(?:ek|aek|aep|apu|hap)(?:preis|price|netto|brutto|neu|alt|$)|einkauf|purchase/;

/** Never offered as a selling price. Rule 9.33. */
export function isPurchaseHeading(heading: string): boolean {
  return plainHeading(heading)
    .split(' ')
    .some((word) => PURCHASE_PRICE.test(word));
}

function isOtherPrice(word: string): boolean {
  if (SELLING_PRICE.has(word)) return false;
  return (
    OTHER_WORDS.has(word) ||
    OTHER_BEGINNING.test(word) ||
    PRICE_COMPOUND.test(word) ||
    OTHER_PARTS.some((part) => word.includes(part))
  );
}

const PZN_HEADING =
  /^(?:pzn ?(?:8|7)?|(?:pzn ?8?|pharmazentral) ?(?:nummern?|nr|no|code)?|pharmazentralnummer(?: pzn ?8?)?|pzn pharmazentralnummer)$/;

export function matchPznHeading(heading: string): HeadingMatch {
  const plain = plainHeading(heading);
  if (PZN_HEADING.test(plain)) return 'named';
  if (!/\bpzn|pzn8?\b|pharmazentral/.test(plain)) return 'other';
  return /\b(?:alte?[rsn]?|old|vorganger|nachfolger|ersatz|frueher\w*|bisherige?)\b|^alt/.test(plain)
    ? 'other'
    : 'possible';
}

const CODE_HEADING =
  /^(?:preis(?:typ|art|kennzeichen|code)(?: ?(?:neu|neuer?|aktuell))?|neuer? preis(?:typ|art)|negative?(?:kennzeichen)?)$/;

/** Rule 5.9. */
export function matchCodeHeading(heading: string): HeadingMatch {
  const plain = plainHeading(heading);
  if (CODE_HEADING.test(plain)) return 'named';
  return /typ$|code$|kennzeichen$/.test(plain) ? 'possible' : 'other';
}

/** 'gültig ab', 'Gültig bis' (rule 17.2). */
export function matchDayHeading(word: string): (heading: string) => HeadingMatch {
  const named = new RegExp(`^(?:preis )?(?:gultig|gueltig|valid) (?:${word})$`);
  return (heading) => (named.test(plainHeading(heading)) ? 'named' : 'other');
}

/** Lower case, without umlauts, split at capitals. */
export function plainHeading(heading: string): string {
  return boundText(heading, MOST_HEADING, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('€', ' eur ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .replace(/\btrue price\b/g, 'trueprice')
    .replace(/\bmw st\b/g, 'mwst');
}
