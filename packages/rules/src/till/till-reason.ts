import type { Cents } from '../money.ts';
import type { ProductGroup } from '../product-groups.ts';

export const TILL_REASONS = [
  'refused',
  'unreadable',
  'sentSince',
  'notTaken',
  'changedAtTill',
  'neverLoaded',
  'notConfirmed',
  'omitted',
  'sentBefore',
  'neverSent',
] as const;
export type TillReason = (typeof TILL_REASONS)[number];

type Versions = Readonly<Record<ProductGroup, number>>;

export type TillTransfer = {
  readonly via: 'file' | 'sync';
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Said by a person or the sync job. */
  readonly confirmedAt: number | null;
  readonly productGroups: readonly ProductGroup[];
  readonly contents: 'list' | 'all' | 'changes' | 'corrections';
  readonly since: Versions | null;
  readonly to: Versions;
  /** Withdrawn articles are left out. */
  readonly omits: boolean;
  readonly pzns: ReadonlySet<string> | null;
};

export type SentArticle = {
  readonly pzn: string;
  readonly productGroup: ProductGroup;
  /** The list version that its state is of. */
  readonly version: number;
  readonly withdrawn: boolean;
  readonly listed: boolean;
  /** Undefined: not there. */
  readonly till: Cents | null | undefined;
  /** The price before it; undefined where not known. */
  readonly former: Cents | null | undefined;
  /** As before a load, or never there. */
  readonly isUntaken?: boolean;
};

type Known = {
  /** Newest first, of the list as it is. */
  readonly transfers: readonly TillTransfer[];
  readonly takenAt: number;
  readonly refused: ReadonlySet<string>;
  readonly unreadable: ReadonlySet<string>;
};

export type TillWhy = { readonly reason: TillReason; readonly transfer: TillTransfer | null };

/** Rule 9.32. */
export function explainTillArticle(article: SentArticle, known: Known): TillWhy {
  const { transfers, takenAt, refused, unreadable } = known;
  const carriers = transfers.filter((transfer) => carries(transfer, article));
  const [transfer = null] = carriers;
  const why = (reason: TillReason, of: TillTransfer | null = transfer): TillWhy => ({ reason, transfer: of });
  if (refused.has(article.pzn)) return why('refused');
  if (unreadable.has(article.pzn)) return why('unreadable');
  if (transfer && transfer.at >= takenAt) return why('sentSince');
  const confirmed = carriers.find(({ confirmedAt }) => confirmedAt !== null && confirmedAt <= takenAt);
  if (confirmed)
    return why(isFormer(article) ? 'notTaken' : article.isUntaken ? 'neverLoaded' : 'changedAtTill', confirmed);
  if (transfer) return why('notConfirmed');
  const ofGroup = transfers.filter(({ productGroups }) => productGroups.includes(article.productGroup));
  const [last = null] = ofGroup;
  const omitted = ofGroup.find((each) => each.omits && carries({ ...each, omits: false }, article));
  if (article.withdrawn && omitted) return why('omitted', omitted);
  return last ? why('sentBefore', last) : why('neverSent');
}

const isFormer = ({ till, former }: SentArticle) => former !== undefined && (till ?? null) === former;

/** By a load confirmed after `since`, in milliseconds. */
export function isBroughtAfter(since: number, article: SentArticle, transfers: readonly TillTransfer[]): boolean {
  return transfers.some(
    (transfer) => transfer.confirmedAt !== null && transfer.confirmedAt > since && carries(transfer, article),
  );
}

const MASS = { rows: 5, share: 0.25 };

/** More than somebody types. Rule 9.32. */
export function isMass(rows: number, compared: number): boolean {
  return rows >= MASS.rows && rows >= MASS.share * compared;
}

function carries(transfer: TillTransfer, { pzn, productGroup, version, withdrawn, listed }: SentArticle): boolean {
  const { productGroups, contents, since, to, omits, pzns } = transfer;
  if (!productGroups.includes(productGroup) || to[productGroup] < version) return false;
  if (withdrawn && (omits || (contents === 'list' && !listed))) return false;
  if (contents === 'corrections') return pzns?.has(pzn) ?? false;
  return contents !== 'changes' || (since?.[productGroup] ?? 0) < version;
}
