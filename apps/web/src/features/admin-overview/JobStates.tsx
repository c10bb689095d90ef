import type { JobState } from '@portal/contracts';
import { IconAlertTriangle, IconCheck, IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../lib/format.ts';
import { StatusTag } from '../../ui/StatusTag.tsx';
import classes from './admin-overview.module.css';

/** State of the server's jobs and messages: one line while all is well, which opens to details. */
export function JobStates({ jobs, delivered }: { jobs: readonly JobState[]; delivered: boolean }) {
  const { t } = useTranslation('adminOverview');
  const wrong = jobs.filter(({ overdue, error }) => overdue || error !== null).length;
  return (
    <details className={classes.health} open={wrong > 0}>
      <summary>
        {wrong === 0 ? (
          <IconCheck size={16} stroke={2.2} className={classes.good} aria-hidden />
        ) : (
          <IconAlertTriangle size={16} className={classes.wrong} aria-hidden />
        )}
        {wrong === 0 ? t('jobs.allWell') : t('jobs.wrong', { count: wrong })}
      </summary>
      <ul className={classes.jobs} aria-label={t('jobs.title')}>
        {jobs.map((job) => (
          <li key={job.name} className={classes.job}>
            <JobMark job={job} />
            <span>{t(`jobs.${job.name}`)}</span>
            <span className={classes.quiet}>
              {job.lastRunAt === null ? t('jobs.never') : formatInstant(job.lastRunAt, 'dd.MM.yyyy HH:mm')}
            </span>
            {job.error && <span className={classes.issue}>{job.error}</span>}
          </li>
        ))}
        {delivered && (
          <li className={classes.job}>
            <IconCheck size={16} stroke={2.2} className={classes.good} aria-hidden />
            <span>{t('messages.none')}</span>
          </li>
        )}
      </ul>
    </details>
  );
}

function JobMark({ job }: { job: JobState }) {
  const { t } = useTranslation('adminOverview');
  if (job.overdue) {
    return (
      <StatusTag tone="bad" icon={IconClockExclamation}>
        {t('jobs.overdue')}
      </StatusTag>
    );
  }
  if (job.error !== null) {
    return (
      <StatusTag tone="bad" icon={IconAlertTriangle}>
        {t('jobs.failed')}
      </StatusTag>
    );
  }
  return <IconCheck size={16} stroke={2.2} className={classes.good} role="img" aria-label={t('jobs.ok')} />;
}
