import { boundText, MOST_TEXT } from '../../incoming-text.ts';
import type { DeliverySample } from './moved-columns.ts';
import type { DoubtOf } from './doubt.ts';
import { type DeliveryLimits, MIN_DOUBTED_ROWS } from './limits.ts';

/** Rule 20.2. */
export function findOtherNames(sample: DeliverySample, { nameShare }: DeliveryLimits): DoubtOf<'names'> | null {
  const { name, knownName, content, knownContent, producer, knownProducer } = sample;
  const columns = [
    ['name', name, knownName],
    ['producer', producer, knownProducer],
    ['content', content, knownContent],
  ] as const;
  for (const [column, said, known] of columns) {
    const { rows, ofOthers, of } = compareTexts(said, known);
    const isMany = rows >= MIN_DOUBTED_ROWS / 2 && rows >= nameShare * of;
    const isMixedUp = column === 'name' && ofOthers >= MIXED_UP.rows && ofOthers >= MIXED_UP.share * of;
    if (isMany || isMixedUp) return { check: 'names', column, rows, of };
  }
  return namesExchanged(sample);
}

const EXCHANGED = { rows: 3, share: 0.02, of: 20, times: 2 };

/** With the producer's: an article has the name of another one's producer, or names repeat as only producers do. */
function namesExchanged({ name, producer }: DeliverySample): DoubtOf<'names'> | null {
  const fold = (text: string | null) => foldName(text ?? '');
  const [names, producers] = [name.map(fold), producer.map(fold)];
  const [allNames, allProducers] = [new Set(names), new Set(producers)];
  const of = names.filter(Boolean).length;
  const ofOthers = names.filter((each, row) => each && each !== producers[row] && allProducers.has(each)).length;
  const repeat = of >= EXCHANGED.of && allProducers.size > EXCHANGED.times * allNames.size;
  const rows = repeat ? of : ofOthers;
  return rows >= EXCHANGED.rows && rows >= EXCHANGED.share * of
    ? { check: 'names', column: 'exchanged', rows, of }
    : null;
}

const MIXED_UP = { rows: 3, share: 0.01 };

export function compareTexts(
  said: readonly (string | null)[],
  known: readonly (string | null)[],
): { rows: number; ofOthers: number; of: number } {
  const all = new Set(known.flatMap((text) => (text === null ? [] : foldName(text))));
  const ofOthers = new Set<string>();
  let [rows, of] = [0, 0];
  for (const [row, text] of said.entries()) {
    const own = known[row] ?? null;
    if (!text || !own) continue;
    of++;
    if (text === own) continue;
    const folded = foldName(text);
    if (folded === foldName(own) || isUnreadable(text, own)) continue;
    rows++;
    if (all.has(folded)) ofOthers.add(folded);
  }
  // A name given to a whole family is one.
  return { rows, ofOthers: ofOthers.size, of };
}

function foldName(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const LOST_LETTER =
  // oxlint-disable-next-line no-control-regex -- what Windows-1252 makes of bytes of CP850
  /\uFFFD|\p{L}\?\p{L}|Ã[\u0080-\u00BFŸ„–œ€™š]|[A-Za-z][„”\u0081†‡Ÿ€][a-zß]|[\u0080-\u009F]/u;
const LEAST = { byLetters: 2, beside: 1 };

/** Rule 20.2. */
export function findLostLetters(sample: DeliverySample, { encodingShare }: DeliveryLimits): DoubtOf<'encoding'> | null {
  const columns = [
    [sample.name, sample.knownName],
    [sample.producer, sample.knownProducer],
    [sample.content, sample.knownContent],
  ] as const;
  let found: DoubtOf<'encoding'> | null = null;
  for (const [said, known] of columns) {
    let [byLetters, beside, of] = [0, 0, 0];
    for (const [row, text] of said.entries()) {
      if (!text) continue;
      of++;
      const own = known[row] ?? null;
      if (own !== null && isUnreadable(text, own)) beside++;
      else if (LOST_LETTER.test(text) && !(own !== null && LOST_LETTER.test(own))) byLetters++;
    }
    const rows = byLetters + beside;
    const isMany = rows >= LEAST.byLetters && rows >= encodingShare * of;
    if ((isMany || beside >= LEAST.beside) && rows > (found?.rows ?? 0)) found = { check: 'encoding', rows, of };
  }
  return found;
}

const UMLAUT = /[^\p{ASCII}]/u;
const UMLAUTS = /[äöüßÄÖÜéèàáóíç®°µ½²³´’–]/gu;

/** The known text with signs for its umlauts; 'ae' and 'a' are readable. */
function isUnreadable(text: string, known: string): boolean {
  if (!UMLAUT.test(known) || text === known || boundText(text, MOST_TEXT) === boundText(known, MOST_TEXT)) return false;
  const pattern = known.split(UMLAUTS).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (pattern.length === 1) return false;
  const broken = new RegExp(`^${pattern.join('([^a-zA-Z0-9 ]{1,6})')}$`, 'u').exec(text);
  const signs = [...known.matchAll(UMLAUTS)].map(([sign]) => sign);
  return (
    broken !== null && broken.slice(1).some((sign, at) => sign !== signs[at] && /[äöüÄÖÜß]/u.test(signs[at] as string))
  );
}

const VAT = { rows: 3, share: 0.02, other: 0.35, usually: 0.3 };

/** Rule 20.2. */
export function findOtherVat({ vat, knownVat, usualVat }: DeliverySample): DoubtOf<'vat'> | null {
  let [rows, of, lower, unknown] = [0, 0, 0, 0];
  for (const [row, percent] of vat.entries()) {
    if (percent === null) continue;
    const own = knownVat[row] ?? null;
    if (own === null) {
      unknown++;
      if (percent === 7) lower++;
      continue;
    }
    of++;
    if (percent !== own) rows++;
  }
  if (rows >= VAT.rows && rows >= VAT.share * of) return { check: 'vat', fault: 'other', rows, of };
  const known = usualVat.filter((percent) => percent !== null);
  const usually = known.length < MIN_DOUBTED_ROWS ? 0 : known.filter((percent) => percent === 7).length / known.length;
  return unknown >= MIN_DOUBTED_ROWS && usually < VAT.usually && lower >= VAT.other * unknown
    ? { check: 'vat', fault: 'mostLower', rows: lower, of: unknown }
    : null;
}
