import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { Table } from '../../ui/table/Table.tsx';
import classes from './lzd-pipeline.module.css';
import { MailState } from './MailState.tsx';
import { PharmacyCell } from './PharmacyCell.tsx';
import { isReleasable, isRemindable, type PipelineRow, waitsLong } from './pipeline-rows.ts';
import { StageTag } from './StageTag.tsx';

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

export function PipelineTable({ rows, selected, failures, busy, onSelect, onPropose }: Props) {
  const { t } = useTranslation(['lzdPipeline', 'common']);
  const releasable = rows.filter(isReleasable);
  const chosen = releasable.filter(({ id }) => selected.has(id)).length;
  const toggle = (id: number) =>
    onSelect(new Set([...selected].filter((each) => each !== id).concat(selected.has(id) ? [] : id)));
  const nameOf = ({ pharmacy, productGroup }: PipelineRow) =>
    `${pharmacy}, ${t(`common:productGroup.${productGroup}`)}`;
  return (
    <Table
      label={t('table')}
      className={classes.table}
      columns={[
        {
          key: 'select',
          head: '',
          drawnHead: (
            <Checkbox
              aria-label={t('selectAll')}
              disabled={busy || releasable.length === 0}
              checked={chosen > 0 && chosen === releasable.length}
              indeterminate={chosen > 0 && chosen < releasable.length}
              onChange={() =>
                onSelect(chosen === releasable.length ? new Set() : new Set(releasable.map(({ id }) => id)))
              }
            />
          ),
          className: classes.select,
          cell: (row) =>
            (isReleasable(row) || isRemindable(row)) && (
              <Checkbox
                aria-label={t('select', { name: nameOf(row) })}
                disabled={busy}
                checked={selected.has(row.id)}
                onChange={() => toggle(row.id)}
              />
            ),
        },
        {
          key: 'pharmacy',
          head: t('column.pharmacy'),
          kind: 'name',
          className: classes.pharmacy,
          cell: (row) => <PharmacyCell row={row} name={nameOf(row)} failure={failures.get(row.id)} />,
        },
        {
          key: 'articles',
          head: t('column.articles'),
          kind: 'figure',
          labelled: true,
          className: classes.articles,
          cell: ({ itemCount }) => formatCount(itemCount),
        },
        {
          key: 'stage',
          head: t('column.stage'),
          className: classes.stage,
          cell: ({ stage }) => <StageTag stage={stage} />,
        },
        { key: 'steps', head: t('column.steps'), cell: (row) => <Steps row={row} /> },
        {
          key: 'mail',
          head: t('column.mail'),
          className: classes.mail,
          cell: (row) => <MailState row={row} name={nameOf(row)} onPropose={() => onPropose(row)} />,
        },
        {
          key: 'days',
          head: t('column.days'),
          kind: 'short',
          labelled: true,
          className: classes.days,
          cell: (row) => (
            <span data-long={waitsLong(row) || undefined}>
              {row.days === null ? '–' : t('days', { count: row.days, number: formatCount(row.days) })}
            </span>
          ),
        },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
      foldsBelow="75em"
      more={{
        first: SHOWN,
        step: SHOWN,
        text: (shown) => t('more', { shown: formatCount(shown), total: formatCount(rows.length) }),
      }}
    />
  );
}

function Steps({ row }: { row: PipelineRow }) {
  const { t } = useTranslation('lzdPipeline');
  const steps = STEPS.filter((step) => row[step] !== null)
    .map((step) => t(`step.${step}`, { date: formatInstant(row[step]) }))
    .join(' · ');
  return (
    <div className={classes.steps} title={steps}>
      {steps}
    </div>
  );
}
