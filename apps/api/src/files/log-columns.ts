import type { FileColumn } from '@portal/list-view';
import { type Cents, PRICE_TYPE_WORDS, type PriceType } from '@portal/rules';

/** Types null: not on the list. */
export type LogRow = {
  readonly pzn: string;
  readonly product: string;
  readonly formerPrice: Cents | null;
  readonly effectivePrice: Cents | null;
  readonly formerType: PriceType | null;
  readonly priceType: PriceType | null;
  readonly userName: string;
  readonly at: Date;
  /** Why, where somebody said so (rule 14.28). */
  readonly reason: string | null;
  /** Who had reviewed the price in its package (rule 14.25). */
  readonly reviewedBy: string | null;
};

const NOT_LISTED = 'Nicht gelistet';

const type = (code: PriceType | null) => (code === null ? NOT_LISTED : PRICE_TYPE_WORDS[code]);

/** Rule 10.12. */
export const LOG_COLUMNS: readonly FileColumn<LogRow>[] = [
  { heading: 'PZN', kind: 'text', width: 10, cell: (row) => row.pzn },
  { heading: 'Produkt', kind: 'text', width: 42, cell: (row) => row.product },
  { heading: 'Preis alt', kind: 'price', cell: (row) => row.formerPrice },
  { heading: 'Preis neu', kind: 'price', cell: (row) => row.effectivePrice },
  { heading: 'Preistyp alt', kind: 'text', cell: (row) => type(row.formerType) },
  { heading: 'Preistyp neu', kind: 'text', cell: (row) => type(row.priceType) },
  { heading: 'Benutzer', kind: 'text', cell: (row) => row.userName },
  { heading: 'Zeitpunkt', kind: 'moment', cell: (row) => row.at },
];

export const LOG_NOTES: readonly FileColumn<LogRow>[] = [
  { heading: 'Grund', kind: 'text', width: 32, cell: (row) => row.reason ?? '' },
  { heading: 'Geprüft von', kind: 'text', cell: (row) => row.reviewedBy ?? '' },
];
