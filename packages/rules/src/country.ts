/** Where the portal's own customers are; a user or pharmacy without a country counts as German (rule 1.7). */
const DEFAULT_COUNTRY = 'DE';

/** What identity providers and master data write for the two countries that matter, in upper case. */
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

/**
 * A country as it is compared: ' at ', 'AUT' and 'Österreich' are 'AT', nothing is 'DE', any other stays what it is in upper
 * case. Everything that depends on a country asks this first.
 */
export function normalizeCountry(country: string | null | undefined): string {
  const text = (country ?? '').normalize('NFC').trim().toUpperCase();
  return NAMES[text] ?? (text || DEFAULT_COUNTRY);
}

/** Whose contacts are shown: there is a set for Austria and the German one for all others (rule 2.14). */
export function supportCountry(country: string | null | undefined): 'DE' | 'AT' {
  return normalizeCountry(country) === 'AT' ? 'AT' : 'DE';
}

/** Imprint and data protection differ for Germany and every other country (rule 2.2). */
export function linkCountry(country: string | null | undefined): 'de' | 'other' {
  return normalizeCountry(country) === 'DE' ? 'de' : 'other';
}
