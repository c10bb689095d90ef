import type {
  CommonFactor,
  DeliveryDoubt,
  Expected,
  Guardrails,
  NewArticles,
  RiskContext,
  RiskReason,
} from '@portal/rules';
import type { ReviewColumns, ReviewOptions } from './columns.ts';
import type { Families } from './families.ts';

/** Immutable: see `updateReview`. */
export type Review = {
  readonly columns: ReviewColumns;
  readonly count: number;
  /** bit i for `RISK_REASONS[i]` */
  readonly reasons: Uint16Array;
  /** bit i: could not judge */
  readonly unjudged: Uint16Array;
  /** bit i for `GUARDRAILS[i]` (rule 12.6) */
  readonly breaches: Uint8Array;
  /** cents (rule 14.5); NaN: unknown */
  readonly effect: Float64Array;
  /** most urgent first (rule 14.23) */
  readonly order: Uint32Array;
  readonly counts: Readonly<Record<RiskReason, number>>;
  readonly unjudgedCounts: Readonly<Record<RiskReason, number>>;
  /** Independent of edits (rule 20.2). */
  readonly doubts: readonly DeliveryDoubt[];
  /** @internal */
  readonly prepared: Prepared;
  /** @internal */
  readonly weights: Weights;
};

/** @internal */
export type Prepared = {
  readonly context: RiskContext;
  readonly guardrails: Guardrails | null;
  readonly families: Families;
  readonly articles: NewArticles;
  readonly expected: readonly (Expected | null)[] | null;
  readonly endingShares: readonly number[] | null;
  readonly commonFactor: CommonFactor | null;
  readonly hasStaleBases: boolean;
  readonly due: ReviewOptions['due'];
};

/** @internal */
export type Weights = {
  readonly deviation: Float32Array;
  readonly magnitude: Float32Array;
};
