import type { TillCheckRow } from '@portal/contracts';
import { type Cents, PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { TO_EDIT } from '../compare/use-opened-to-edit.ts';
import type { ChosenImport } from '../import/ImportModal.tsx';

type TillPrices = { readonly name: string; readonly rows: readonly (readonly [pzn: string, cents: Cents])[] };

/** State of a link that takes prices of the till into a list as an import does (rule 9.35). */
export function withTillPrices(name: string, rows: readonly TillCheckRow[]) {
  const prices: TillPrices = { name, rows: rows.map(({ pzn, till }) => [pzn, till as Cents]) };
  return { ...TO_EDIT, tillPrices: prices };
}

export type Taken = {
  readonly byGroup: readonly (readonly [ProductGroup, readonly TillCheckRow[]])[];
  readonly stays: readonly TillCheckRow[];
};

/** Rule 9.35. */
export function takenOf(chosen: readonly TillCheckRow[]): Taken {
  const stays = chosen.filter((row) => !mayTake(row));
  const byGroup = PRODUCT_GROUPS.map(
    (group) => [group, chosen.filter((row) => mayTake(row) && row.productGroup === group)] as const,
  );
  return { byGroup: byGroup.filter(([, rows]) => rows.length > 0), stays };
}

const mayTake = ({ stays, till }: TillCheckRow) => stays === null && till !== null;

/** The prices that a link has brought, once. */
export function useTillPrices(): { given: ChosenImport | null; forget: () => void } {
  const { state, search, hash } = useLocation();
  const navigate = useNavigate();
  const [given, setGiven] = useState(() => importOf(state as { tillPrices?: TillPrices } | null));
  const forget = () => {
    setGiven(null);
    void navigate({ search, hash }, { replace: true, preventScrollReset: true, state: null });
  };
  return { given, forget };
}

function importOf(state: { tillPrices?: TillPrices } | null): ChosenImport | null {
  if (!state?.tillPrices) return null;
  const { name, rows } = state.tillPrices;
  const data = rows.map(([pzn, ownPrice], at) => ({
    line: at + 1,
    pzn,
    ownPrice,
    priceType: null,
    productGroup: null,
    product: null,
  }));
  return { type: 'priceimport', fileName: name, answer: { data, faulty: [], faultyTotal: 0, repeated: 0 } };
}
