/* Read by the browser at run time: no schema may be imported here. */

/** Largest CSV file; rows without the header and blank lines. */
export const UPLOAD_LIMITS = { bytes: 20 * 2 ** 20, rows: 100_000 } as const;

export const PHARMACY_SEARCH_LIMIT = 50;

/** Pharmacies of a call, of a file, and of a file as many are named (rule 23.13). */
export const MOST_PHARMACIES = 1_000;
export const MOST_FILE_PHARMACIES = 20_000;
export const NAMED_PHARMACIES = 500;

export const FOUND_ARTICLES_PER_LIST = 6;

export const PDF_TITLES = {
  priceList: 'Preisliste',
  MDP: 'TruePrice Monatsupdate',
  QDP: 'TruePrice Neue Produkte',
  LZD: 'TruePrice Erst-/Neuberechnung',
} as const;

/** Rule 10.11. */
export const APPROVAL_PDF_TEMPLATES = {
  MDP: 'approvalPricelist',
  QDP: 'approvalNewProducts',
  LZD: 'approvalNewProducts',
} as const;

export const PDF_PRICE_INFO = {
  list: ['', '', 'E', 'D'],
  approval: ['Berechneter TruePrice', 'Ausschluss', 'Eigener Preis', 'Dauerpreis'],
} as const;

/** For an excluded product (rule 10.11). */
export const PDF_NO_PRICE = '---';

export const MAX_LABELS = 5_000;

export const REMINDER_LENGTH = { title: 120, text: 1000 } as const;

/** Rises with every change of names, units or form: a page of a former release is refused. */
export const COLUMNS_MEDIA_TYPE = 'application/vnd.preisportal.columns.v4+json';

export const PRICES_MEDIA_TYPE = 'application/vnd.preisportal.prices.v1+json';

/** Names an unreadable compression: browser scripts cannot set Accept-Encoding (rule 13.14). */
export const WITHOUT_ENCODING_HEADER = 'X-Without-Encoding';
