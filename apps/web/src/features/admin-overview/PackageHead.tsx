import { useTranslation } from 'react-i18next';
import { ariaSort, type Sort, SortButton } from '../../ui/table/SortHead.tsx';
import classes from './admin-overview.module.css';
import { PACKAGE_SORT_KEYS, type PackageSortKey } from './package-rows.ts';

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
