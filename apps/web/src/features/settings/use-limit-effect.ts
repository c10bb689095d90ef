import type { Pharmacy } from '@portal/contracts';
import { countOutside } from '@portal/list-view';
import type { Guardrail, Guardrails, ProductGroup } from '@portal/rules';
import { useDeferredValue, useMemo, useState } from 'react';
import { useGetPricesInForceQuery } from './settings-api.ts';

type Of = { readonly pharmacy: Pharmacy; readonly productGroup: ProductGroup };

/** How many prices of the list lie outside each limit; the list is loaded when asked for (rule 12.6). */
export function useLimitEffect({ pharmacy, productGroup }: Of, limits: Guardrails) {
  const [isAsked, setAsked] = useState(false);
  const params = { pharmacyId: pharmacy.crmCompanyId, token: pharmacy.token, productGroup };
  const { currentData, isFetching, error } = useGetPricesInForceQuery({ params }, { skip: !isAsked });
  const key = JSON.stringify(limits);
  // Thousands of prices are counted while somebody types.
  const settled = useDeferredValue(key);
  const counts: ReadonlyMap<Guardrail, number> | undefined = useMemo(
    () => currentData && countOutside(currentData.model, JSON.parse(settled) as Guardrails),
    [currentData, settled],
  );
  return { counts, isFetching, error, show: () => setAsked(true) };
}
