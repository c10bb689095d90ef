import { type Guardrails, NO_GUARDRAILS, type ProductGroup } from '@portal/rules';
import { PREFETCH_VALID_S } from '../../../lib/prefetch.ts';
import { useGetGuardrailsQuery } from '../price-lists-api.ts';

type Target = { readonly pharmacyId: string; readonly token: string; readonly productGroup: ProductGroup };

/**
 * Rule 12.6.
 * @returns undefined while loading, null where unavailable
 */
export function useGuardrails(
  { pharmacyId, token, productGroup }: Target,
  editable: boolean,
): Guardrails | null | undefined {
  const { currentData, isError } = useGetGuardrailsQuery(
    { params: { apoId: pharmacyId, token } },
    { skip: !editable, refetchOnMountOrArgChange: PREFETCH_VALID_S },
  );
  if (!editable) return NO_GUARDRAILS;
  if (isError) return null;
  return currentData && (currentData.find((each) => each.productGroup === productGroup)?.guardrails ?? NO_GUARDRAILS);
}
