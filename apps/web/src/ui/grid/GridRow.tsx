import { createContext, type CSSProperties, memo, type ReactElement, use, useSyncExternalStore } from 'react';
import type { RowComponentProps } from 'react-window';
import classes from './grid.module.css';
import type { GridColumn } from './grid-column.ts';
import { createGridSelection, type GridSelection, type Interval } from './grid-selection.ts';
import type { PlacedColumn } from './use-columns-in-view.ts';

/** What distinguishes a row from its neighbours, beside its cells. */
export type GridRowLook = {
  readonly className?: string | undefined;
  readonly selected?: boolean | undefined;
};

export type GridRowProps<Data extends object> = {
  readonly rows: ArrayLike<number>;
  readonly placed: readonly PlacedColumn<Data>[];
  readonly lookOf: ((row: number, data: Data) => GridRowLook) | undefined;
};

/** A context: the list around the rows measures the page on render. */
export type RowState = { readonly dataOf: (row: number) => object; readonly selection: GridSelection };
export const RowStateContext = createContext<RowState>({ dataOf: () => ({}), selection: createGridSelection() });

/** Finds the row of a position and hands it to the memoised view. */
export function GridRow<Data extends object>(props: RowComponentProps<GridRowProps<Data>>): ReactElement | null {
  const { index, style, rows, placed, lookOf } = props;
  const { dataOf, selection } = use(RowStateContext);
  const activeColumn = useSyncExternalStore(selection.subscribe, () => selection.activeIn(index));
  const range = useSyncExternalStore(selection.subscribe, () => selection.selectedIn(index));
  const row = rows[index];
  if (row === undefined) return null;
  const data = dataOf(row) as Data;
  const { className, selected } = lookOf?.(row, data) ?? {};
  return (
    <RowView
      row={row}
      position={index}
      top={style.transform}
      height={style.height}
      placed={placed as readonly PlacedColumn<object>[]}
      data={data}
      className={className}
      selected={selected}
      activeColumn={activeColumn}
      range={range}
    />
  );
}

type RowViewProps = GridRowLook & {
  row: number;
  position: number;
  top: CSSProperties['transform'];
  height: CSSProperties['height'];
  placed: readonly PlacedColumn<object>[];
  data: object;
  /** -1 in all rows but one. */
  activeColumn: number;
  range: Interval | undefined;
};

const RowView = memo(function RowView(props: RowViewProps) {
  const { row, position, top, height, placed, data, className, selected, activeColumn, range } = props;
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      aria-selected={selected}
      data-position={position}
      data-active-row={activeColumn >= 0 || undefined}
      className={className ? `${classes.row} ${className}` : classes.row}
      style={{ transform: top, height }}
    >
      {placed.map(({ column, index, style }) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={index + 1}
          // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- cells of a grid do support it
          aria-readonly={!column.editable?.(row, data)}
          aria-selected={(range && index >= range.from && index <= range.until) || undefined}
          tabIndex={index === activeColumn ? 0 : -1}
          data-column={column.id}
          className={cellClass(column)}
          style={style}
        >
          {column.cell(row, data)}
        </div>
      ))}
    </div>
  );
}, sameRow);

function sameRow({ data: before, ...a }: RowViewProps, { data: after, ...b }: RowViewProps): boolean {
  return shallowEqual(a, b) && shallowEqual(before, after);
}

function shallowEqual(a: object, b: object): boolean {
  const entries = Object.entries(a);
  const other = b as Record<string, unknown>;
  return entries.length === Object.keys(b).length && entries.every(([name, value]) => Object.is(value, other[name]));
}

const cellClasses = new WeakMap<object, string>();

/** Classes of a column's cells, put together once a column. */
export function cellClass(column: Pick<GridColumn<never>, 'align' | 'pinned' | 'startsGroup'>): string {
  let known = cellClasses.get(column);
  if (known === undefined) {
    known = [
      classes.cell,
      column.align === 'end' && classes.end,
      column.align === 'center' && classes.center,
      column.pinned && classes.pinned,
      column.startsGroup && classes.group,
      column.pinned === 'right' && classes.pinnedRight,
    ]
      .filter(Boolean)
      .join(' ');
    cellClasses.set(column, known);
  }
  return known;
}
