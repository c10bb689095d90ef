import type { LatestApproval } from '@portal/contracts';
import { packagePath } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatInstant } from '../../../lib/format.ts';
import { Section } from '../../../ui/Section.tsx';
import classes from './DashboardList.module.css';
import { pastApprovals } from './tasks.ts';

/** Rules 2.12 and 11.8. */
export function LatestApprovals({ latest }: { latest: readonly LatestApproval[] }) {
  const { t } = useTranslation();
  const approvals = pastApprovals(latest);
  return (
    <div>
      <Section title={t('approvals.title')}>
        {approvals.length === 0 ? (
          <p className={classes.empty}>{t('approvals.empty')}</p>
        ) : (
          <ul className={classes.list}>
            {approvals.map((approval) => (
              <li key={approval.id} className={classes.item}>
                <Link className={classes.link} to={packagePath(approval)}>
                  {t('tasks.entry', {
                    kind: t(`kind.${approval.kind}`),
                    group: t(`productGroup.${approval.productGroup}`),
                  })}
                </Link>
                <span className={classes.detail}>{formatInstant(approval.approvedAt)}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Link className={classes.link} to="verlauf">
        {t('approvals.ownHistory')}
      </Link>
    </div>
  );
}
