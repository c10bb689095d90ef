import { PRODUCT_GROUP_NAMES, type ProductGroup } from '../product-groups.ts';
import { describeFactor } from '../review/delivery/describe-doubt.ts';
import type { InventoryDoubt } from './inventory-doubts.ts';

const OTHER = {
  purchase: 'Wahrscheinlich sind es Einkaufspreise.',
  quantity: 'Wahrscheinlich sind es Mengen.',
  unknown: 'Vielleicht gehören sie zu einer anderen Apotheke.',
} as const;

/** Rule 9.45. */
export function describeInventoryDoubt(doubt: InventoryDoubt): string {
  const { of } = doubt;
  switch (doubt.check) {
    case 'unreadable':
      return `${outOf(doubt)} Zeilen sind nicht lesbar.`;
    case 'nothingListed':
      return `Keiner der ${number(of)} Artikel Ihrer Preisliste kommt vor. Vielleicht gehört der Bestand zu einer anderen Apotheke.`;
    case 'withoutPrice':
      return `${outOf(doubt)} Artikeln haben keinen Preis. Vielleicht ist es die falsche Spalte.`;
    case 'commonFactor':
      return `${where(doubt)} ${outOf(doubt)} Artikeln liegt der Preis ${describeFactor(doubt, 'freigegeben')}`;
    case 'otherPrices':
      return `${where(doubt)} ${outOf(doubt)} Artikeln steht ein Preis, den es hier nie gab. ${OTHER[doubt.cause]}`;
    case 'missingGroup':
      return `${PRODUCT_GROUP_NAMES[doubt.productGroup]} fehlt ganz (${number(of)} Artikel).`;
    case 'missingRows':
      return `${outOf(doubt)} Artikeln fehlen. Vielleicht ist der Bestand nicht vollständig.`;
  }
}

function where({ productGroup }: { readonly productGroup: ProductGroup | null }): string {
  return productGroup ? `${PRODUCT_GROUP_NAMES[productGroup]}: Bei` : 'Bei';
}

function outOf({ rows, of }: { readonly rows: number; readonly of: number }): string {
  return `${number(rows)} von ${number(of)}`;
}

function number(value: number): string {
  return value.toLocaleString('de-DE');
}
