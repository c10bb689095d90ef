import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Sort } from './SortHead.tsx';
import classes from './table.module.css';

type Props<Key extends string> = {
  keys: readonly Key[];
  labelOf: (key: Key) => string;
  sort: Sort<Key>;
  onSort: (sort: Sort<Key>) => void;
};

/** Sorting where the head of the table has no room. */
export function NarrowSort<Key extends string>({ keys, labelOf, sort, onSort }: Props<Key>) {
  const { t } = useTranslation();
  const Arrow = sort.reversed ? IconArrowDown : IconArrowUp;
  return (
    <div className={classes.narrowSort}>
      <NativeSelect
        aria-label={t('sort.by')}
        value={sort.key}
        onChange={(event) => onSort({ ...sort, key: event.currentTarget.value as Key })}
        data={keys.map((value) => ({ value, label: labelOf(value) }))}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t(sort.reversed ? 'sort.ascending' : 'sort.descending')}
        onClick={() => onSort({ ...sort, reversed: !sort.reversed })}
      >
        <Arrow size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
