import { plainHeading } from './match-heading.ts';

/** `either`: it says that it is a day of validity, and not which. */
export type ValiditySide = 'from' | 'to' | 'either';

const FROM =
  /^(?:ab|von|from|start\w*|begin\w*|anfang\w*|erster|erstmals|first)$|\w(?:start|beginn|beginnt|anfang)(?:datum|tag|e?s)?$/;
const TO =
  /^(?:bis|to|until|till|thru|through|end|ende\w*|end(?:datum|tag|date|termin)|letzter|last)$|\w(?:ende|endet)$/;
const JOINED = /(?:vk|preise?|aktion|gultig|gueltig|datum)(ab|von|bis)$/;
const VALIDITY =
  /^(?:gultig|gueltig|gilt|geltung|valid|aktion|angebot|zeitraum|laufzeit|kampagne|werb|befrist|wirksam|inkraft|kraft|promo|sale|effective)|gultig|gueltig|zeitraum|laufzeit|aktion/;

/** Days of goods, of orders and of the data itself. */
const NEVER = [
  'verfall,verfalls,mhd,haltbar,verwendbar,expir,ablauf,charge,anbruch,best before',
  'ander,aenderung,geaend,aktualis,stand,update,modified,change,erstell,angelegt,created,erfass,import,export,letzte verkauf',
  'liefer,bestell,eingang,rechnung,beleg,inventur,verkauft,abverkauf,versand,order,deliver,received,produktion,herstell,zulassung',
]
  .join(',')
  .split(',');

/** Which day of validity a heading speaks of; undefined: none, or one of expiry or change. Rule 5.11. */
export function matchValidityHeading(heading: string): ValiditySide | undefined {
  const plain = plainHeading(heading);
  if (NEVER.some((part) => plain.includes(part)) || /\bexp\b/.test(plain)) return undefined;
  const words = plain.split(' ');
  const joined = words.map((word) => JOINED.exec(word)?.[1]);
  const begins = words.some((word, at) => FROM.test(word) || joined[at] === 'ab' || joined[at] === 'von');
  const ends = words.some((word, at) => TO.test(word) || joined[at] === 'bis');
  if (begins !== ends) return begins ? 'from' : 'to';
  return begins || words.some((word) => VALIDITY.test(word)) ? 'either' : undefined;
}

const DAY_LIKE =
  /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})?|\d{4}[./-]\d{1,2}[./-]\d{1,2}|(?:19|20|99)\d{2}[01]\d[0-3]\d)(?:[ T,].*)?$/;

/** Also in forms that rule 10.60 refuses, so that a column of them is asked for and not passed over. */
export const looksLikeDay = (cell: string): boolean => cell.length < 40 && DAY_LIKE.test(cell.trim());
