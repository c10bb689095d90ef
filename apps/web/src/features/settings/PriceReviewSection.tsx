import { NativeSelect } from '@mantine/core';
import type { Settings } from '@portal/contracts';
import { REVIEW_MONTHS, type ReviewMonths } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { asApiError, errorMessage } from '../../api/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { Section } from '../../ui/Section.tsx';
import { useSetReviewMonthsMutation } from './settings-api.ts';
import classes from './settings.module.css';

const NEVER = 'never';
const WEEKS_PER_MONTH = 365.25 / 12 / 7;

/** After how many months fixed prices are looked at again (rule 19.1). */
export function PriceReviewSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  const { priceReview, pharmacy, parentPharmacy } = settings;
  const [save, { isLoading, error }] = useSetReviewMonthsMutation();
  if (!priceReview) return null;
  const { months, permanent, exclusions } = priceReview;
  const count = permanent + exclusions;
  const weekly = months === null ? 0 : Math.ceil(count / (months * WEEKS_PER_MONTH));
  const concerns = t(weekly === 0 ? 'priceReview.concerns' : 'priceReview.concernsWeekly', {
    count,
    number: formatCount(count),
    permanent: formatCount(permanent),
    exclusions: formatCount(exclusions),
    weekly: formatCount(weekly),
  });
  const choose = (value: string) =>
    void save({
      params: { apoId: String(pharmacy.crmCompanyId), token: pharmacy.token },
      body: { months: value === NEVER ? null : (Number(value) as ReviewMonths) },
    });
  return (
    <Section title={t('priceReview.title')} note={t('priceReview.note')}>
      <ul className={classes.flags}>
        <li className={classes.flag}>
          <strong className={classes.name}>{t('priceReview.name')}</strong>
          <div className={classes.choice}>
            <NativeSelect
              classNames={{ input: classes.select ?? '' }}
              aria-label={t('priceReview.label')}
              value={months === null ? NEVER : String(months)}
              disabled={parentPharmacy !== null || isLoading}
              onChange={(event) => choose(event.currentTarget.value)}
              data={[
                { value: NEVER, label: t('priceReview.never') },
                ...REVIEW_MONTHS.map((each) => ({
                  value: String(each),
                  label: t('priceReview.months', { months: each }),
                })),
              ]}
            />
            <span className={classes.detail}>{concerns}</span>
          </div>
        </li>
      </ul>
      {error && (
        <p className={classes.failure} role="alert">
          {t('saveFailed')} {errorMessage(asApiError(error))}
        </p>
      )}
    </Section>
  );
}
