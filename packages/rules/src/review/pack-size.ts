/** What a pack holds, in the smallest unit of its kind: grams, millilitres, millimetres or pieces. */
export type PackSize = { readonly amount: number; readonly unit: string };

/** Units as masters write them, with the unit they are compared in and the factor. */
const UNITS: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
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
const CONTENT = /^((?:\d+\s*[x×]\s*)*)(\d+(?:[.,]\d+)?)\s*([a-zäöü]+)\.?$/i;

/**
 * Reads the content of a pack: '20 St', '100 ml', '2X50 ml' (100 ml), '20X1.8 g' (36 g), '0,5 l' (500 ml). Undefined for
 * everything else: a unit that is not known could stand for packs of different things.
 */
export function readPackSize(content: string | null): PackSize | undefined {
  const match = CONTENT.exec(content?.trim() ?? '');
  if (!match) return undefined;
  const unit = UNITS[(match[3] as string).toLowerCase()];
  if (unit === undefined) return undefined;
  let amount = Number((match[2] as string).replace(',', '.')) * unit[1];
  for (const times of (match[1] as string).match(/\d+/g) ?? []) amount *= Number(times);
  return amount > 0 ? { amount, unit: unit[0] } : undefined;
}

/** Sizes within a name, not strengths: '500 mg' and '15 mg/5 ml' stay, '20 St', '2X50 ml' and 'N2' go. */
const SIZE_IN_NAME =
  /(?<![\d/.,])(?:\d+\s?[x×]\s?)*\d+(?:[.,]\d+)?\s?(?:st|stk|stck|stück|ml|g|kg|l)\b(?!\/)|\bn[123]\b/gi;
const MAY_HOLD_SIZE = /\d\s?(?:s|m?l\b|k?g\b)|n[123]\b/i;

/** The name of a product without its pack size, in lower case: packs of one product share it. */
export function nameStem(name: string): string {
  const rest = MAY_HOLD_SIZE.test(name) ? name.replace(SIZE_IN_NAME, ' ') : name;
  return rest === name ? name.toLowerCase() : rest.toLowerCase().replace(/\s+/g, ' ').trim();
}
