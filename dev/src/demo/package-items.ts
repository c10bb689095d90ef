import { effectivePrice, PRICE_TYPE, type UpdateKind } from '@portal/rules';
import { createMarket, type DemoItem, type DemoPriceState, priceNear } from './lists.ts';
import { charmPrice, type DemoProduct } from './products.ts';
import type { Random } from './random.ts';

/** A row of the table price_update_item. Money in cents. */
export interface DemoPackageItem {
  product: DemoProduct;
  avpOld: number | null;
  avp: number | null;
  aep: number | null;
  vhp: number | null;
  ravp: number | null;
  ravpRegio: number | null;
  ravpNational: number | null;
  calculatedPrice: number;
  formerCalculatedPrice: number | null;
  peCluster: number | null;
  vhCluster: number | null;
  units: number | null;
  checkReason: string | null;
  inactive: boolean;
  edit: { price: number | null; permanent: boolean; ignore: boolean; by: string } | null;
  /** What the approval did to the list; null in an open package */
  outcome: DemoOutcome | null;
}

/** A row of the table price_update_outcome: the list row before the approval, null when not listed, and after it. */
export interface DemoOutcome {
  item: DemoItem;
  before: DemoPriceState | null;
  beforeChangedAt: Date;
  after: DemoPriceState;
}

const CHECK_REASONS = ['Preis unter Einkaufspreis', 'Abweichung über 10 %', 'Neuer Artikel', 'Höher als Umfeldpreis'];

const NOTHING = {
  avpOld: null,
  ravp: null,
  ravpRegio: null,
  ravpNational: null,
  formerCalculatedPrice: null,
  checkReason: null,
  inactive: false,
  edit: null,
  outcome: null,
};

/** A row of an open MDP or LZD for a listed product: a newly calculated price beside the one in force. */
export function updateItem(random: Random, kind: UpdateKind, item: DemoItem): DemoPackageItem {
  const { product } = item;
  const moved = product.avp !== null && random.chance(0.4);
  const avp = moved ? charmPrice((product.avp ?? 0) * (1.01 + 0.07 * random.next()), random) : product.avp;
  return {
    ...newProductItem(random, kind, product),
    avpOld: kind === 'MDP' ? product.avp : null,
    avp,
    calculatedPrice: priceNear(random, product, item.calculatedPrice * (0.94 + 0.14 * random.next())),
    formerCalculatedPrice: effectivePrice(item),
    peCluster: item.peCluster,
    vhCluster: item.vhCluster,
    units: item.units,
  };
}

/** A row of a QDP, or of an LZD, for a product that is not on the list yet. */
export function newProductItem(random: Random, kind: UpdateKind, product: DemoProduct): DemoPackageItem {
  const { vhp, priceMin, priceAvg } = createMarket(random, product);
  const shown = kind === 'MDP' ? {} : { aep: product.aep, vhp, ravpRegio: priceMin, ravpNational: priceAvg };
  return {
    ...NOTHING,
    product,
    avp: product.avp,
    aep: null,
    vhp: null,
    ...shown,
    ravp: kind !== 'MDP' && random.chance(0.8) ? charmPrice(product.market * 1.02, random) : null,
    calculatedPrice: priceNear(random, product, product.market),
    peCluster: random.chance(0.88) ? random.pick([0, 1, 2]) : null,
    vhCluster: kind !== 'MDP' && random.chance(0.7) ? random.pick([0, 1, 2]) : null,
    units: random.chance(0.82) ? Math.floor(product.demand * (0.4 + 1.2 * random.next())) : null,
    checkReason: kind === 'LZD' && random.chance(0.35) ? random.pick(CHECK_REASONS) : null,
    inactive: random.chance(0.008),
  };
}

/** The row of an approved package that turned `before` into `after`. */
export function approvedItem(
  kind: UpdateKind,
  item: DemoItem,
  before: DemoPriceState | null,
  after: DemoPriceState,
  approver: string,
): DemoPackageItem {
  const { product } = item;
  const detail =
    kind === 'MDP' ? { avpOld: product.avp } : { aep: product.aep, vhp: item.vhp, ravpRegio: item.priceAvg };
  const edited = after.priceType !== PRICE_TYPE.calculated && after.priceType !== before?.priceType;
  return {
    ...NOTHING,
    product,
    avp: product.avp,
    aep: null,
    vhp: null,
    ...detail,
    calculatedPrice: after.calculatedPrice,
    formerCalculatedPrice: before && effectivePrice(before),
    peCluster: item.peCluster,
    vhCluster: item.vhCluster,
    units: item.units,
    edit: edited
      ? {
          price: after.ownPrice,
          permanent: after.priceType === PRICE_TYPE.permanent,
          ignore: after.priceType === PRICE_TYPE.exclusion,
          by: approver,
        }
      : null,
  };
}
