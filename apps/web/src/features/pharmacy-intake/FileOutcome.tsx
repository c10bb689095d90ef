import type { PharmacyFileAnswer } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import classes from './pharmacy-intake.module.css';

const COUNTED = ['created', 'changed', 'unchanged', 'refused'] as const;

/** What a file would do, or has done. */
export function FileOutcome({ answer, isDone = false }: { answer: PharmacyFileAnswer; isDone?: boolean }) {
  const { t } = useTranslation('pharmacyIntake');
  const { counts, ignored, rows } = answer;
  const listed = counts.created + counts.changed + counts.refused;
  return (
    <section className={classes.outcome} role="status" aria-label={t('file.table')}>
      <p className={classes.counts}>
        {t(isDone ? 'file.after' : 'file.before')}{' '}
        {COUNTED.filter((name) => counts[name] > 0)
          .map((name) => t(`file.${name}`, { number: formatCount(counts[name]) }))
          .join(', ')}
      </p>
      {listed === 0 && <p className={classes.text}>{t('file.nothing')}</p>}
      {ignored.length > 0 && <p className={classes.text}>{t('file.ignored', { names: ignored.join(', ') })}</p>}
      {rows.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lists scroll, by the keyboard too
        <div className={classes.scroll} role="group" tabIndex={0} aria-label={t('file.table')}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('file.line')}</th>
                <th scope="col">{t('file.outcome')}</th>
                <th scope="col">{t('file.pharmacy')}</th>
                <th scope="col">{t('file.what')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, outcome, crmCompanyId, name, text }) => (
                <tr key={`${line}.${text}`}>
                  <td>{line}</td>
                  <td data-outcome={outcome}>{t(`file.state.${outcome}`)}</td>
                  <td>
                    {name} {crmCompanyId !== null && <span className={classes.number}>{crmCompanyId}</span>}
                  </td>
                  <td>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {listed > rows.length && (
            <p className={classes.text}>{t('file.more', { number: formatCount(listed - rows.length) })}</p>
          )}
        </div>
      )}
    </section>
  );
}
