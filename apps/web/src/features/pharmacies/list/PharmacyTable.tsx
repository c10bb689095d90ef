import { useMediaQuery } from '@mantine/hooks';
import type { PharmacyListEntry } from '@portal/contracts';
import { isSearchable, type PharmacySortKey } from '@portal/rules';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { List } from 'react-window';
import { formatCount } from '../../../lib/format.ts';
import { SearchField } from '../../../ui/SearchField.tsx';
import { countPharmacies, listRows, sortEntries } from './list-rows.ts';
import { PharmacyRow, type RowData } from './PharmacyRow.tsx';
import classes from './PharmacyTable.module.css';
import { NarrowSort, TableHead } from './TableHead.tsx';

/** Heights in px of a line; on narrow screens a line has three rows of text. */
const ROW_HEIGHT = { wide: 44, narrow: 124 } as const;

/** Search, sorting and the virtual list of pharmacies; the page scrolls it. */
export function PharmacyTable({ entries }: { entries: readonly PharmacyListEntry[] }) {
  const { t } = useTranslation();
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState<{ key: PharmacySortKey; reverse: boolean }>({ key: 'name', reverse: false });
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const search = useDeferredValue(query);

  const sorted = useMemo(() => sortEntries(entries, sort.key, sort.reverse), [entries, sort]);
  const rows = useMemo(() => listRows(sorted, { query: search, expanded }), [sorted, search, expanded]);
  const total = useMemo(() => countPharmacies(entries), [entries]);
  const toggle = useCallback(
    (apoId: number) =>
      setExpanded((before) => {
        const after = new Set(before);
        if (!after.delete(apoId)) after.add(apoId);
        return after;
      }),
    [],
  );
  const sortBy = (key: PharmacySortKey) =>
    setSort((before) => ({ key, reverse: before.key === key ? !before.reverse : false }));
  const rowProps: RowData = useMemo(() => ({ rows, toggle }), [rows, toggle]);

  return (
    <>
      <div className={classes.tools}>
        <SearchField
          className={classes.search ?? ''}
          label={t('pharmacyList.search')}
          clearLabel={t('clearSearch')}
          value={query}
          onChange={setQuery}
        />
        {narrow && <NarrowSort sort={sort} onChange={setSort} />}
        <output className={classes.count}>
          {isSearchable(search)
            ? t('pharmacyList.found', { shown: formatCount(rows.length), total: formatCount(total) })
            : t('pharmacyList.count', { count: total, formatted: formatCount(total) })}
        </output>
      </div>
      <div role="table" aria-label={t('pharmacyList.table')} aria-rowcount={rows.length + 1} className={classes.table}>
        {!narrow && <TableHead sort={sort} onSort={sortBy} />}
        {rows.length === 0 ? (
          <p className={classes.empty}>{t('pharmacyList.empty')}</p>
        ) : (
          <List
            role="rowgroup"
            scrollElement="window"
            rowComponent={PharmacyRow}
            rowCount={rows.length}
            rowHeight={narrow ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide}
            rowKey={rowKey}
            rowProps={rowProps}
            overscanCount={8}
            defaultHeight={800}
          />
        )}
      </div>
    </>
  );
}

function rowKey(index: number, { rows }: RowData): number {
  return rows[index]?.pharmacy.apoId ?? index;
}
