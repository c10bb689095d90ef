import { NativeSelect, Select } from '@mantine/core';
import type { PharmacyListEntry } from '@portal/contracts';
import { isSearchable, PHARMACY_SORT_KEYS, type PharmacySortKey } from '@portal/rules';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { List } from 'react-window';
import { oneOf, readSortPart, sortPart } from '../../../lib/address-parts.ts';
import { formatCount } from '../../../lib/format.ts';
import { useAddress, useOpenedWith } from '../../../lib/use-address.ts';
import { localSafe } from '../../../lib/safe-storage.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useMatches } from '../../../lib/use-matches.ts';
import { SearchField } from '../../../ui/SearchField.tsx';
import { NarrowSort } from '../../../ui/table/NarrowSort.tsx';
import type { Sort } from '../../../ui/table/SortHead.tsx';
import { countFound, countPharmacies } from './count-pharmacies.ts';
import { listRows, type StatusFilter, sortEntries, TAG_ORDER, WAIT_FILTERS, WORK_FILTERS } from './list-rows.ts';
import { PharmacyRow, type RowData } from './PharmacyRow.tsx';
import classes from './PharmacyTable.module.css';
import { TableHead } from './TableHead.tsx';

/** Pixels; narrow screens have three lines. */
const ROW_HEIGHT = { wide: 44, narrow: 124 } as const;

const FIRST_SORT: Sort<PharmacySortKey> = { key: 'deadline', reversed: false };
/** Of the local storage (rule 2.6). */
const SORT_KEY = 'pharmacySort';
/** Fewer pharmacies need no filters. */
const FILTERS_FROM = 10;
const STATUSES: readonly StatusFilter[] = ['all', ...TAG_ORDER];

/** Search, status, sorting and the virtual list of pharmacies; the page scrolls it. */
export default function PharmacyTable({ entries }: { entries: readonly PharmacyListEntry[] }) {
  const { t } = useTranslation();
  const narrow = useMatches('(max-width: 70em)');
  const address = useOpenedWith();
  const [query, setQuery] = useState(address.get('q') ?? '');
  const [status, setStatus] = useState(() => oneOf(STATUSES, address.get('status'), 'all'));
  const [work, setWork] = useState(() => oneOf(WORK_FILTERS, address.get('work'), 'all'));
  const [wait, setWait] = useState(() => oneOf(WAIT_FILTERS, address.get('wait'), 'all'));
  const [now] = useState(serverNow);
  const [sort, setSort] = useState(() =>
    readSortPart(PHARMACY_SORT_KEYS, address.get('sort') ?? localSafe.get(SORT_KEY), FIRST_SORT),
  );
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const search = useDeferredValue(query);
  useAddress({
    q: query === '' ? undefined : query,
    status: status === 'all' ? undefined : status,
    work: work === 'all' ? undefined : work,
    wait: wait === 'all' ? undefined : wait,
    sort: sortPart(sort, FIRST_SORT),
  });

  const sorted = useMemo(() => sortEntries(entries, sort.key, sort.reversed), [entries, sort]);
  const rows = useMemo(
    () => listRows(sorted, { query: search, status, work, wait, now, expanded }),
    [sorted, search, status, work, wait, now, expanded],
  );
  const filtered = isSearchable(search) || [status, work, wait].some((filter) => filter !== 'all');
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
  const chooseSort = (chosen: Sort<PharmacySortKey>) => {
    setSort(chosen);
    localSafe.set(SORT_KEY, sortPart(chosen, FIRST_SORT) ?? '');
  };
  const rowProps: RowData = useMemo(() => ({ rows, now, toggle }), [rows, now, toggle]);
  const hasFilters = total >= FILTERS_FROM || [status, work, wait].some((filter) => filter !== 'all');

  return (
    <>
      <div className={classes.tools}>
        <SearchField
          className={classes.search ?? ''}
          label={t('pharmacySearch')}
          clearLabel={t('clearSearch')}
          value={query}
          onChange={setQuery}
        />
        {hasFilters && (
          <>
            <Select
              className={classes.status ?? ''}
              aria-label={t('pharmacyList.status')}
              allowDeselect={false}
              comboboxProps={{ keepMounted: false }}
              value={status}
              onChange={(chosen) => setStatus(oneOf(STATUSES, chosen, 'all'))}
              data={STATUSES.map((each) => ({
                value: each,
                label: each === 'all' ? t('pharmacyList.allStatuses') : t(`pharmacy.tag.${each}`),
              }))}
            />
            <NativeSelect
              aria-label={t('pharmacyList.work')}
              value={work}
              onChange={({ currentTarget: { value } }) => setWork(oneOf(WORK_FILTERS, value, 'all'))}
              data={WORK_FILTERS.map((each) => ({ value: each, label: t(`pharmacyList.works.${each}`) }))}
            />
            <NativeSelect
              aria-label={t('pharmacyList.wait')}
              value={wait}
              onChange={({ currentTarget: { value } }) => setWait(oneOf(WAIT_FILTERS, value, 'all'))}
              data={WAIT_FILTERS.map((each) => ({
                value: each,
                label: each === 'all' ? t('pharmacyList.anyWait') : t('pharmacyList.waitsLonger', { days: each }),
              }))}
            />
          </>
        )}
        {narrow && (
          <NarrowSort
            keys={PHARMACY_SORT_KEYS}
            labelOf={(key) => t(`pharmacyList.column.${key}`)}
            sort={sort}
            onSort={chooseSort}
          />
        )}
        <output className={classes.count}>
          {filtered
            ? t('pharmacyList.found', { shown: formatCount(countFound(rows)), total: formatCount(total) })
            : t('pharmacyList.count', { count: total, formatted: formatCount(total) })}
        </output>
      </div>
      <div role="table" aria-label={t('pharmacyList.table')} aria-rowcount={rows.length + 1} className={classes.table}>
        {!narrow && <TableHead sort={sort} onSort={chooseSort} />}
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
