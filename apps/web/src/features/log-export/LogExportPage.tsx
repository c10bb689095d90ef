import { Alert, Button } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { isoDay } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { errorMessage } from '../../api/api-error.ts';
import { Day } from '../../editing/days/Day.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { DownloadNotice } from './DownloadNotice.tsx';
import { PRESETS, presetDay } from './preset-day.ts';
import classes from './log-export.module.css';
import { useExportLogsMutation } from './log-export-api.ts';

/** By mail (rule 11.4). */
export default function LogExportPage() {
  const { t } = useTranslation('logExport');
  usePageTitle(t('title'));
  const [parameters] = useSearchParams();
  const ticket = parameters.get('link');
  const [today] = useState(() => isoDay(new Date()));
  const [since, setSince] = useState<string | null>(() => presetDay('month', today));
  // else an invalid day would mean everything
  const [isUnread, setUnread] = useState(false);
  // A day chosen by its button takes the place of what was typed.
  const [chosen, setChosen] = useState(0);
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
          if (isUnread) return;
          void start({ body: { changedSince: since } });
        }}
      >
        <Day
          key={chosen}
          className={classes.date ?? ''}
          label={t('since')}
          description={t('sinceHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          hint={t('placeholder')}
          value={since}
          today={today}
          past
          onChange={setSince}
          onUnread={setUnread}
          classNames={{
            label: classes.label ?? '',
            description: classes.hint ?? '',
            input: classes.input ?? '',
            error: classes.error ?? '',
          }}
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
                  setUnread(false);
                  setSince(day);
                  setChosen(chosen + 1);
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
          disabled={started !== undefined || isUnread}
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
