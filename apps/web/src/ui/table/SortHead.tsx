import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './table.module.css';

export type Sort<Key extends string> = { readonly key: Key; readonly reversed: boolean };

/** The next sorting when a heading is chosen; the active one reverses. */
function nextSort<Key extends string>(sort: Sort<Key>, key: Key): Sort<Key> {
  return { key, reversed: sort.key === key ? !sort.reversed : false };
}

/** What `aria-sort` of a heading says. */
export function ariaSort<Key extends string>(sort: Sort<Key>, key: Key): 'ascending' | 'descending' | undefined {
  if (sort.key !== key) return undefined;
  return sort.reversed ? 'descending' : 'ascending';
}

/** A heading that sorts. */
export function SortButton<Key extends string>(props: {
  label: ReactNode;
  sortKey: Key;
  sort: Sort<Key>;
  onSort: (sort: Sort<Key>) => void;
}) {
  const { label, sortKey, sort, onSort } = props;
  const active = sort.key === sortKey;
  const Arrow = sort.reversed ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      className={classes.sort}
      data-active={active || undefined}
      onClick={() => onSort(nextSort(sort, sortKey))}
    >
      {label}
      {active && <Arrow size={14} aria-hidden />}
    </button>
  );
}
