import { Button, Checkbox } from '@mantine/core';
import { packagePath } from '@portal/rules';
import { IconEye, IconLock, IconLockOpen, IconPencil, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { StatusTag } from '../../ui/StatusTag.tsx';
import classes from './lzd-pipeline.module.css';
import { MailState } from './MailState.tsx';
import { isReleasable, isRemindable, type PipelineRow, waitsLong } from './pipeline-rows.ts';

type Props = {
  rows: readonly PipelineRow[];
  selected: ReadonlySet<number>;
  failures: ReadonlyMap<number, string>;
  busy: boolean;
  onSelect: (ids: ReadonlySet<number>) => void;
  onPropose: (row: PipelineRow) => void;
};

/** More rows are shown on request: the longest waiting come first. */
const SHOWN = 200;
/** The latest first: what does not fit is cut off. */
const STEPS = ['approvedAt', 'draftSavedAt', 'openedAt', 'releasedAt', 'uploadedAt'] as const;
const COLUMNS = ['pharmacy', 'stage', 'steps', 'mail', 'days'] as const;
const STAGE = {
  uploaded: { tone: 'warn', icon: IconLock },
  released: { tone: 'info', icon: IconLockOpen },
  opened: { tone: 'info', icon: IconEye },
  draft: { tone: 'info', icon: IconPencil },
  approved: { tone: 'good', icon: IconRosetteDiscountCheck },
} as const;

export function PipelineTable({ rows, selected, failures, busy, onSelect, onPropose }: Props) {
  const { t } = useTranslation('lzdPipeline');
  const [shown, setShown] = useState(SHOWN);
  const releasable = rows.filter(isReleasable);
  const chosen = releasable.filter(({ id }) => selected.has(id)).length;
  const toggle = (id: number) =>
    onSelect(new Set([...selected].filter((each) => each !== id).concat(selected.has(id) ? [] : id)));
  return (
    <>
      <div role="table" aria-label={t('table')} className={classes.table} aria-rowcount={rows.length + 1}>
        <div role="rowgroup" className={classes.head}>
          <div role="row" className={classes.row}>
            <div role="columnheader">
              <Checkbox
                aria-label={t('selectAll')}
                disabled={busy || releasable.length === 0}
                checked={chosen > 0 && chosen === releasable.length}
                indeterminate={chosen > 0 && chosen < releasable.length}
                onChange={() =>
                  onSelect(chosen === releasable.length ? new Set() : new Set(releasable.map(({ id }) => id)))
                }
              />
            </div>
            {COLUMNS.map((column) => (
              <div key={column} role="columnheader">
                {t(`column.${column}`)}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {rows.slice(0, shown).map((row) => (
            <Row
              key={row.id}
              row={row}
              selected={selected.has(row.id)}
              failure={failures.get(row.id)}
              busy={busy}
              onToggle={() => toggle(row.id)}
              onPropose={() => onPropose(row)}
            />
          ))}
        </div>
      </div>
      {rows.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + SHOWN)}>
          {t('more', { shown: formatCount(shown), total: formatCount(rows.length) })}
        </Button>
      )}
    </>
  );
}

type RowProps = {
  row: PipelineRow;
  selected: boolean;
  failure: string | undefined;
  busy: boolean;
  onToggle: () => void;
  onPropose: () => void;
};

function Row({ row, selected, failure, busy, onToggle, onPropose }: RowProps) {
  const { t } = useTranslation(['lzdPipeline', 'common']);
  const { crmCompanyId, token, id, productGroup, pharmacy, stage, days } = row;
  const name = `${pharmacy}, ${t(`common:productGroup.${productGroup}`)}`;
  const about = `${row.apoId} ${row.city} · ${t(row.firstCalculation ? 'first' : 'again')} · ${t('articles', { count: row.itemCount, number: formatCount(row.itemCount) })}`;
  const steps = STEPS.filter((step) => row[step] !== null)
    .map((step) => t(`step.${step}`, { date: formatInstant(row[step]) }))
    .join(' · ');
  return (
    <div role="row" className={classes.row}>
      <div role="cell" className={classes.select}>
        {(isReleasable(row) || isRemindable(row)) && (
          <Checkbox aria-label={t('select', { name })} disabled={busy} checked={selected} onChange={onToggle} />
        )}
      </div>
      <div role="rowheader" className={classes.pharmacy}>
        <span className={classes.line} title={`${name}, ${about}`}>
          <Link to={`/p/${crmCompanyId}/${token}/${packagePath({ kind: 'LZD', id, productGroup })}`}>{name}</Link>{' '}
          <span className={classes.quiet}>{about}</span>
        </span>
        {failure && (
          <span role="alert" className={classes.failure}>
            {failure}
          </span>
        )}
      </div>
      <div role="cell">
        <StatusTag {...STAGE[stage]}>{t(`stage.${stage}`)}</StatusTag>
      </div>
      <div role="cell" className={classes.steps} title={steps}>
        {stage === 'uploaded' && !row.access && <strong>{t('noAccess')} · </strong>}
        {steps}
      </div>
      <div role="cell" className={classes.mail}>
        <MailState row={row} name={name} onPropose={onPropose} />
      </div>
      <div role="cell" className={classes.days} data-long={waitsLong(row) || undefined}>
        <span className={classes.label}>{t('column.days')} </span>
        {days === null ? '–' : t('days', { count: days, number: formatCount(days) })}
      </div>
    </div>
  );
}
