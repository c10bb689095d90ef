import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatInstant } from '../../../lib/format.ts';
import { Section } from '../../../ui/Section.tsx';
import { LabelsButton } from './LabelsButton.tsx';
import classes from './labels.module.css';
import { useGetLabelStateQuery } from './labels-api.ts';

/** Nothing before the first print (rule 16.10). */
export function LabelsCard({ pharmacyId, token }: { pharmacyId: string; token: string }) {
  const { t } = useTranslation();
  const { currentData: state } = useGetLabelStateQuery(
    { params: { apoId: pharmacyId, token } },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  if (!state?.latest) return null;
  const { open, toRemove, latest } = state;
  return (
    <Section title={t('labels.title')}>
      <div className={classes.side}>
        <p className={classes.text}>
          {t('labels.latest', { at: formatInstant(latest.printedAt, 'dd.MM.yyyy HH:mm'), name: latest.userName })}
        </p>
        <div className={classes.lastPrint}>
          {open + toRemove === 0 && <LabelsButton pharmacyId={pharmacyId} token={token} />}
          <Link className={classes.shelf} to="regal">
            {t('labels.shelf')}
          </Link>
        </div>
      </div>
    </Section>
  );
}
