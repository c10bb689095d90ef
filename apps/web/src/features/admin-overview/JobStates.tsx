import type { JobState } from '@portal/contracts';
import { IconAlertTriangle, IconCheck, IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../lib/format.ts';
import { Section } from '../../ui/Section.tsx';
import { StatusTag } from '../../ui/StatusTag.tsx';
import classes from './admin-overview.module.css';

/** Whether the server does what it has to do by itself. */
export function JobStates({ jobs }: { jobs: readonly JobState[] }) {
  const { t } = useTranslation('adminOverview');
  return (
    <Section title={t('jobs.title')}>
      <ul className={classes.jobs}>
        {jobs.map((job) => (
          <li key={job.name} className={classes.job}>
            <span className={classes.jobName}>{t(`jobs.${job.name}`)}</span>
            <JobTag job={job} />
            <span className={classes.quiet}>
              {job.lastRunAt === null
                ? t('jobs.never')
                : t('jobs.lastRun', { time: formatInstant(job.lastRunAt, 'dd.MM.yyyy HH:mm') })}
            </span>
            {job.error && <span className={classes.fault}>{job.error}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function JobTag({ job }: { job: JobState }) {
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
  return (
    <StatusTag tone="good" icon={IconCheck}>
      {t('jobs.ok')}
    </StatusTag>
  );
}
