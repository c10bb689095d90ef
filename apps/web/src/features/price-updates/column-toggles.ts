import { APPROVAL_COLUMN_TOGGLES, type ApprovalColumnToggle } from '@portal/list-view';
import { type Shown, shownOf, useStoredToggles } from '../../lib/use-stored-toggles.ts';

export type ShownColumns = Shown<ApprovalColumnToggle>;

/** Optional columns that are off until somebody asks for them. */
const OFF_AT_FIRST: ReadonlySet<ApprovalColumnToggle> = new Set(['showBrand', 'showAepPrice']);
const IN_STANDARD: ReadonlySet<ApprovalColumnToggle> = new Set(['showSales', 'showRavp', 'showRavpRegional']);

/** What the standard mode of QDP and LZD shows: enough to judge a price. */
export const STANDARD_COLUMNS = shownOf(APPROVAL_COLUMN_TOGGLES, (toggle) => IN_STANDARD.has(toggle));

/** The column switches of the expert mode (rules 4.5 and 6.10). */
export const useColumnToggles = () => useStoredToggles(APPROVAL_COLUMN_TOGGLES, OFF_AT_FIRST);
