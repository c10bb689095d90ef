import { ActionIcon, NativeSelect } from '@mantine/core';
import { PHARMACY_SORT_KEYS, type PharmacySortKey } from '@portal/rules';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './PharmacyTable.module.css';

type Sort = { key: PharmacySortKey; reversed: boolean };

/** Rule 2.8; APO-ID has no sort key. */
const COLUMNS = [
  { name: 'structure', sortKey: 'structure' },
  { name: 'apoId', sortKey: undefined },
  { name: 'status', sortKey: 'status' },
  { name: 'name', sortKey: 'name' },
  { name: 'street', sortKey: 'street' },
  { name: 'city', sortKey: 'city' },
  { name: 'mdpCount', sortKey: 'mdpCount' },
  { name: 'qdpCount', sortKey: 'qdpCount' },
  { name: 'lzdCount', sortKey: 'lzdCount' },
  { name: 'waiting', sortKey: 'waiting' },
  { name: 'deadline', sortKey: 'deadline' },
] as const;

export function TableHead({ sort, onSort }: { sort: Sort; onSort: (key: PharmacySortKey) => void }) {
  const { t } = useTranslation();
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row}>
        {COLUMNS.map(({ name, sortKey }) => {
          const active = sortKey === sort.key;
          const Arrow = sort.reversed ? IconArrowDown : IconArrowUp;
          return (
            <div
              key={name}
              role="columnheader"
              className={classes[name]}
              aria-sort={active ? (sort.reversed ? 'descending' : 'ascending') : undefined}
            >
              {sortKey ? (
                <button
                  type="button"
                  className={classes.sort}
                  data-active={active || undefined}
                  onClick={() => onSort(sortKey)}
                >
                  {t(`pharmacyList.column.${name}`)}
                  {active && <Arrow size={14} aria-hidden />}
                </button>
              ) : (
                t(`pharmacyList.column.${name}`)
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

/** Sorting where the head of the table has no room. */
export function NarrowSort({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  const { t } = useTranslation();
  const Arrow = sort.reversed ? IconArrowDown : IconArrowUp;
  return (
    <div className={classes.narrowSort}>
      <NativeSelect
        aria-label={t('sort.by')}
        value={sort.key}
        onChange={(event) => onChange({ ...sort, key: event.currentTarget.value as PharmacySortKey })}
        data={PHARMACY_SORT_KEYS.map((key) => ({ value: key, label: t(`pharmacyList.column.${key}`) }))}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t(sort.reversed ? 'sort.ascending' : 'sort.descending')}
        onClick={() => onChange({ ...sort, reversed: !sort.reversed })}
      >
        <Arrow size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
