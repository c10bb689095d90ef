import { Button } from '@mantine/core';
import type { UndoPreview } from '@portal/contracts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { nameWithPack } from '../../lib/name-with-pack.ts';
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
        <Rows title={t('undo.left', counted(left.total))} total={left.total} rows={left.rows} columns={[t('undo.why')]}>
          {({ reason, changed }) => (
            <td>
              {t(`undo.reason.${reason}`)}
              {changed &&
                `: ${t('undo.by', { ...changed, date: formatInstant(changed.createdAt, 'dd.MM.yyyy HH:mm') })}`}
            </td>
          )}
        </Rows>
      )}
      {restored.total > 0 && (
        <Rows
          title={t('undo.restored', counted(restored.total))}
          total={restored.total}
          rows={restored.rows}
          columns={[t('undo.now'), t('undo.again')]}
          isOfPrices
        >
          {(row) => (
            <>
              <td className={classes.price}>{priceText(row.today, 'withType')}</td>
              <td className={classes.price}>{priceText(row.restored, 'withType')}</td>
            </>
          )}
        </Rows>
      )}
    </>
  );
}

type RowsProps<Row> = {
  title: string;
  total: number;
  rows: readonly Row[];
  /** Headings beside the article. */
  columns: readonly string[];
  isOfPrices?: boolean;
  children: (row: Row) => ReactNode;
};

function Rows<Row extends { pzn: string; name: string; content: string | null }>(props: RowsProps<Row>) {
  const { title, total, rows, columns, isOfPrices = false, children } = props;
  const { t } = useTranslation('ownHistory');
  const [shown, setShown] = useState(SHOWN);
  return (
    <section aria-label={title}>
      <h3 className={classes.count}>{title}</h3>
      <table className={classes.rows} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t('undo.article')}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={isOfPrices ? classes.price : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <tr key={row.pzn}>
              <td>
                {nameWithPack(row.name, row.content)} <span className={classes.pzn}>{row.pzn}</span>
              </td>
              {children(row)}
            </tr>
          ))}
        </tbody>
      </table>
      {shown < rows.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setShown(shown + MORE)}>
          {t('undo.more')}
        </Button>
      )}
      {shown >= rows.length && rows.length < total && (
        <p className={classes.note}>{t('undo.unnamed', { formatted: formatCount(total - rows.length) })}</p>
      )}
    </section>
  );
}
