import type { ProductGroup } from '@portal/rules';
import { useGetTillFilesQuery } from './exports-api.ts';

/**
 * How a list gets to the till: by itself, or by a file that somebody confirms (rules 9.18 and 9.20).
 * Null until it is known, and where no till has its prices.
 */
export function useTillState(
  params: { apoId: string; token: string },
  productGroup: ProductGroup,
): 'fetches' | 'loaded' | null {
  const { currentData } = useGetTillFilesQuery({ params });
  if (!currentData) return null;
  if (currentData.fetches) return 'fetches';
  const group = currentData.groups.find((each) => each.productGroup === productGroup);
  return group?.changed === 0 ? 'loaded' : null;
}
