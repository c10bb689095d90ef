import { formatCents, roundToCents } from '@portal/rules';

const MACHINE = /^\d{1,9}(?:\.\d{1,2})?$/;
const GERMAN = /^(?:\d{1,9}|\d{1,3}(?:\.\d{3}){1,2})(?:,\d{1,2})?$/;

/** '1.234,50 €'; other texts stay. */
export function priceText(price: string | number | null | undefined): string {
  if (price === null || price === undefined) return '';
  if (typeof price === 'number') return Math.abs(price) < 1e9 ? inEuros(price) : String(price);
  const text = price.trim();
  const amount = text.replace(/\s*(?:EUR|€)$/u, '');
  if (MACHINE.test(amount)) return inEuros(Number(amount));
  if (GERMAN.test(amount)) return inEuros(Number(amount.replaceAll('.', '').replace(',', '.')));
  return text;
}

function inEuros(euros: number): string {
  return `${formatCents(roundToCents(euros))} €`;
}
