import type { PharmacySortKey } from '@portal/rules';
import { IconCornerDownRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ariaSort, type Sort, SortButton } from '../../../ui/table/SortHead.tsx';
import classes from './PharmacyTable.module.css';

/** Rule 2.8; APO-ID has no sort key. */
const COLUMNS = [
  { name: 'apoId', sortKey: undefined },
  { name: 'status', sortKey: 'status' },
  { name: 'structure', sortKey: 'structure' },
  { name: 'name', sortKey: 'name' },
  { name: 'street', sortKey: 'street' },
  { name: 'city', sortKey: 'city' },
  { name: 'mdpCount', sortKey: 'mdpCount' },
  { name: 'qdpCount', sortKey: 'qdpCount' },
  { name: 'lzdCount', sortKey: 'lzdCount' },
  { name: 'waiting', sortKey: 'waiting' },
  { name: 'deadline', sortKey: 'deadline' },
] as const;

type Props = { sort: Sort<PharmacySortKey>; onSort: (sort: Sort<PharmacySortKey>) => void };

export function TableHead({ sort, onSort }: Props) {
  const { t } = useTranslation();
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row}>
        {COLUMNS.map(({ name, sortKey }) => {
          const label = t(`pharmacyList.column.${name}`);
          return (
            <div
              key={name}
              role="columnheader"
              className={classes[name]}
              aria-sort={sortKey && ariaSort(sort, sortKey)}
            >
              {sortKey ? (
                <SortButton
                  label={name === 'structure' ? <Structure label={label} /> : label}
                  sortKey={sortKey}
                  sort={sort}
                  onSort={onSort}
                />
              ) : (
                label
              )}
            </div>
          );
        })}
        <div role="columnheader" className={classes.action}>
          <span className={classes.hidden}>{t('pharmacyList.column.action')}</span>
        </div>
      </div>
    </div>
  );
}

/** As narrow as the arrows below it. */
function Structure({ label }: { label: string }) {
  return (
    <span title={label} className={classes.headIcon}>
      <IconCornerDownRight size={16} aria-hidden />
      <span className={classes.hidden}>{label}</span>
    </span>
  );
}
