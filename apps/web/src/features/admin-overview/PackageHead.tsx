import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './admin-overview.module.css';
import { PACKAGE_SORT_KEYS, type PackageSortKey } from './package-rows.ts';
import { ariaSort, type Sort, SortButton } from './SortHead.tsx';

type Props = { sort: Sort<PackageSortKey>; onSort: (sort: Sort<PackageSortKey>) => void };

export function PackageHead({ sort, onSort }: Props) {
  const { t } = useTranslation('adminOverview');
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row}>
        {PACKAGE_SORT_KEYS.map((key) => (
          <div key={key} role="columnheader" className={classes[key]} aria-sort={ariaSort(sort, key)}>
            <SortButton label={t(`packages.column.${key}`)} sortKey={key} sort={sort} onSort={onSort} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Sorting where the head of the table has no room. */
export function NarrowSort({ sort, onSort }: Props) {
  const { t } = useTranslation(['adminOverview', 'common']);
  const Arrow = sort.reversed ? IconArrowDown : IconArrowUp;
  return (
    <div className={classes.narrowSort}>
      <NativeSelect
        aria-label={t('common:sort.by')}
        value={sort.key}
        onChange={(event) => onSort({ ...sort, key: event.currentTarget.value as PackageSortKey })}
        data={PACKAGE_SORT_KEYS.map((key) => ({ value: key, label: t(`packages.column.${key}`) }))}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t(sort.reversed ? 'common:sort.ascending' : 'common:sort.descending')}
        onClick={() => onSort({ ...sort, reversed: !sort.reversed })}
      >
        <Arrow size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
