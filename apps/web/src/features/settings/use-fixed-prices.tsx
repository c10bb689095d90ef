import type { Settings } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import type { UseExtras } from './SettingForm.tsx';
import classes from './settings.module.css';

const WEEKS_PER_MONTH = 365.25 / 12 / 7;

/** How many prices it concerns (rule 19.1). */
export const useFixedPrices: UseExtras = ({ stored }) => {
  const { t } = useTranslation('settings');
  const { months, permanent, exclusions } = stored as NonNullable<Settings['priceReview']>;
  const count = permanent + exclusions;
  const weekly = months === null ? 0 : Math.ceil(count / (months * WEEKS_PER_MONTH));
  const counted = (number: number) => ({ count: number, number: formatCount(number) });
  const concerns = t(weekly === 0 ? 'priceReview.concerns' : 'priceReview.concernsWeekly', {
    permanent: t('priceReview.permanent', counted(permanent)),
    exclusions: t('priceReview.exclusions', counted(exclusions)),
    weekly: formatCount(weekly),
  });
  return { after: <span className={classes.detail}>{concerns}</span> };
};
