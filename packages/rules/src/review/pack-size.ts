/** What a pack holds, above 0: grams, millilitres, millimetres or pieces (rule 14.20). */
export type PackSize = { readonly amount: number; readonly unit: 'st' | 'g' | 'ml' | 'mm' };

/** Units as masters write them, with the unit they are compared in and the factor. */
const UNITS: Readonly<Record<string, readonly [unit: PackSize['unit'], factor: number]>> = {
  st: ['st', 1],
  stk: ['st', 1],
  stck: ['st', 1],
  stück: ['st', 1],
  mg: ['g', 0.001],
  g: ['g', 1],
  kg: ['g', 1000],
  ml: ['ml', 1],
  cl: ['ml', 10],
  l: ['ml', 1000],
  mm: ['mm', 1],
  cm: ['mm', 10],
  m: ['mm', 1000],
};
const PART = /^((?:\d+\s*[x×]\s*)*)(\d+(?:[.,]\d+)?)\s*([a-zäöü]+)\.?$/i;
/** '1.000' is a thousand in a German text and one in an English one, '1,000' the other way round. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Reads the content of a pack (rule 14.29): '20 St', '100 ml', '2X50 ml' (100 ml), '20X1.8 g' (36 g), '0,5 l' (500 ml),
 * '20 g + 20 g' (40 g). Undefined for everything else: a unit that is not known could stand for packs of different things.
 */
export function readPackSize(content: string | null): PackSize | undefined {
  const [first, ...others] = (content ?? '').split('+').map(readPart);
  if (!first || others.some((other) => other?.unit !== first.unit)) return undefined;
  const amount = others.reduce((sum, other) => sum + (other?.amount ?? 0), first.amount);
  // 3X0.7 g are as many grams as 2.1 g
  return { amount: Math.round(amount * 1e6) / 1e6, unit: first.unit };
}

function readPart(text: string): PackSize | undefined {
  const match = PART.exec(text.trim());
  if (!match) return undefined;
  const [, times = '', number = '', name = ''] = match;
  const unit = UNITS[name.toLowerCase()];
  if (unit === undefined || AMBIGUOUS.test(number)) return undefined;
  let amount = Number(number.replace(',', '.')) * unit[1];
  for (const factor of times.match(/\d+/g) ?? []) amount *= Number(factor);
  return amount > 0 ? { amount, unit: unit[0] } : undefined;
}

/** A size at the end of a name: '20 St', '2X50 ml', 'N2'. Not what follows a slash, as in '15 mg/5 ml'. */
const SIZE_AT_END = /(?:\s+(?:(?:\d+\s?[x×]\s?)*\d+(?:[.,]\d+)?\s?(?:st|stk|stck|stück|ml|g|kg|l)\.?|n[123]))+$/i;
/** The longest such end that matters, '10X100 St'. */
const END_LENGTH = 9;

/** The name of a product without the pack size at its end: packs of one product share it. */
export function nameStem(name: string): string {
  // few names end so, and looking for a digit costs less than asking the expression
  for (let at = Math.max(0, name.length - END_LENGTH); at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (code >= 48 && code <= 57) return name.replace(SIZE_AT_END, '');
  }
  return name;
}
