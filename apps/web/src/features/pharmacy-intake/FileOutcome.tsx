import type { PharmacyFileAnswer } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { Table } from '../../ui/table/Table.tsx';
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
        <Table
          label={t('file.table')}
          columns={[
            { key: 'line', head: t('file.line'), cell: ({ line }) => line },
            {
              key: 'outcome',
              head: t('file.outcome'),
              cell: ({ outcome }) => (
                <span className={outcome === 'refused' ? classes.refused : undefined}>
                  {t(`file.state.${outcome}`)}
                </span>
              ),
            },
            {
              key: 'pharmacy',
              head: t('file.pharmacy'),
              cell: ({ name, crmCompanyId }) => (
                <>
                  {name} {crmCompanyId !== null && <span className={classes.number}>{crmCompanyId}</span>}
                </>
              ),
            },
            { key: 'what', head: t('file.what'), cell: ({ text }) => text },
          ]}
          rows={rows}
          rowKey={({ line, text }) => `${line}.${text}`}
          dense
          foldsBelow="48em"
          maxHeight="min(22rem, 45vh)"
          below={
            listed > rows.length && (
              <p className={classes.text}>{t('file.more', { number: formatCount(listed - rows.length) })}</p>
            )
          }
        />
      )}
    </section>
  );
}
