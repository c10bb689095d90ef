import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMatches } from '../../lib/use-matches.ts';
import { ariaSort, type Sort, SortButton } from './SortHead.tsx';
import classes from './table.module.css';

export type Column<Row, Key extends string = string> = {
  readonly key: Key;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand below each other, what is short does not wrap, a name is the head of its row. */
  readonly kind?: 'figure' | 'short' | 'name' | 'actions';
  /** Its head is only read aloud. */
  readonly headless?: boolean;
  /** Drawn in place of the head, which then names it. */
  readonly drawnHead?: ReactNode;
  /** Folded: comes first, on a line of its own. */
  readonly leads?: boolean;
  /** Folded: its head stands before what the cell says. */
  readonly labelled?: boolean | ((row: Row) => boolean);
  readonly className?: string | undefined;
};

type Props<Row, Key extends string, SortKey extends string> = {
  label?: string;
  caption?: string;
  columns: readonly Column<Row, Key>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Stands for a table without rows. */
  empty?: string;
  /** Below it each row is a block of lines without heads. */
  foldsBelow?: '48em' | '62em' | '75em';
  /** In a dialog or beside a list. */
  dense?: boolean;
  sort?: {
    readonly by: Sort<SortKey>;
    readonly keys: readonly SortKey[];
    readonly onSort: (by: Sort<SortKey>) => void;
  };
  /** Rows of the same heading, one after the other, stand below it. */
  groupOf?: (row: Row) => string;
  /** Of long tables: as many rows at first, more by a button that says how many are shown. */
  more?: { readonly first: number; readonly step: number; readonly text: (shown: number) => string };
  /** Below the last row. */
  below?: ReactNode;
  /** Scrolls within this height. */
  maxHeight?: string;
  className?: string | undefined;
};

/** A table beside the grid: heads, sorting, groups, what stands for no rows, and its form on a phone. */
export function Table<Row, Key extends string = string, SortKey extends string = never>({
  more,
  below,
  maxHeight,
  ...props
}: Props<Row, Key, SortKey>) {
  const { rows, empty, label } = props;
  const [shown, setShown] = useState(more?.first ?? Number.POSITIVE_INFINITY);
  if (rows.length === 0 && empty !== undefined) return <p className={classes.empty}>{empty}</p>;
  const drawn = (
    <>
      <Drawn {...props} rows={rows.slice(0, shown)} total={rows.length} />
      {rows.length <= shown && below}
    </>
  );
  return (
    <>
      {maxHeight === undefined ? (
        drawn
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by the keyboard too
        <div className={classes.scroll} style={{ maxHeight }} tabIndex={0} role="group" aria-label={label}>
          {drawn}
        </div>
      )}
      {more && rows.length > shown && (
        <Button variant="default" className={classes.more} onClick={() => setShown(shown + more.step)}>
          {more.text(shown)}
        </Button>
      )}
    </>
  );
}

type DrawnProps<Row, Key extends string, SortKey extends string> = Omit<
  Props<Row, Key, SortKey>,
  'more' | 'below' | 'maxHeight' | 'empty'
> & { total: number };

function Drawn<Row, Key extends string, SortKey extends string>(props: DrawnProps<Row, Key, SortKey>) {
  const { label, caption, columns, rows, rowKey, foldsBelow, dense, sort, groupOf, className, total } = props;
  const folded = useMatches(`(max-width: ${foldsBelow ?? 0})`);
  // rows that are drawn as blocks lose their own roles in Safari
  const role = (name: string) => (folded ? { role: name } : undefined);
  const groups: (readonly [string, readonly Row[]])[] = groupOf ? [...Map.groupBy(rows, groupOf)] : [['', rows]];
  return (
    <table
      {...role('table')}
      className={`${classes.table} ${className ?? ''}`}
      aria-label={label}
      aria-rowcount={rows.length < total ? total + 1 : undefined}
      data-dense={dense || undefined}
      data-folded={folded || undefined}
    >
      {caption !== undefined && <caption>{caption}</caption>}
      <thead {...role('rowgroup')}>
        <tr {...role('row')}>
          {columns.map(({ key, head, kind, headless, drawnHead, className: of }) => {
            const sortKey = folded ? undefined : sort?.keys.find((each) => each === (key as string));
            return (
              <th
                key={key}
                {...role('columnheader')}
                scope="col"
                className={of}
                data-kind={kind}
                aria-sort={sort && sortKey && ariaSort(sort.by, sortKey)}
                aria-label={(headless || drawnHead) && head ? head : undefined}
              >
                {sort && sortKey ? (
                  <SortButton label={head} sortKey={sortKey} sort={sort.by} onSort={sort.onSort} />
                ) : (
                  (drawnHead ?? (headless ? null : head))
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      {groups.map(([group, ofGroup]) => (
        <tbody key={group} {...role('rowgroup')}>
          {groupOf && (
            <tr {...role('row')} className={classes.group}>
              <th {...role('rowheader')} scope="rowgroup" colSpan={columns.length}>
                {group}
              </th>
            </tr>
          )}
          {ofGroup.map((row) => (
            <tr key={rowKey(row)} {...role('row')}>
              {columns.map(({ key, head, cell, kind, leads, labelled, className: of }) => {
                const Cell = kind === 'name' ? 'th' : 'td';
                const isLabelled = folded && (typeof labelled === 'function' ? labelled(row) : labelled);
                return (
                  <Cell
                    key={key}
                    {...role(kind === 'name' ? 'rowheader' : 'cell')}
                    scope={kind === 'name' ? 'row' : undefined}
                    className={of}
                    data-kind={kind}
                    data-leads={leads || undefined}
                  >
                    {isLabelled && <span className={classes.label}>{head} </span>}
                    {kind === 'actions' ? <div className={classes.actions}>{cell(row)}</div> : cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
