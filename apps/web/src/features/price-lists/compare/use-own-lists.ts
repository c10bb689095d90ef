import type { Pharmacy } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import { useCallback, useEffect, useState } from 'react';
import { errorMessage } from '../../../api/api-error.ts';
import { type LoadedPriceList, useLazyGetPriceListQuery } from '../price-lists-api.ts';

type Loading = { readonly list?: LoadedPriceList; readonly failure?: string };

/** Rule 2.27. */
export function useOwnLists(pharmacies: readonly Pharmacy[], group: ProductGroup) {
  const [lists, setLists] = useState<ReadonlyMap<number, Loading>>(new Map());
  const [load] = useLazyGetPriceListQuery();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let over = false;
    const put = (id: number, loading: Loading) => setLists((before) => new Map(before).set(id, loading));
    const loadAll = async () => {
      for (const { apoId, crmCompanyId, token } of pharmacies) {
        if (over) return;
        const params = { pharmacyId: crmCompanyId, token, productGroup: group };
        const { data, error, isError } = await load({ params });
        if (over) return;
        put(apoId, isError || !data ? { failure: errorMessage(error) } : { list: data });
      }
    };
    void loadAll();
    return () => {
      over = true;
    };
  }, [pharmacies, group, load, attempt]);
  const retry = useCallback(() => {
    setLists(new Map());
    setAttempt((before) => before + 1);
  }, []);
  return { lists, retry };
}
