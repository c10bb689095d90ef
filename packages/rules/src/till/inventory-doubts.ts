import type { Cents } from '../money.ts';
import { PRODUCT_GROUPS, type ProductGroup } from '../product-groups.ts';
import { findCommonFactor } from '../review/delivery/common-factor.ts';
import type { CommonFactor } from '../review/delivery/doubt.ts';
import { DELIVERY_LIMITS } from '../review/delivery/limits.ts';
import { middleOf } from '../review/delivery/middle.ts';
import { isFactOf } from '../review/delivery/price-level.ts';

export type InventoryArticle = {
  readonly productGroup: ProductGroup;
  readonly approved: Cents | null;
  /** Undefined: no row. */
  readonly held: Cents | null | undefined;
  readonly aep: Cents | null;
  /** Approved once, or in the last inventory. */
  readonly isKnown: boolean;
  readonly wasHeld: boolean | undefined;
};

export type WholeInventory = {
  readonly articles: readonly InventoryArticle[];
  readonly rows: number;
  readonly unreadable: number;
  /** Expected without a former inventory. */
  readonly groups: ReadonlySet<ProductGroup>;
  readonly isLoaded: boolean;
};

type Counted = { readonly rows: number; readonly of: number };
export type InventoryDoubt =
  | ({ readonly check: 'unreadable' | 'nothingListed' | 'withoutPrice' | 'missingRows' } & Counted)
  | ({ readonly check: 'commonFactor'; readonly productGroup: ProductGroup | null } & Counted &
      Pick<CommonFactor, 'factor' | 'otherFactor' | 'cause'>)
  | ({
      readonly check: 'otherPrices';
      readonly productGroup: ProductGroup | null;
      readonly cause: 'purchase' | 'quantity' | 'unknown';
    } & Counted)
  | { readonly check: 'missingGroup'; readonly productGroup: ProductGroup; readonly of: number };

const LEAST_ROWS = 5;
const NEARLY_ALL = 0.9;
/** Of a whole list, and of one group, whose prices a pharmacy may well make itself. */
const OTHER = { list: { rows: LEAST_ROWS, share: 0.5 }, group: { rows: 10, share: NEARLY_ALL } } as const;
/** A factor that rounding hides. */
const ROUNDED = 0.75;
/** A till that rounds. */
const NEAR = { cents: 10, share: 0.1 };
/** Without any load. */
const USUAL_LEVEL = { from: 0.75, to: 4 / 3 };

/** Rule 9.45. */
export function findInventoryDoubts(whole: WholeInventory): InventoryDoubt[] {
  const { articles, rows, unreadable } = whole;
  if (unreadable >= LEAST_ROWS && unreadable * 2 >= rows + unreadable)
    return [{ check: 'unreadable', rows: unreadable, of: rows + unreadable }];
  const listed = articles.filter(({ approved }) => approved !== null).length;
  if (listed > 0 && articles.every(({ held }) => held === undefined))
    return [{ check: 'nothingListed', rows, of: listed }];
  return [...priceDoubts(whole), ...missingGroups(whole), ...missingRows(articles)];
}

/** By kind, group and cause. */
export function areAlike(doubts: readonly InventoryDoubt[], others: readonly InventoryDoubt[]): boolean {
  const keys = (of: readonly InventoryDoubt[]) =>
    of
      .map((doubt) =>
        [doubt.check, 'productGroup' in doubt && doubt.productGroup, 'cause' in doubt && doubt.cause].join(),
      )
      .toSorted()
      .join(';');
  return keys(doubts) === keys(others);
}

type Compared = InventoryArticle & { readonly approved: Cents; readonly held: Cents };

function priceDoubts({ articles, isLoaded }: WholeInventory): InventoryDoubt[] {
  const there = articles.filter(({ approved, held }) => approved !== null && held !== undefined);
  const without = there.filter(({ held }) => held === null || held === 0).length;
  if (without >= LEAST_ROWS && without * 2 >= there.length)
    return [{ check: 'withoutPrice', rows: without, of: there.length }];
  const compared = there.filter(({ held }) => held !== null && held !== 0) as Compared[];
  const isExpected = isLoaded || articles.some(({ wasHeld }) => wasHeld !== undefined);
  const ofGroups = (find: (of: readonly Compared[], group: ProductGroup) => InventoryDoubt | null) =>
    PRODUCT_GROUPS.flatMap((group) => {
      const of = compared.filter(({ productGroup }) => productGroup === group);
      return find(of, group) ?? [];
    });
  const findLevel = (of: readonly Compared[], group: ProductGroup | null) =>
    findPurchasePrices(of, group) ?? findFactor(of, group);
  const level = findLevel(compared, null);
  if (level) return [level];
  const levels = ofGroups(findLevel);
  if (levels.length > 0) return levels;
  const other = findOtherPrices(compared, null, isExpected);
  return other ? [other] : ofGroups((of, group) => findOtherPrices(of, group, isExpected));
}

