import type { FoundPharmacy } from '@portal/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import classes from './mirrors.module.css';

type Props = {
  pharmacies: readonly FoundPharmacy[];
  /** What stands beside a candidate; the others have the reason why they are none. */
  action: (pharmacy: FoundPharmacy) => ReactNode;
  /** True while a newer search is under way. */
  stale: boolean;
};

/** The pharmacies that a search has found. */
export function FoundPharmacies({ pharmacies, action, stale }: Props) {
  const { t } = useTranslation('mirrors');
  return (
    <ul className={classes.found} aria-label={t('add.found')} aria-busy={stale}>
      {pharmacies.map((pharmacy) => (
        <li key={pharmacy.apoId} className={classes.item} data-refused={pharmacy.refusal !== null || undefined}>
          <div className={classes.text}>
            <span className={classes.name}>{pharmacy.name}</span>
            <span className={classes.detail}>
              {pharmacy.street}, {pharmacy.zipcode} {pharmacy.city}
            </span>
            <span className={classes.detail}>
              {t('add.apoId', { id: pharmacy.apoId })}
              {pharmacy.refusal === null &&
                pharmacy.ownArticles > 0 &&
                `, ${t('add.ownArticles', { formatted: formatCount(pharmacy.ownArticles) })}`}
              {pharmacy.refusal === null &&
                pharmacy.ownPeriods > 0 &&
                `, ${t('add.ownPeriods', { count: pharmacy.ownPeriods, formatted: formatCount(pharmacy.ownPeriods) })}`}
            </span>
            {pharmacy.refusal !== null && <span className={classes.refusal}>{pharmacy.refusal}</span>}
          </div>
          {pharmacy.refusal === null && action(pharmacy)}
        </li>
      ))}
    </ul>
  );
}
