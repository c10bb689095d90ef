import type { Pharmacy } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Section } from '../../../ui/Section.tsx';
import { PharmacyTag } from '../PharmacyTag.tsx';
import { pharmacyPath } from '../pharmacy-path.ts';
import classes from './DashboardList.module.css';

/** The main pharmacy of a mirror, or the mirrors of a main pharmacy (Specification 2, 4). */
export function PharmacyFamily({ main, mirrors }: { main: Pharmacy | null; mirrors: readonly Pharmacy[] }) {
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
  if (mirrors.length === 0) return null;
  return (
    <Section title={t('pharmacy.mirrors')}>
      <ul className={classes.list}>
        {mirrors.map((mirror) => (
          <Relative key={mirror.apoId} pharmacy={mirror} />
        ))}
      </ul>
    </Section>
  );
}

function Relative({ pharmacy }: { pharmacy: Pharmacy }) {
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
      <PharmacyTag pharmacy={pharmacy} />
    </li>
  );
}
