import type { TFunction } from 'i18next';
import { formatCount } from './format.ts';

/** '45 Preise in der Kasse sind anders, 34 fehlen (Abgleich 28.11.)'; undefined where none is. */
export function tillDifferenceText(
  { count, missing }: { readonly count: number; readonly missing: number },
  day: string,
  t: TFunction,
): string | undefined {
  if (count === 0) return undefined;
  const counted = (number: number) => ({ count: number, formatted: formatCount(number) });
  const other = count - missing;
  const lacking = missing > 0 && t(other > 0 ? 'till.compared.andMissing' : 'till.compared.missing', counted(missing));
  const said = [other > 0 && t('till.compared.other', counted(other)), lacking].filter(Boolean).join(', ');
  return t('till.compared.by', { said, day });
}
