import type { Pharmacy } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { errorMessage } from '../../../api/api-error.ts';
import { type LoadedPriceList, useLazyGetPriceListQuery } from '../price-lists-api.ts';

/** A pharmacy with its list. */
export type Loaded = {
  readonly pharmacy: Pharmacy;
  readonly list: Pick<LoadedPriceList, 'model' | 'editable' | 'versions'>;
};

type Loading = { readonly list?: LoadedPriceList; readonly failure?: string };

/** One after the other. Rule 2.27. */
export function useOwnLists(pharmacies: readonly Pharmacy[], group: ProductGroup) {
  const [lists, setLists] = useState<ReadonlyMap<number, Loading>>(new Map());
  const [load] = useLazyGetPriceListQuery();
  const isOver = useRef(false);
  /** A former list of them stays until the new one is there. */
  const loadLists = useCallback(
    async (some: readonly Pharmacy[]) => {
      for (const { apoId, crmCompanyId, token } of some) {
        if (isOver.current) return;
        const params = { pharmacyId: crmCompanyId, token, productGroup: group };
        const { data, error, isError } = await load({ params });
        if (isOver.current) return;
        const loading = isError || !data ? { failure: errorMessage(error) } : { list: data };
        setLists((before) => new Map(before).set(apoId, loading));
      }
    },
    [group, load],
  );
  const loadAll = useEffectEvent(() => void loadLists(pharmacies));
  useEffect(() => {
    isOver.current = false;
    loadAll();
    return () => {
      isOver.current = true;
    };
  }, []);
  return { lists, loadLists };
}
