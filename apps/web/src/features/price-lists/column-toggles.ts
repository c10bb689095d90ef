import { EXPERT_COLUMN_TOGGLES, type ExpertColumnToggle } from '@portal/list-view';
import { type Shown, shownOf, useStoredToggles } from '../../lib/use-stored-toggles.ts';

export type ShownColumns = Shown<ExpertColumnToggle>;

/** Brand and purchase price are optional: off until somebody asks for them. */
const OFF_AT_FIRST: ReadonlySet<ExpertColumnToggle> = new Set(['showBrand', 'showAepPrice']);
const IN_STANDARD: ReadonlySet<ExpertColumnToggle> = new Set(['showNormsize', 'showSales', 'showUmfeldPreisAvg']);

/** What the standard mode shows: enough to judge a price. */
export const STANDARD_COLUMNS = shownOf(EXPERT_COLUMN_TOGGLES, (toggle) => IN_STANDARD.has(toggle));

/** The column switches of the expert mode (rules 4.5 and 6.10). */
export const useColumnToggles = () => useStoredToggles(EXPERT_COLUMN_TOGGLES, OFF_AT_FIRST);
