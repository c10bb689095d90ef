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

const DAY = String.raw`\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})?|\d{4}[./-]\d{1,2}[./-]\d{1,2}|(?:19|20|99)\d{2}[01]\d[0-3]\d`;
const MONTH = String.raw`(?:\d{1,2}\.? ?)?(?:jan|feb|mär|mae|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec)[a-zäu]*\.?(?: ?\d{2,4})?`;
const TO_DAY = String.raw`\d{1,2}\. ?(?:[\u2010-\u2015-]|bis) ?\d{1,2}\.(?:\d{1,2}\.| ?[a-zä]).*`;
const WORDS = String.raw`(?:(?:gültig|gilt|nur|ab|bis|von|vom|seit|zum|until|from|to)[ :]+)`;
const DAY_LIKE = new RegExp(
  `^(?:${WORDS}*(?:${DAY}|${MONTH})(?:[ T,\u2010-\u2015-].*)?|${WORDS}*${TO_DAY}|${WORDS}+\\d{1,2}\\.\\d{1,2}|kw ?\\d.*)$`,
  'i',
);
const MOST_DAYS = 60;

/** Also in forms that rule 10.60 refuses, ranges too, so that their column is asked for. */
export const looksLikeDay = (cell: string): boolean => cell.length < MOST_DAYS && DAY_LIKE.test(cell.trim());

const SEVERAL_DAYS = /\d\.? ?(?:[\u2010-\u2015]|-(?!\d+(?:-|$|[ T]))|bis) ?\d/i;

/** '01.12.–14.12.2026'. */
export const holdsSeveralDays = (cell: string): boolean => looksLikeDay(cell) && SEVERAL_DAYS.test(cell);
