import { NativeSelect } from '@mantine/core';
import type { OpenPackage } from '@portal/contracts';
import { PRODUCT_GROUPS, UPDATE_KINDS } from '@portal/rules';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { List } from 'react-window';
import { oneOf, readSortPart, sortPart } from '../../lib/address-parts.ts';
import { formatCount } from '../../lib/format.ts';
import { useAddress, useOpenedWith } from '../../lib/use-address.ts';
import { useMatches } from '../../lib/use-matches.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { Section } from '../../ui/Section.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { NarrowSort } from '../../ui/table/NarrowSort.tsx';
import type { Sort } from '../../ui/table/SortHead.tsx';
import classes from './admin-overview.module.css';
import { Nights } from './Nights.tsx';
import { PackageHead } from './PackageHead.tsx';
import { PackageRow, type PackageRowData } from './PackageRow.tsx';
import {
  countKinds,
  countNights,
  filterPackages,
  NO_FILTER,
  PACKAGE_SORT_KEYS,
  PACKAGE_STATES,
  type PackageFilter,
  type PackageSortKey,
  sortPackages,
} from './package-rows.ts';

/** Pixels; narrow screens have three lines. */
const ROW_HEIGHT = { wide: 44, narrow: 108 } as const;

const FIRST_SORT = { key: 'deadline', reversed: false } as const;

export function Packages({ packages, total, at }: { packages: readonly OpenPackage[]; total: number; at: string }) {
  const { t } = useTranslation(['adminOverview', 'common']);
  const narrow = useMatches('(max-width: 62em)');
  const address = useOpenedWith();
  const nights = useMemo(() => countNights(packages), [packages]);
  const [filter, setFilter] = useState<PackageFilter>(() => ({
    kind: oneOf([...UPDATE_KINDS, 'all'], address.get('kind'), 'all'),
    group: oneOf([...PRODUCT_GROUPS, 'all'], address.get('group'), 'all'),
    state: oneOf(PACKAGE_STATES, address.get('state'), 'all'),
    night: oneOf(['', ...nights.map(({ night }) => night)], address.get('night'), ''),
    query: address.get('q') ?? '',
  }));
  const [sort, setSort] = useState<Sort<PackageSortKey>>(() =>
    readSortPart(PACKAGE_SORT_KEYS, address.get('sort'), FIRST_SORT),
  );
  const part = (name: keyof PackageFilter) => (filter[name] === NO_FILTER[name] ? undefined : filter[name]);
  useAddress({
    kind: part('kind'),
    group: part('group'),
    state: part('state'),
    night: part('night'),
    q: part('query'),
    sort: sortPart(sort, FIRST_SORT),
  });
  const applied = useDeferredValue(filter);
  const sorted = useMemo(() => sortPackages(packages, sort), [packages, sort]);
  const rows = useMemo(() => filterPackages(sorted, applied, new Date(at)), [sorted, applied, at]);
  const counts = useMemo(() => countKinds(packages), [packages]);
  const rowProps: PackageRowData = useMemo(() => ({ rows, now: new Date(at) }), [rows, at]);
  const change = (part: Partial<PackageFilter>) => setFilter((before) => ({ ...before, ...part }));

  if (packages.length === 0) {
    return (
      <Section title={t('packages.title')}>
        <p className={classes.none}>{t('packages.none')}</p>
      </Section>
    );
  }
  return (
    <Section title={t('packages.title')}>
      <Nights nights={nights} chosen={filter.night} onChoose={(night) => change({ night })} />
      <div className={classes.tools}>
        <Segments
          label={t('packages.kind')}
          value={filter.kind}
          onChange={(kind) => change({ kind })}
          choices={[
            { value: 'all', label: t('all') },
            ...UPDATE_KINDS.map((kind) => ({ value: kind, label: `${kind} ${formatCount(counts[kind])}` })),
          ]}
        />
        <NativeSelect
          className={classes.choice}
          aria-label={t('packages.group')}
          value={filter.group}
          onChange={(event) => change({ group: event.currentTarget.value as PackageFilter['group'] })}
          data={[
            { value: 'all', label: t('packages.allGroups') },
            ...PRODUCT_GROUPS.map((group) => ({ value: group, label: t(`common:productGroup.${group}`) })),
          ]}
        />
        <NativeSelect
          className={classes.choice}
          aria-label={t('packages.state')}
          value={filter.state}
          onChange={(event) => change({ state: event.currentTarget.value as PackageFilter['state'] })}
          data={PACKAGE_STATES.map((state) => ({ value: state, label: t(`packages.states.${state}`) }))}
        />
        <SearchField
          className={classes.search ?? ''}
          label={t('pharmacySearch')}
          clearLabel={t('clearSearch')}
          value={filter.query}
          onChange={(query) => change({ query })}
        />
        {narrow && (
          <NarrowSort
            keys={PACKAGE_SORT_KEYS}
            labelOf={(key) => t(`packages.column.${key}`)}
            sort={sort}
            onSort={setSort}
          />
        )}
        <output className={classes.quiet}>
          {rows.length === packages.length
            ? t('packages.shown', { count: rows.length, formatted: formatCount(rows.length) })
            : t('packages.shownOf', { shown: formatCount(rows.length), total: formatCount(packages.length) })}
        </output>
      </div>
      {total > packages.length && (
        <p className={classes.beyond}>
          {t('packages.beyond', { shown: formatCount(packages.length), total: formatCount(total) })}
        </p>
      )}
      <div role="table" aria-label={t('packages.table')} aria-rowcount={rows.length + 1} className={classes.table}>
        {!narrow && <PackageHead sort={sort} onSort={setSort} />}
        {rows.length === 0 ? (
          <p className={classes.empty}>{t('packages.empty')}</p>
        ) : (
          <List
            role="rowgroup"
            scrollElement="window"
            rowComponent={PackageRow}
            rowCount={rows.length}
            rowHeight={narrow ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide}
            rowKey={(index, data) => data.rows[index]?.id ?? index}
            rowProps={rowProps}
            overscanCount={8}
            defaultHeight={800}
          />
        )}
      </div>
    </Section>
  );
}
