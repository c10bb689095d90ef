import type { ListArrivals } from '@portal/contracts';
import { type Arrivals, ARRIVAL_FILTERS, WAITING_DAYS } from '@portal/list-view';
import { useMemo } from 'react';
import type { PriceListTypes } from '../../../editing/kind/types.ts';
import type { ListView } from '../../../editing/state/use-list-editor.ts';
import { useGetListArrivalsQuery } from '../price-lists-api.ts';

type Target = { readonly pharmacyId: string; readonly token: string; readonly productGroup: string };

/** What has not arrived of a list (rule 22.3), from the first view on that asks for it. */
export function useArrivals(params: Target, skip: boolean): Arrivals | undefined {
  const { currentData } = useGetListArrivalsQuery({ params }, { skip, refetchOnMountOrArgChange: true });
  return useMemo(() => currentData && arrivalsOf(currentData), [currentData]);
}

export function asksForArrivals({ view }: Pick<ListView<PriceListTypes>, 'view'>): boolean {
  return (
    ARRIVAL_FILTERS.some((each) => each === view.filter.name) ||
    (view.conditions?.some(({ key }) => key === WAITING_DAYS) ?? false)
  );
}

function arrivalsOf({ waiting, differing, outdated }: ListArrivals): Arrivals {
  return {
    tillWaits:
      waiting &&
      (waiting.pzns
        ? new Map(waiting.pzns.map((pzn, at) => [pzn, waiting.since[at] as string]))
        : (waiting.since[0] as string)),
    tillDiffers: differing && new Set(differing),
    labelOutdated: outdated && new Set(outdated),
  };
}
