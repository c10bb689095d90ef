import { boundText } from './incoming-text.ts';

/** Also without a country (rule 1.7). */
const DEFAULT_COUNTRY = 'DE';
const MAX_COUNTRY = 100;

const NAMES: Readonly<Record<string, string>> = {
  AUT: 'AT',
  AUSTRIA: 'AT',
  ÖSTERREICH: 'AT',
  OESTERREICH: 'AT',
  DEU: 'DE',
  GER: 'DE',
  D: 'DE',
  A: 'AT',
  GERMANY: 'DE',
  DEUTSCHLAND: 'DE',
};

/** ' at ', 'AUT', 'Österreich' are 'AT'; empty is 'DE'; others in upper case. */
export function normalizeCountry(country: string | null | undefined): string {
  const text = boundText(country ?? '', MAX_COUNTRY)
    .trim()
    .toUpperCase();
  return NAMES[text] ?? (text || DEFAULT_COUNTRY);
}

/** Rule 2.14. */
export function supportCountry(country: string | null | undefined): 'DE' | 'AT' {
  return normalizeCountry(country) === 'AT' ? 'AT' : 'DE';
}

/** Rule 2.2. */
export function linkCountry(country: string | null | undefined): 'de' | 'other' {
  return normalizeCountry(country) === 'DE' ? 'de' : 'other';
}
