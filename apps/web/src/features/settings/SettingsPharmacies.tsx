import type { Pharmacy, Settings } from '@portal/contracts';
import { IconBuildingStore, IconCopy, IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { selectUserInfo } from '../../auth/session-slice.ts';
import { useAccess } from '../../auth/use-access.ts';
import { customerCentreUrl } from '../../lib/customer-centre-url.ts';
import { StatusTag } from '../../ui/StatusTag.tsx';
import classes from './settings.module.css';

/** Rule 12.4. */
export function SettingsPharmacies({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  const { staff } = useAccess();
  const host = useSelector(selectUserInfo)?.kundencenterUrl;
  const { pharmacy, mirrorPharmacies, parentPharmacy } = settings;
  return (
    <section aria-label={t('pharmacies')}>
      <ul className={classes.cards}>
        <Card pharmacy={pharmacy}>
          {host && (
            <a className={classes.link} href={customerCentreUrl(host, pharmacy, staff)}>
              {t('customerCentre')}
              <IconExternalLink size={15} aria-hidden />
            </a>
          )}
        </Card>
        {parentPharmacy && <Card pharmacy={parentPharmacy} relation="main" />}
        {mirrorPharmacies.map((mirror) => (
          <Card key={mirror.apoId} pharmacy={mirror} relation="mirror" />
        ))}
      </ul>
    </section>
  );
}

type CardProps = { pharmacy: Pharmacy; relation?: 'main' | 'mirror'; children?: ReactNode };

function Card({ pharmacy, relation, children }: CardProps) {
  const { t } = useTranslation('settings');
  const { name, city, crmCompanyId, token } = pharmacy;
  // Without its token the user may not open it.
  const target = relation && token !== '' ? `/p/${crmCompanyId}/${token}/settings` : undefined;
  return (
    <li className={classes.card}>
      {relation && (
        <StatusTag
          tone={relation === 'main' ? 'info' : 'quiet'}
          icon={relation === 'main' ? IconBuildingStore : IconCopy}
        >
          {t(relation)}
        </StatusTag>
      )}
      <strong className={classes.name}>
        {target ? (
          <Link className={classes.link} to={target}>
            {name}
          </Link>
        ) : (
          name
        )}
      </strong>
      {relation && <span className={classes.detail}>{city}</span>}
      {children}
    </li>
  );
}
