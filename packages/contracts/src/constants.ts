/*
 * Constants that the browser reads at run time. No schema is imported here, so that none reaches the browser.
 */

/** The largest CSV file that is taken in, for packages and for imports; rows without the header and blank lines. */
export const UPLOAD_LIMITS = { bytes: 20 * 2 ** 20, rows: 100_000 } as const;

/** Most pharmacies one search answers; a longer query narrows them down. */
export const PHARMACY_SEARCH_LIMIT = 50;

/** Titles of rule 10.11; that of the LZD follows the heading of its screen. */
export const PDF_TITLES = {
  priceList: 'Preisliste',
  MDP: 'TruePrice Monatsupdate',
  QDP: 'TruePrice Neue Produkte',
  LZD: 'TruePrice Erst-/Neuberechnung',
} as const;

/** The template of an approved package (rule 10.11). */
export const APPROVAL_PDF_TEMPLATES = {
  MDP: 'approvalPricelist',
  QDP: 'approvalNewProducts',
  LZD: 'approvalNewProducts',
} as const;

/** What stands beside a price: a letter on the price list, words on the approval screens (rule 10.11). */
export const PDF_PRICE_INFO = {
  list: ['', '', 'E', 'D'],
  approval: ['Berechneter TruePrice', 'Ausschluss', 'Eigener Preis', 'Dauerpreis'],
} as const;

/** Stands where an excluded product has no price (rule 10.11). */
export const PDF_NO_PRICE = '---';

/** Most labels of one PDF: the most that change in a month, and more than anybody sticks in a day. */
export const MAX_LABELS = 5_000;

/** Bounds of what staff may write themselves; the frame of the mail, its link and the end of it are the portal's. */
export const REMINDER_LENGTH = { title: 120, text: 1000 } as const;

/**
 * Media type of the columnar form, asked for by Accept. Its number rises with every change of its names, units or form, so that a
 * page of a former release is refused instead of reading one for another.
 */
export const COLUMNS_MEDIA_TYPE = 'application/vnd.preisportal.columns.v3+json';

/** Media type of a list whose names and producers the browser has already; its number rises as the other's does. */
export const PRICES_MEDIA_TYPE = 'application/vnd.preisportal.prices.v1+json';

/** Names a compression that the caller could not read, whatever its Accept-Encoding says: a browser's scripts cannot set that (rule 13.14). */
export const WITHOUT_ENCODING_HEADER = 'X-Without-Encoding';
