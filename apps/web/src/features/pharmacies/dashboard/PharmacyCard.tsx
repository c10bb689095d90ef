import type { Pharmacy } from '@portal/contracts';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectUserInfo } from '../../../auth/session-slice.ts';
import { Section } from '../../../ui/Section.tsx';
import { PharmacyTag } from '../PharmacyTag.tsx';
import { customerCentreUrl } from '../../../lib/customer-centre-url.ts';
import classes from './PharmacyCard.module.css';

/** Rule 2.12. */
export function PharmacyCard({ pharmacy, staff }: { pharmacy: Pharmacy; staff: boolean }) {
  const { t } = useTranslation();
  const host = useSelector(selectUserInfo)?.kundencenterUrl;
  return (
    <Section title={t('pharmacy.card')}>
      <div className={classes.card}>
        <div className={classes.head}>
          <strong className={classes.name}>{pharmacy.name}</strong>
          <PharmacyTag pharmacy={pharmacy} />
        </div>
        <address className={classes.address}>
          {pharmacy.street}
          <br />
          {pharmacy.zipcode} {pharmacy.city}
        </address>
        <dl className={classes.numbers} translate="no">
          <dt>{t('pharmacy.apoId')}</dt>
          <dd>{pharmacy.apoId}</dd>
          {pharmacy.betriebsNr && (
            <>
              <dt>{t('pharmacy.betriebsNr')}</dt>
              <dd>{pharmacy.betriebsNr}</dd>
            </>
          )}
        </dl>
        {host && (
          <a className={classes.link} href={customerCentreUrl(host, pharmacy, staff)}>
            {t('pharmacy.customerCentre')}
            <IconExternalLink size={15} aria-hidden />
          </a>
        )}
      </div>
    </Section>
  );
}
