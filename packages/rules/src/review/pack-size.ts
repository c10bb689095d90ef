/** Above 0. Rule 14.20. */
export type PackSize = { readonly amount: number; readonly unit: 'st' | 'g' | 'ml' | 'mm' };

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
/** German and English read '1.000' and '1,000' differently. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Rule 14.29: '2X50 ml' is 100 ml, '20 g + 20 g' 40 g. Undefined for unknown units. */
export function readPackSize(content: string | null): PackSize | undefined {
  const [first, ...others] = (content ?? '').split('+').map(readPart);
  if (!first || others.some((other) => other?.unit !== first.unit)) return undefined;
  const amount = others.reduce((sum, other) => sum + (other?.amount ?? 0), first.amount);
  // 3X0.7 g is 2.1 g
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

/** '20 St', '2X50 ml', 'N2'; not after a slash: '15 mg/5 ml'. */
const SIZE_AT_END = /(?:\s+(?:(?:\d+\s?[x×]\s?)*\d+(?:[.,]\d+)?\s?(?:st|stk|stck|stück|ml|g|kg|l)\.?|n[123]))+$/i;
/** '10X100 St'. */
const END_LENGTH = 9;

/** Shared by the packs of a product. */
export function nameStem(name: string): string {
  // cheaper than the expression for most names
  for (let at = Math.max(0, name.length - END_LENGTH); at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (code >= 48 && code <= 57) return name.replace(SIZE_AT_END, '');
  }
  return name;
}
