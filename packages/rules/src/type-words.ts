/** Price types in the price-list CSV by their code (rule 10.7). */
export const PRICE_TYPE_WORDS = ['Berechneter TruePrice', 'Ausschlussartikel', 'Eigener Preis', 'Dauerpreis'] as const;

/** Price types in the CSV of an approval by their code (rule 10.9). */
export const APPROVAL_TYPE_WORDS = ['Berechneter TruePrice', 'Negativartikel', 'Eigener Preis', 'Dauerpreis'] as const;

/** Stands in place of the price type where a row of a package was not approved because its product is off the market (rule 6.6). */
export const INACTIVE_WORD = 'Inaktiv';

/** Elasticities by their code (rule 3.12); packages are read with these words and with the codes. */
export const ELASTICITY_WORDS = ['nicht elastisch', 'mittel elastisch', 'hoch elastisch'] as const;
