/** Rule 10.7. */
export const PRICE_TYPE_WORDS = ['Berechneter TruePrice', 'Ausschlussartikel', 'Eigener Preis', 'Dauerpreis'] as const;

/** Rule 10.9. */
export const APPROVAL_TYPE_WORDS = ['Berechneter TruePrice', 'Negativartikel', 'Eigener Preis', 'Dauerpreis'] as const;

/** Not approved (rule 6.6). */
export const INACTIVE_WORD = 'Inaktiv';

/** Rule 3.12; packages may also have the codes. */
export const ELASTICITY_WORDS = ['nicht elastisch', 'mittel elastisch', 'hoch elastisch'] as const;
