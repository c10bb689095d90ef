import { EXPERT_COLUMN_TOGGLES, type ExpertColumnToggle } from '@portal/rules';
import { useState } from 'react';

export type ShownColumns = Readonly<Record<ExpertColumnToggle, boolean>>;
export type ListMode = 'standard' | 'expert';

/** Brand and purchase price are optional: off until somebody asks for them. */
const OFF_AT_FIRST: ReadonlySet<ExpertColumnToggle> = new Set(['showBrand', 'showAepPrice']);

/** What the standard mode shows: enough to judge a price. */
export const STANDARD_COLUMNS: ShownColumns = shownColumns(
  (toggle) => toggle === 'showNormsize' || toggle === 'showSales' || toggle === 'showUmfeldPreisAvg',
);

function shownColumns(isShown: (toggle: ExpertColumnToggle) => boolean): ShownColumns {
  return Object.fromEntries(EXPERT_COLUMN_TOGGLES.map((toggle) => [toggle, isShown(toggle)])) as ShownColumns;
}

/** The column switches of the expert mode, kept in the local storage as 'true' or 'false' (Specification 2). */
export function useColumnToggles(): [ShownColumns, (toggle: ExpertColumnToggle, shown: boolean) => void] {
  const [shown, setShown] = useState(() =>
    shownColumns((toggle) => {
      const stored = localStorage.getItem(toggle);
      return stored === null ? !OFF_AT_FIRST.has(toggle) : stored === 'true';
    }),
  );
  const toggle = (name: ExpertColumnToggle, value: boolean) => {
    localStorage.setItem(name, String(value));
    setShown((before) => ({ ...before, [name]: value }));
  };
  return [shown, toggle];
}
