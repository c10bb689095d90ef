import type { Pharmacy } from '@portal/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Section } from '../../../ui/Section.tsx';
import { PharmacyTag } from '../PharmacyTag.tsx';
import { pharmacyPath } from '../pharmacy-path.ts';
import classes from './DashboardList.module.css';

type Props = {
  main: Pharmacy | null;
  mirrors: readonly Pharmacy[];
  /** Below the mirrors; with such content the section is shown even without mirrors. */
  footer: ReactNode;
  /** Beside a mirror. */
  actions: (mirror: Pharmacy) => ReactNode;
};

/** Rule 2.12. */
export function PharmacyFamily({ main, mirrors, footer, actions }: Props) {
  const { t } = useTranslation();
  if (main) {
    return (
      <Section title={t('pharmacy.main')}>
        <ul className={classes.list}>
          <Relative pharmacy={main} />
        </ul>
        <p className={classes.empty}>{t('pharmacy.mirrorNotice')}</p>
      </Section>
    );
  }
  if (mirrors.length === 0 && !footer) return null;
  return (
    <Section title={t('pharmacy.mirrors')}>
      <ul className={classes.list}>
        {mirrors.map((mirror) => (
          <Relative key={mirror.apoId} pharmacy={mirror} actions={actions(mirror)} />
        ))}
      </ul>
      {footer}
    </Section>
  );
}

function Relative({ pharmacy, actions }: { pharmacy: Pharmacy; actions?: ReactNode }) {
  const { t } = useTranslation();
  const path = pharmacyPath(pharmacy);
  return (
    <li className={classes.item}>
      <div className={classes.text}>
        <span className={classes.title}>
          {path ? (
            <Link className={classes.link} to={path}>
              {pharmacy.name}
            </Link>
          ) : (
            pharmacy.name
          )}
        </span>
        <span className={classes.detail}>
          {pharmacy.street}, {pharmacy.zipcode} {pharmacy.city}
        </span>
        <span className={classes.detail}>
          {t('pharmacy.apoId')} {pharmacy.apoId}
        </span>
      </div>
      <div className={classes.aside}>
        <PharmacyTag pharmacy={pharmacy} />
        {actions}
      </div>
    </li>
  );
}
