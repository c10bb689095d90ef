import type { Pharmacy } from '@portal/contracts';
import { type Guardrails, NO_GUARDRAILS, type ProductGroup } from '@portal/rules';
import { useCallback, useState } from 'react';
import { type ApiError, asApiError, errorMessage } from '../../../api/api-error.ts';
import {
  type LoadedPriceList,
  useLazyGetGuardrailsQuery,
  useLazyGetPriceListQuery,
  type useSavePriceListMutation,
} from '../price-lists-api.ts';

type Body = Parameters<ReturnType<typeof useSavePriceListMutation>[0]>[0]['body'];
export type Saving = { readonly pharmacy: Pharmacy; readonly body: Body };

/** Rule 3.36. */
export type TargetState =
  | { readonly name: 'out' | 'loading' | 'saving' }
  | { readonly name: 'unreadable'; readonly message: string }
  | {
      readonly name: 'ready';
      readonly list: LoadedPriceList;
      /** null where they could not be loaded */
      readonly guardrails: Guardrails | null;
      /** What somebody changed meanwhile, after a save that was refused for it. */
      readonly conflicts: readonly string[];
    }
  | { readonly name: 'saved'; readonly changed: number }
  | { readonly name: 'refused'; readonly failure: ApiError };

const OUT: TargetState = { name: 'out' };

export function useTargets(group: ProductGroup, save: ReturnType<typeof useSavePriceListMutation>[0]) {
  const [states, setStates] = useState<ReadonlyMap<number, TargetState>>(new Map());
  const [running, setRunning] = useState(false);
  const [loadList] = useLazyGetPriceListQuery();
  const [loadSettings] = useLazyGetGuardrailsQuery();
  const set = useCallback(
    ({ apoId }: Pharmacy, state: TargetState) => setStates((before) => new Map(before).set(apoId, state)),
    [],
  );
  const stateOf = ({ apoId }: Pharmacy) => states.get(apoId) ?? OUT;

  const look = async (pharmacy: Pharmacy, conflicts: readonly string[] = []) => {
    const { crmCompanyId, token } = pharmacy;
    set(pharmacy, { name: 'loading' });
    const [list, flags] = await Promise.all([
      loadList({ params: { pharmacyId: crmCompanyId, token, productGroup: group } }),
      loadSettings({ params: { apoId: crmCompanyId, token } }),
    ]);
    if (!list.data || list.isError) return set(pharmacy, { name: 'unreadable', message: errorMessage(list.error) });
    const limits = flags.data?.find((each) => each.productGroup === group)?.guardrails ?? NO_GUARDRAILS;
    const guardrails = flags.isError ? null : limits;
    return set(pharmacy, { name: 'ready', list: list.data, guardrails, conflicts });
  };

  return {
    stateOf,
    running,
    /** Takes a pharmacy in or leaves it out. */
    toggle: (pharmacy: Pharmacy) => {
      if (stateOf(pharmacy).name === 'out') void look(pharmacy);
      else set(pharmacy, OUT);
    },
    lookAgain: (pharmacies: readonly Pharmacy[]) => {
      for (const pharmacy of pharmacies) {
        const state = stateOf(pharmacy);
        void look(pharmacy, (state.name === 'refused' && state.failure.pzns) || []);
      }
    },
    /** One save a pharmacy, one after the other; a refused one leaves the others. */
    saveAll: async (saves: readonly Saving[]) => {
      setRunning(true);
      for (const { pharmacy, body } of saves) {
        set(pharmacy, { name: 'saving' });
        const params = { pharmacyId: pharmacy.crmCompanyId, token: pharmacy.token };
        const { data, error } = await save({ params, body });
        set(
          pharmacy,
          data ? { name: 'saved', changed: data.changed } : { name: 'refused', failure: asApiError(error) },
        );
      }
      setRunning(false);
    },
  };
}
