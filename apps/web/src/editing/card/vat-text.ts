import { vatPercentOf } from '@portal/rules';
import type { TFunction } from 'i18next';

/** '7 %', or '19 % angenommen' where the product does not say its own (rule 14.1). */
export function vatText(stated: number | null, t: TFunction<'priceCard'>): string {
  const percent = vatPercentOf(stated);
  return stated === null ? t('figure.vatAssumed', { percent }) : `${percent} %`;
}
