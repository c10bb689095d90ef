import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount, formatInstant } from '../../lib/format.ts';
import classes from './lzd-pipeline.module.css';
import { isOpenAndReleased, type PipelineRow } from './pipeline-rows.ts';

/** Whether a pharmacy gets mails, and what was sent to it (rule 15.6). */
export function MailState({ row, name, onPropose }: { row: PipelineRow; name: string; onPropose: () => void }) {
  const { t } = useTranslation('lzdPipeline');
  const { addresses, reminders } = row;
  const [latest] = reminders;
  const state = addresses.confirmed > 0 ? 'confirmed' : addresses.unconfirmed > 0 ? 'unconfirmed' : 'none';
  return (
    <>
      <span className={classes.address}>
        <span className={classes.label}>{t('column.mail')} </span>
        {row.stage === 'uploaded' && !row.access ? t('noAccess') : t(`mail.${state}`)}
        {isOpenAndReleased(row) && state === 'none' && (
          <Anchor
            component="button"
            type="button"
            className={classes.propose}
            aria-label={t('propose.for', { name })}
            onClick={onPropose}
          >
            {t('propose.open')}
          </Anchor>
        )}
      </span>
      {latest && (
        <details className={classes.reminders}>
          <summary>
            {t('mail.reminded', {
              count: reminders.length,
              number: formatCount(reminders.length),
              at: formatInstant(latest.sentAt),
            })}
          </summary>
          <ul>
            {reminders.map((each) => (
              <li key={each.sentAt}>
                {t('mail.reminder', {
                  at: formatInstant(each.sentAt, 'dd.MM.yyyy HH:mm'),
                  userName: each.userName,
                  count: each.recipients,
                })}
                <b>{each.title}</b>
                <span className={classes.words}>{each.text}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
