/** Row position and column index, from 0. */
export type Cell = { readonly position: number; readonly column: number };

export type Range = { readonly anchor: Cell; readonly focus: Cell };

/** The same by its edges, all of them inside. */
export type Rectangle = {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
};

export type GridSize = {
  readonly rows: number;
  readonly columns: number;
  /** Rows that a page key moves. */
  readonly page: number;
};

export type Keys = { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean };

/** Rule 3.18; undefined for other keys. Rule 3.19. */
export function moveCell(from: Cell, { key, ctrlKey, metaKey }: Keys, size: GridSize): Cell | undefined {
  const to = target(from, key, ctrlKey || metaKey, size);
  return to && { position: within(to.position, size.rows), column: within(to.column, size.columns) };
}

function target({ position, column }: Cell, key: string, far: boolean, size: GridSize): Cell | undefined {
  switch (key) {
    case 'ArrowUp':
      return { position: far ? 0 : position - 1, column };
    case 'ArrowDown':
      return { position: far ? Infinity : position + 1, column };
    case 'ArrowLeft':
      return { position, column: far ? 0 : column - 1 };
    case 'ArrowRight':
      return { position, column: far ? Infinity : column + 1 };
    case 'Home':
      return { position: far ? 0 : position, column: 0 };
    case 'End':
      return { position: far ? Infinity : position, column: Infinity };
    case 'PageUp':
      return far ? undefined : { position: position - size.page, column };
    case 'PageDown':
      return far ? undefined : { position: position + size.page, column };
    default:
      return undefined;
  }
}

const within = (index: number, count: number) => Math.max(0, Math.min(count - 1, index));

export function rectangleOf({ anchor, focus }: Range): Rectangle {
  return {
    top: Math.min(anchor.position, focus.position),
    bottom: Math.max(anchor.position, focus.position),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

/** The cells of a range, row by row. */
export function cellsOf(range: Range): Cell[] {
  const { top, bottom, left, right } = rectangleOf(range);
  const cells: Cell[] = [];
  for (let position = top; position <= bottom; position++) {
    for (let column = left; column <= right; column++) cells.push({ position, column });
  }
  return cells;
}

/**
 * @param direction 1 onwards, -1 back
 * @returns undefined at the end
 */
export function nextCell(
  from: Cell,
  direction: 1 | -1,
  { rows, columns }: Pick<GridSize, 'rows' | 'columns'>,
  isEditable: (cell: Cell) => boolean,
): Cell | undefined {
  const count = rows * columns;
  for (let at = from.position * columns + from.column + direction; at >= 0 && at < count; at += direction) {
    const cell = { position: Math.floor(at / columns), column: at % columns };
    if (isEditable(cell)) return cell;
  }
  return undefined;
}
