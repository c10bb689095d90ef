import type { PriceHistoryRow } from '@portal/contracts';
import { type Cents, formatDate, type PriceType } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../lib/format.ts';

type State = {
  readonly type: PriceType;
  readonly price: Cents | null /** seconds since 1970 */;
  readonly changedAt: number | null;
};

/** @param history newest first; undefined while loading */
export function useOrigin(history: readonly PriceHistoryRow[] | undefined): (state: State) => string | undefined {
  const { t } = useTranslation('priceCard');
  return ({ type, price, changedAt }) => {
    if (!history) return undefined;
    const change = history.find(({ priceType, effectivePrice }) => priceType === type && effectivePrice === price);
    if (change) {
      const { username: user, event, reason } = change;
      const what = reason === undefined ? event : t('origin.withReason', { event, reason });
      return t('origin.since', { date: formatInstant(change.createdAt), user, what });
    }
    if (changedAt === null || Number.isNaN(changedAt)) return t('origin.unknown');
    return t('origin.changed', { date: formatDate(new Date(changedAt * 1000), 'dd.MM.yyyy') });
  };
}
