import type {
  CommonFactor,
  DeliveryDoubt,
  Expected,
  Guardrails,
  NewArticles,
  RiskContext,
  RiskReason,
} from '@portal/rules';
import type { ReviewColumns } from './columns.ts';
import type { Families } from './families.ts';

/** What is to be looked at in a list, and what it is worth. It never changes; `updateReview` makes another. */
export type Review = {
  /** `after` follows the edits */
  readonly columns: ReviewColumns;
  readonly count: number;
  /** per row, bit i for `RISK_REASONS[i]` */
  readonly reasons: Uint16Array;
  /** per row, bit i where that rule could not judge */
  readonly unjudged: Uint16Array;
  /** per row, bit i where the new price breaks `GUARDRAILS[i]` (rule 12.6) */
  readonly breaches: Uint8Array;
  /** per row, the difference of 'Rohertrag' in cents (rule 14.5); NaN where a figure is missing */
  readonly effect: Float64Array;
  /** the rows with a reason, first the one to look at first (rule 14.23) */
  readonly order: Uint32Array;
  /** how many rows each reason has */
  readonly counts: Readonly<Record<RiskReason, number>>;
  /** how many rows each rule could not judge */
  readonly unjudgedCounts: Readonly<Record<RiskReason, number>>;
  /** What speaks against the file as a whole; edits change nothing about it (rule 14.61). */
  readonly doubts: readonly DeliveryDoubt[];
  /** @internal */
  readonly prepared: Prepared;
  /** @internal */
  readonly weights: Weights;
};

/** @internal What edits do not change. */
export type Prepared = {
  readonly context: RiskContext;
  /** null where no limit is set */
  readonly guardrails: Guardrails | null;
  readonly families: Families;
  readonly articles: NewArticles;
  /** by row, where the price before says nothing; null where few are new */
  readonly expected: readonly (Expected | null)[] | null;
  readonly endingShares: readonly number[] | null;
  /** of the doubts, those that are flagged row by row */
  readonly commonFactor: CommonFactor | null;
  readonly hasStaleBases: boolean;
};

/** @internal What the order is made of, per row. */
export type Weights = {
  /** sum of the deviations of its reasons, 'largestEffect' left out */
  readonly deviation: Float32Array;
  /** what a deviation of 1 counts, by the euros at stake */
  readonly magnitude: Float32Array;
};
