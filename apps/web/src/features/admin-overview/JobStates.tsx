import type { JobState } from '@portal/contracts';
import { IconAlertTriangle, IconCheck, IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../lib/format.ts';
import { StatusTag } from '../../ui/StatusTag.tsx';
import classes from './admin-overview.module.css';

/** State of the server's jobs and messages; one line while all is well. */
export function JobStates({ jobs, delivered }: { jobs: readonly JobState[]; delivered: boolean }) {
  const { t } = useTranslation('adminOverview');
  return (
    <ul className={classes.jobs} aria-label={t('jobs.title')}>
      {jobs.map((job) => (
        <li key={job.name} className={classes.job}>
          <JobMark job={job} />
          <span>{t(`jobs.${job.name}`)}</span>
          <span className={classes.quiet}>
            {job.lastRunAt === null ? t('jobs.never') : formatInstant(job.lastRunAt, 'dd.MM.yy HH:mm')}
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
