import { hasValidPznCheckDigit, normalizePzn } from './pzn.ts';
import { readScan } from './scan.ts';

export type PznForm = 'exponent' | 'ean' | 'number' | 'other';
export type PznCell = { readonly pzn: string } | { readonly pzn?: undefined; readonly form: PznForm };

const MAX_CELL_LENGTH = 200;
const FORMULA = /^=\s*(?:"([^"]*)"|(\d+))$/;
const QUOTE = /^['\u2018\u2019\u00b4`]/;
const EXPONENT = /^(\d)(?:[.,](\d{1,15}))?e\+?(\d{1,2})$/i;
const WITH_ZEROS = /^(\d{1,8})[.,]0{1,4}$/;
const GROUPED = /^\d{1,3}(?:([.,\u2019'])\d{3})(?:\1\d{3})?$/;
const EAN = /^\d{12,14}$/;

/**
 * As spreadsheets write it (rule 5.10). Only of numbers the check digit is judged.
 * @returns undefined for an empty cell
 */
export function readPznCell(cell: string): PznCell | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  if (text.length > MAX_CELL_LENGTH) return { form: 'other' };
  const [, quoted, digits] = FORMULA.exec(text) ?? [];
  const content = (quoted ?? digits ?? text).replace(QUOTE, '').trim();
  const pzn = normalizePzn(content) ?? readScan(content)?.pzn;
  if (pzn) return { pzn };
  const compact = content.replace(/\s/g, '');
  const number = numberIn(compact);
  if (number !== undefined && hasValidPznCheckDigit(number)) return { pzn: number };
  if (EXPONENT.test(compact)) return { form: 'exponent' };
  if (number !== undefined) return { form: 'number' };
  return { form: EAN.test(compact) ? 'ean' : 'other' };
}

/** '208568,00', '208.568', '1,5714099E+07'. */
function numberIn(text: string): string | undefined {
  const [, first = '', rest = '', power] = EXPONENT.exec(text) ?? [];
  if (power !== undefined) return rest.length === Number(power) ? longNumber(`${first}${rest}`) : undefined;
  const [, whole = GROUPED.test(text) ? text.replace(/\D/g, '') : ''] = WITH_ZEROS.exec(text) ?? [];
  return longNumber(whole);
}

/** Shorter numbers could be amounts. */
const longNumber = (digits: string) => (digits.length >= 5 ? normalizePzn(digits) : undefined);

const SENTENCES: Readonly<Record<PznForm, (example: string) => string>> = {
  exponent: (example) =>
    `„${example}“ ist eine gekürzte Zahl, aus der sich keine PZN lesen lässt. Machen Sie die Spalte in der Tabelle breiter oder stellen Sie sie auf „Text“ oder „Zahl“ ohne Nachkommastellen.`,
  ean: (example) => `„${example}“ ist eine EAN, keine PZN. Nehmen Sie die Spalte mit der PZN.`,
  number: (example) =>
    `„${example}“ ist als Zahl geschrieben und keine gültige PZN. Stellen Sie die Spalte in der Tabelle auf „Text“.`,
  other: () => 'Das ist keine PZN.',
};

/** German, with the remedy. */
export function describePznForm(form: PznForm, example: string): string {
  return SENTENCES[form](example);
}