const isOther = ({ approved, held, isKnown }: Compared) => held !== approved && !isKnown;

function findPurchasePrices(compared: readonly Compared[], productGroup: ProductGroup | null): InventoryDoubt | null {
  const rows = compared.filter((article) => {
    const { held, aep } = article;
    return aep !== null && isOther(article) && [aep, aep * 1.19, aep * 1.07].some((each) => Math.abs(held - each) <= 1);
  }).length;
  if (rows < LEAST_ROWS || rows * 2 < compared.length) return null;
  return { check: 'otherPrices', productGroup, cause: 'purchase', rows, of: compared.length };
}

/** As in deliveries and imports (rule 20.3), but of the whole. */
function findFactor(compared: readonly Compared[], productGroup: ProductGroup | null): InventoryDoubt | null {
  const pairs = compared.map((article) => ({
    before: isOther(article) ? article.approved : article.held,
    after: article.held,
  }));
  const found = findCommonFactor(pairs);
  if (!found || (found.cause === 'unknown' && !found.exact)) return null;
  const { rows, factor, otherFactor, cause, exact } = found;
  const of = compared.length;
  if (!exact && rows < ROUNDED * of) return null;
  if (rows < NEARLY_ALL * of && !isFactOf({ rows, of }, DELIVERY_LIMITS)) return null;
  return { check: 'commonFactor', productGroup, rows, of, factor, ...(otherFactor && { otherFactor }), cause };
}

function findOtherPrices(
  compared: readonly Compared[],
  productGroup: ProductGroup | null,
  isExpected: boolean,
): InventoryDoubt | null {
  const of = compared.length;
  const least = productGroup === null ? OTHER.list : OTHER.group;
  const other = compared.filter(isOther);
  const ratioOf = ({ approved, held }: Compared) => held / approved;
  const apart = other.filter(({ approved, held }) => Math.abs(held - approved) > NEAR.cents);
  const far = isExpected
    ? apart.filter((article) => Math.abs(ratioOf(article) - 1) > NEAR.share)
    : other.filter((article) => ratioOf(article) <= USUAL_LEVEL.from || ratioOf(article) >= USUAL_LEVEL.to);
  const areApart = apart.length * 2 >= of || far.length * 4 >= of;
  const isMost = isExpected ? other.length >= least.share * of && areApart : far.length >= least.share * of;
  if ((isExpected ? apart : far).length < least.rows || !isMost) return null;
  const wholeEuros = (prices: readonly Cents[]) => prices.filter((cents) => cents % 100 === 0).length / prices.length;
  const isQuantity =
    wholeEuros(other.map(({ held }) => held)) >= NEARLY_ALL &&
    wholeEuros(other.map(({ approved }) => approved)) * 2 < NEARLY_ALL;
  const isLow = middleOf(other.map(ratioOf)) < USUAL_LEVEL.from;
  const cause = isQuantity ? 'quantity' : isLow ? 'purchase' : 'unknown';
  return { check: 'otherPrices', productGroup, cause, rows: isExpected ? other.length : far.length, of };
}

/** Rule 9.46. */
export function groupsWithoutRow(
  articles: Iterable<Pick<InventoryArticle, 'productGroup' | 'held'>>,
): Set<ProductGroup> {
  const without = new Set<ProductGroup>(PRODUCT_GROUPS);
  for (const { productGroup, held } of articles) if (held !== undefined) without.delete(productGroup);
  return without;
}

function missingGroups({ articles, groups }: WholeInventory): InventoryDoubt[] {
  const without = groupsWithoutRow(articles);
  return PRODUCT_GROUPS.flatMap((productGroup): InventoryDoubt[] => {
    if (!without.has(productGroup)) return [];
    const ofGroup = articles.filter((article) => article.productGroup === productGroup && article.approved !== null);
    const isExpected = ofGroup.some(({ wasHeld }) => wasHeld ?? groups.has(productGroup));
    return isExpected ? [{ check: 'missingGroup', productGroup, of: ofGroup.length }] : [];
  });
}

function missingRows(articles: readonly InventoryArticle[]): InventoryDoubt[] {
  const without = groupsWithoutRow(articles);
  const expected = articles.filter(
    ({ productGroup, approved, wasHeld = true }) => approved !== null && wasHeld && !without.has(productGroup),
  );
  const rows = expected.filter(({ held }) => held === undefined).length;
  const isHalf = rows >= LEAST_ROWS && rows * 2 >= expected.length;
  return isHalf ? [{ check: 'missingRows', rows, of: expected.length }] : [];
}
