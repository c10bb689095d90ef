import type { Leaving } from '@portal/contracts';
import { latestScan, type PriceType, readScan, searchText } from '@portal/rules';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { useMatches } from '../../lib/use-matches.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { article, cutText, money, NO_PRICE } from '../cells/cells.tsx';
import classes from './leaving.module.css';
import { Dialog } from '../../ui/Dialog.tsx';

/** Rows. */
const SEARCHED_FROM = 200;
const NO_DATA = {};
const noData = () => NO_DATA;

type Props = { leaving: Leaving; opened: boolean; onClose: () => void };

/** Rule 14.24. */
export function LeavingDialog({ leaving: { count, articles }, opened, onClose }: Props) {
  const { t } = useTranslation(['editing', 'common']);
  const [query, setQuery] = useState('');
  const narrow = useMatches('(max-width: 48em)');
  const rows = useMemo(() => rowsWith(articles, query), [articles, query]);
  const columns = useMemo(() => {
    const { pzn, name, effectivePrice, priceType } = articles;
    const typeOf = (row: number) => t(`type.${priceType[row] as PriceType}`);
    const price: GridColumn<object> = {
      id: 'effectivePrice',
      label: t('column.effectivePrice'),
      width: narrow ? 96 : 130,
      align: 'end',
      cell: (row) => (priceType[row] === 1 ? NO_PRICE : money(effectivePrice[row])),
    };
    const nameColumn = { id: 'name', label: t('column.name'), grows: true };
    const wide: GridColumn<object>[] = [
      { id: 'pzn', label: t('column.pzn'), width: 96, cell: (row) => pzn[row] },
      { ...nameColumn, width: 260, cell: (row) => cutText(name[row]) },
      { id: 'priceType', label: t('leaving.type'), width: 170, cell: (row) => cutText(typeOf(row)) },
      price,
    ];
    return narrow
      ? [
          { ...nameColumn, width: 180, cell: (row: number) => article(name[row], `${pzn[row]} · ${typeOf(row)}`) },
          price,
        ]
      : wide;
  }, [articles, narrow, t]);
  const title = t('leaving.title', { count, number: formatCount(count) });
  return (
    <Dialog opened={opened} onClose={onClose} size={820} title={title}>
      {articles.pzn.length > SEARCHED_FROM && (
        <div className={classes.search}>
          <SearchField
            label={t('leaving.search')}
            clearLabel={t('clearSearch')}
            value={query}
            onChange={(text) => setQuery(latestScan(text))}
          />
          <p role="status" className={classes.count}>
            {t('count', { shown: formatCount(rows.length), total: formatCount(articles.pzn.length) })}
          </p>
        </div>
      )}
      <div className={classes.list}>
        <DataGrid
          label={title}
          columns={columns}
          rows={rows}
          dataOf={noData}
          viewKey={query}
          empty={t('leaving.notFound')}
          printHint={t('common:print.none')}
        />
      </div>
    </Dialog>
  );
}

function rowsWith({ pzn, name }: Leaving['articles'], query: string): number[] {
  const wanted = searchText(query.trim());
  const scanned = readScan(query)?.pzn;
  return [...pzn.keys()].filter(
    (row) => pzn[row] === scanned || pzn[row]?.startsWith(wanted) || searchText(name[row] as string).includes(wanted),
  );
}
