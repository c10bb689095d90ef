import type { TillGroup } from '@portal/contracts';
import { type ProductGroup } from '@portal/rules';

/** Rule 9.17. */
export type TillOffer = {
  /** Articles that are no longer listed and that 'Alles' withdraws. */
  readonly gone: number;
  readonly changed: number;
  /** The earliest of the groups' last confirmed loads, ISO 8601. */
  readonly since: string;
  readonly issues: readonly { readonly issue: NonNullable<TillGroup['issue']>; readonly groups: ProductGroup[] }[];
};

type Holds = {
  ticked: readonly ProductGroup[];
  counts: ReadonlyMap<ProductGroup, { readonly negative: number }>;
  /** Articles that are no longer listed and that the file withdraws. */
  gone: number;
};

/** Whether a file of these groups holds an article without a price (rule 9.44). */
export function holdsWithdrawn({ ticked, counts, gone }: Holds): boolean {
  return gone > 0 || ticked.some((group) => (counts.get(group)?.negative ?? 0) > 0);
}

/** null before the first confirmed load. */
export function tillOffer(groups: readonly TillGroup[], ticked: readonly ProductGroup[]): TillOffer | null {
  const chosen = groups.filter(({ productGroup }) => ticked.includes(productGroup));
  const gone = sum(chosen.map((group) => group.gone));
  const isUsed = groups.some(({ issue }) => issue !== 'never');
  if (chosen.length === 0 || (!isUsed && gone === 0)) return null;
  const issues = (['outdated', 'omitted', 'never'] as const).flatMap((issue) => {
    const having = chosen.filter((group) => group.issue === issue).map(({ productGroup }) => productGroup);
    return having.length > 0 ? [{ issue, groups: having }] : [];
  });
  const [since = ''] = chosen.flatMap((group) => group.since?.at ?? []).toSorted();
  return { gone, changed: sum(chosen.map(({ changed }) => changed ?? 0)), since, issues };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
