import type { Pharmacy } from '@portal/contracts';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectUserInfo } from '../../auth/session-slice.ts';
import { useAccess } from '../../auth/use-access.ts';
import { customerCentreUrl } from '../../lib/customer-centre-url.ts';
import classes from './history.module.css';

/** Name and address; a click opens the pharmacy in the customer centre (rule 11.3). */
export function HistoryCard({ pharmacy }: { pharmacy: Pharmacy }) {
  const { t } = useTranslation('history');
  const { staff } = useAccess();
  const host = useSelector(selectUserInfo)?.kundencenterUrl;
  return (
    <a
      className={classes.card}
      title={t('customerCentre')}
      {...(host ? { href: customerCentreUrl(host, pharmacy, staff) } : {})}
    >
      <span className={classes.cardText}>
        <strong className={classes.name}>{pharmacy.name}</strong>
        <span className={classes.address}>
          {pharmacy.street}, {pharmacy.zipcode} {pharmacy.city}
        </span>
      </span>
      <IconExternalLink size={17} aria-hidden />
    </a>
  );
}
