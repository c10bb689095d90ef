import type { Dashboard } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount } from '../../../lib/format.ts';
import { Section } from '../../../ui/Section.tsx';
import classes from './TillCard.module.css';

/** Rule 17.9; nothing where there are no periods. */
export function PeriodsCard({ periods }: { periods: NonNullable<Dashboard['periods']> }) {
  const { t } = useTranslation();
  const { running, coming } = periods;
  if (running + coming === 0) return null;
  const count = (number: number) => formatCount(number);
  return (
    <Section title={t('periods.title')}>
      <div className={classes.card}>
        <p className={classes.detail}>
          {t('periods.all', { running: count(running), coming: count(coming) })}{' '}
          <Link to="zeitraeume">{t('periods.open')}</Link>
        </p>
      </div>
    </Section>
  );
}
