import { formatFilterSetting, formatSortSetting, parseFilterSetting, parseSortSetting } from '@portal/list-view';
import type { View } from '../kind/kind.ts';
import { packageKind } from './package-kind.ts';
import { QDP_COLUMNS } from './qdp.ts';
import type { PackageTypes } from '../kind/types.ts';

export const LZD = packageKind({
  name: 'LZD',
  confirmsRows: 'all',
  hasExpertMode: true,
  first: ['checkReason', 'pzn'],
  columns: QDP_COLUMNS,
  confirms: { before: ['checkReason', 'aep', 'avp', 'calculatedPrice'], after: ['diffAvp'] },
});

/** Sort order and filter as an LZD stores them (rule 6.11). */
export type ViewSettings = { readonly filterSetting: string | null; readonly sortOrderSetting: string | null };

/** How an LZD is opened: with what was saved with it. */
export function storedView({ filterSetting, sortOrderSetting }: ViewSettings): View<PackageTypes> {
  return {
    ...LZD.firstView,
    sort: parseSortSetting('LZD', sortOrderSetting),
    filter: parseFilterSetting('LZD', filterSetting),
  };
}

/** What is saved with an LZD. */
export function settingsOf({ filter, sort }: Pick<View<PackageTypes>, 'filter' | 'sort'>): ViewSettings {
  return { filterSetting: formatFilterSetting(filter), sortOrderSetting: formatSortSetting(sort) };
}
