import { type Review, umfeldOf } from '@portal/list-view';
import type { Cents } from '@portal/rules';
import type { TFunction } from 'i18next';
import { money } from '../cells/cells.tsx';

/** 'Min / Ø / Max' (rule 14.60). */
export function aroundText(
  columns: Review['columns'],
  row: number,
  t: TFunction<'review'>,
): { readonly text: string | null; readonly isDoubtful: boolean } {
  const { isMinDoubtful, isMaxDoubtful } = umfeldOf(columns, row);
  const [min, avg, max] = [columns.umfeldMin[row], columns.umfeldAvg[row], columns.umfeldMax[row]];
  const isDoubtful = isMinDoubtful || isMaxDoubtful;
  if (min == null && avg == null && max == null) return { text: null, isDoubtful };
  const end = (price: Cents | null | undefined, doubtful: boolean) =>
    doubtful ? t('doubtful.text', { price: money(price) }) : money(price);
  return { text: [end(min, isMinDoubtful), money(avg), end(max, isMaxDoubtful)].join(' / '), isDoubtful };
}
