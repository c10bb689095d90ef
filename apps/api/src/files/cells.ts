import {
  boundText,
  type Cents,
  ELASTICITY,
  type Elasticity,
  hasManyMarks,
  INACTIVE_WORD,
  type PriceInputIssue,
  parsePriceInput,
  VAT_PERCENTS,
  type VatPercent,
} from '@portal/rules';

/** The longest text a cell may hold, in characters. */
export const MAX_TEXT_LENGTH = 500;
const MAX_INTEGER = 2 ** 31 - 1;

const INTEGER = /^(?:\d+|\d{1,3}(?:[.\s]\d{3})+)(?:,0+)?$/;
const ELASTICITY_WORDS = new Map<string, Elasticity>([
  ['0', ELASTICITY.none],
  ['1', ELASTICITY.medium],
  ['2', ELASTICITY.high],
  ['nicht', ELASTICITY.none],
  ['mittel', ELASTICITY.medium],
  ['hoch', ELASTICITY.high],
]);

/** Cents, null: empty, else the reason. Rule 10.3. */
export function readPriceCell(text: string): Cents | null | PriceInputIssue {
  const plain = readPlainPrice(text);
  if (plain > 0) return plain;
  const input = parsePriceInput(text);
  switch (input.kind) {
    case 'empty':
      return null;
    case 'price':
      return input.cents;
    case 'issue':
      return input.reason;
  }
}

/** One line, its marks cut (rule 13.15); null: empty, undefined: over 500 characters. */
export function readTextCell(cell: string): string | null | undefined {
  const trimmed = cell.trim();
  if (trimmed === '') return null;
  if (trimmed.length > MAX_TEXT_LENGTH) return undefined;
  const text = hasManyMarks(trimmed) ? boundText(trimmed, MAX_TEXT_LENGTH) : trimmed;
  return LINE_BREAKS.test(text) ? text.replace(/\s*[\r\n]+\s*/g, ' ') : text;
}

const LINE_BREAKS = /[\r\n]/;

/** Null: empty, undefined: anything else. */
export function readElasticityCell(text: string): Elasticity | null | undefined {
  const folded = text.trim().toLowerCase();
  if (folded === '') return null;
  return ELASTICITY_WORDS.get(folded.endsWith('elastisch') ? folded.slice(0, -'elastisch'.length).trimEnd() : folded);
}

/** '7', '19 %', '7,0'; null: empty, undefined: another rate. */
export function readVatCell(text: string): VatPercent | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const rate = VAT.exec(trimmed)?.[1];
  return VAT_PERCENTS.find((percent) => String(percent) === rate);
}
const VAT = /^(\d{1,2})(?:[.,]0{1,2})?\s*%?$/;

export function isInactiveCell(text: string): boolean {
  return text.length < 20 && text.trim().toLowerCase() === INACTIVE_WORD.toLowerCase();
}

/** 0 to 2³¹ - 1; null: empty, undefined: anything else. */
export function readIntegerCell(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!INTEGER.test(trimmed)) return undefined;
  const value = Number(trimmed.replace(/,0+$/, '').replace(/[.\s]/g, ''));
  return value <= MAX_INTEGER ? value : undefined;
}

/** Fast path: a package has 450,000 price cells. 0: another form. */
function readPlainPrice(text: string): Cents {
  const whole = text.length - 3;
  if (whole < 1 || whole > 5) return 0;
  let cents = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (i === whole) {
      if (code !== COMMA && code !== POINT) return 0;
    } else if (code < ZERO || code > ZERO + 9) return 0;
    else cents = cents * 10 + code - ZERO;
  }
  return cents;
}

const ZERO = 48;
const COMMA = 44;
const POINT = 46;
