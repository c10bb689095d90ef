import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de';
import { Alert, Button } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { IconCalendar, IconMailForward } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { errorMessage } from '../../api/api-error.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { DownloadNotice } from './DownloadNotice.tsx';
import { isoDay, PRESETS, presetDay, readGermanDay } from './german-day.ts';
import classes from './log-export.module.css';
import { useExportLogsMutation } from './log-export-api.ts';

/** By mail (rule 11.4). */
export default function LogExportPage() {
  const { t } = useTranslation('logExport');
  usePageTitle(t('title'));
  const [parameters] = useSearchParams();
  const ticket = parameters.get('link');
  const [today] = useState(() => isoDay(new Date()));
  const [since, setSince] = useState<string | null>(null);
  // else an invalid day would mean everything
  const [issue, setIssue] = useState<'noDay' | 'future' | null>(null);
  const readDay = (text: string) => {
    const day = readGermanDay(text);
    setIssue(day === null ? 'noDay' : day > today ? 'future' : null);
    return day;
  };
  const [start, { data: started, error, isLoading }] = useExportLogsMutation();

  return (
    <section className={classes.page}>
      <h1 className={classes.heading}>{t('title')}</h1>
      <p className={classes.info}>{t('info')}</p>
      {ticket && <DownloadNotice ticket={ticket} />}
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (issue !== null) return;
          void start({ body: { changedSince: since } });
        }}
      >
        <DateInput
          className={classes.date}
          label={t('since')}
          description={t('sinceHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t('placeholder')}
          leftSection={<IconCalendar size={17} stroke={1.7} aria-hidden />}
          value={since}
          onChange={(day) => {
            setIssue(null);
            setSince(day);
          }}
          dateParser={readDay}
          fixOnBlur={issue === null}
          error={issue && t(`issue.${issue}`)}
          valueFormat="DD.MM.YYYY"
          locale="de"
          firstDayOfWeek={1}
          weekendDays={[]}
          hideOutsideDates
          getDayAriaLabel={(day) => dayjs(day).locale('de').format('D. MMMM YYYY')}
          classNames={{
            label: classes.label ?? '',
            description: classes.hint ?? '',
            input: classes.input ?? '',
            error: classes.error ?? '',
          }}
          maxDate={today}
          clearable
          clearButtonProps={{ 'aria-label': t('clear') }}
          previousLabel={t('previous')}
          nextLabel={t('next')}
          disabled={started !== undefined}
        />
        <div role="group" aria-label={t('presets.label')} className={classes.presets}>
          {PRESETS.map((preset) => {
            const day = presetDay(preset, today);
            return (
              <Button
                key={preset}
                variant="default"
                size="compact-sm"
                disabled={started !== undefined}
                aria-pressed={since === day}
                onClick={() => {
                  setIssue(null);
                  setSince(day);
                }}
              >
                {t(`presets.${preset}`)}
              </Button>
            );
          })}
        </div>
        <Button
          type="submit"
          size="md"
          className={classes.start}
          loading={isLoading}
          disabled={started !== undefined || issue !== null}
          leftSection={<IconMailForward size={18} stroke={1.7} aria-hidden />}
        >
          {t('start')}
        </Button>
      </form>
      <div aria-live="polite">
        {started && (
          <Alert className={classes.notice} color="teal" icon={<IconMailForward size={20} aria-hidden />}>
            <p className={classes.line}>{t('started')}</p>
            <p className={classes.quiet}>{t('startedTo', { email: started.email })}</p>
          </Alert>
        )}
      </div>
      {error && (
        <Alert className={classes.notice} color="red" role="alert" title={t('failed')}>
          {errorMessage(error)}
        </Alert>
      )}
    </section>
  );
}
