import type { UndoPreview } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { nameWithPack } from '../../lib/name-with-pack.ts';
import { type Column, Table } from '../../ui/table/Table.tsx';
import { usePriceText } from './Changes.tsx';
import classes from './own-history.module.css';

const SHOWN = 20;
const MORE = 200;

export function UndoRows({ preview: { restored, ends, left } }: { preview: UndoPreview }) {
  const { t } = useTranslation('ownHistory');
  const priceText = usePriceText();
  const counted = (count: number) => ({ count, formatted: formatCount(count) });
  return (
    <>
      {ends > 0 && <p className={classes.note}>{t('undo.ends', counted(ends))}</p>}
      {left.total > 0 && (
        <Rows
          title={t('undo.left', counted(left.total))}
          total={left.total}
          rows={left.rows}
          columns={[
            {
              key: 'why',
              head: t('undo.why'),
              cell: ({ reason, changed }) =>
                `${t(`undo.reason.${reason}`)}${changed ? `: ${t('undo.by', { ...changed, date: formatInstant(changed.createdAt, 'dd.MM.yyyy HH:mm') })}` : ''}`,
            },
          ]}
        />
      )}
      {restored.total > 0 && (
        <Rows
          title={t('undo.restored', counted(restored.total))}
          total={restored.total}
          rows={restored.rows}
          columns={[
            {
              key: 'now',
              head: t('undo.now'),
              kind: 'figure',
              labelled: true,
              cell: ({ today }) => priceText(today, 'withType'),
            },
            {
              key: 'again',
              head: t('undo.again'),
              kind: 'figure',
              labelled: true,
              cell: (row) => priceText(row.restored, 'withType'),
            },
          ]}
        />
      )}
    </>
  );
}

type RowsProps<Row> = {
  title: string;
  total: number;
  rows: readonly Row[];
  /** Beside the article. */
  columns: readonly Column<Row>[];
};

function Rows<Row extends { pzn: string; name: string; content: string | null }>(props: RowsProps<Row>) {
  const { title, total, rows, columns } = props;
  const { t } = useTranslation('ownHistory');
  return (
    <section aria-label={title}>
      <h3 className={classes.count}>{title}</h3>
      <Table
        label={title}
        columns={[
          {
            key: 'article',
            head: t('undo.article'),
            leads: true,
            cell: ({ pzn, name, content }) => (
              <>
                {nameWithPack(name, content)} <span className={classes.pzn}>{pzn}</span>
              </>
            ),
          },
          ...columns,
        ]}
        rows={rows}
        rowKey={({ pzn }) => pzn}
        dense
        foldsBelow="48em"
        more={{ first: SHOWN, step: MORE, text: () => t('undo.more') }}
        below={
          rows.length < total && (
            <p className={classes.note}>{t('undo.unnamed', { formatted: formatCount(total - rows.length) })}</p>
          )
        }
      />
    </section>
  );
}
