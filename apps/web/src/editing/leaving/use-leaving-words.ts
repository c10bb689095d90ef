import type { Leaving } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';

const LIST = new Intl.ListFormat('de');
const ENDED = ['ownPrices', 'permanentPrices', 'exclusions', 'periods', 'approvedInParts'] as const;

/** Rule 14.24. */
export function useLeavingWords(): (leaving: Leaving) => { articles: string; ended: string | null } {
  const { t } = useTranslation('editing');
  return (leaving) => {
    const { count, listCount } = leaving;
    const ended = ENDED.map((name) => ({ name, of: leaving[name] ?? 0 }))
      .filter(({ of }) => of > 0)
      .map(({ name, of }) => t(`leaving.${name}`, { count: of, number: formatCount(of) }));
    return {
      articles: t('leaving.articles', { count, number: formatCount(count), total: formatCount(listCount) }),
      ended: ended.length === 0 ? null : t('leaving.ended', { list: LIST.format(ended) }),
    };
  };
}

/** Nothing of the list goes, as with the first calculation of an empty one. */
export function takesNothing(leaving: Leaving): boolean {
  return leaving.count === 0 && ENDED.every((name) => (leaving[name] ?? 0) === 0);
}
