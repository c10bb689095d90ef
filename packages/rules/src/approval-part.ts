import { PACKAGE_KINDS, type UpdateKind } from './package-kinds.ts';
import { PRICE_TYPE, type PriceType } from './price-types.ts';
import { RISK_REASONS, type RiskReason } from './review/risk.ts';

/** The first that holds is told (rule 6.30). */
export const PART_BLOCKERS = [
  'approved',
  'inactive',
  'edited',
  'toReview',
  'breach',
  'ownPriceEnds',
  'withoutPrice',
  'period',
  'dueReview',
  'unjudged',
] as const;
export type PartBlocker = (typeof PART_BLOCKERS)[number];

export type PartRow = {
  readonly approved: boolean;
  readonly inactive: boolean;
  /** Stored or not. */
  readonly edited: boolean;
  /** Bit i for `RISK_REASONS[i]` */
  readonly reasons: number;
  readonly unjudged: number;
  /** Bit i for `GUARDRAILS[i]` */
  readonly breaches: number;
  readonly typeBefore: PriceType | null;
  readonly typeAfter: PriceType;
  readonly hasPriceAfter: boolean;
  readonly period: boolean;
  readonly dueReview: boolean;
};

/** With AEP, AVP or Umfeld. */
const COMPARING: readonly RiskReason[] = ['belowPurchasePrice', 'aboveAvp', 'aboveUmfeld', 'belowUmfeld'];
const COMPARING_BITS = COMPARING.reduce((bits, reason) => bits | (1 << RISK_REASONS.indexOf(reason)), 0);

const BLOCKS: { readonly [Name in PartBlocker]: (row: PartRow) => boolean } = {
  approved: ({ approved }) => approved,
  inactive: ({ inactive }) => inactive,
  edited: ({ edited }) => edited,
  toReview: ({ reasons }) => reasons !== 0,
  breach: ({ breaches }) => breaches !== 0,
  ownPriceEnds: ({ typeBefore, typeAfter }) => isOwn(typeBefore) && !isOwn(typeAfter),
  withoutPrice: ({ typeAfter, hasPriceAfter }) => typeAfter !== PRICE_TYPE.exclusion && !hasPriceAfter,
  period: ({ period }) => period,
  dueReview: ({ dueReview }) => dueReview,
  unjudged: ({ unjudged }) => (unjudged & COMPARING_BITS) === COMPARING_BITS,
};

/** Rule 6.30; null: none. */
export function partBlocker(row: PartRow): PartBlocker | null {
  return PART_BLOCKERS.find((name) => BLOCKS[name](row)) ?? null;
}

function isOwn(type: PriceType | null): boolean {
  return type === PRICE_TYPE.own || type === PRICE_TYPE.permanent;
}

export type PartOffer = {
  readonly kind: UpdateKind;
  readonly open: boolean;
  /** Yellow or red (rule 20.1). */
  readonly doubted: boolean;
  readonly part: number;
  /** Rows that are open. */
  readonly all: number;
};

/** Rule 6.29. */
export function offersPart({ kind, open, doubted, part, all }: PartOffer): boolean {
  return PACKAGE_KINDS[kind].isDivided && open && !doubted && part > 0 && part < all;
}
