/** Millimetres; `pitch` is the distance of two labels. */
export type LabelSheet = {
  readonly page: { readonly width: number; readonly height: number };
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly pitchX: number;
  readonly pitchY: number;
};

const A4 = { width: 210, height: 297 } as const;

function grid(columns: number, rows: number, width: number, height: number, gap = 0): LabelSheet {
  const [pitchX, pitchY] = [width + gap, height];
  const left = (A4.width - columns * pitchX + gap) / 2;
  return { page: A4, columns, rows, width, height, left, top: (A4.height - rows * pitchY) / 2, pitchX, pitchY };
}

/** As sold (rule 16.6). */
export const LABEL_SHEETS = {
  '3x8-70x36': grid(3, 8, 70, 36),
  '3x8-70x37': grid(3, 8, 70, 37),
  '4x10-52.5x29.7': grid(4, 10, 52.5, 29.7),
  '2x6-105x48': grid(2, 6, 105, 48),
  '3x7-63.5x38.1': grid(3, 7, 63.5, 38.1, 2.5),
  '4x11-48.5x25.4': grid(4, 11, 48.5, 25.4),
  '5x13-38.1x21.2': grid(5, 13, 38.1, 21.2, 2.5),
} as const satisfies Record<string, LabelSheet>;
export type LabelSheetName = keyof typeof LABEL_SHEETS;
export const LABEL_SHEET_NAMES = Object.keys(LABEL_SHEETS) as LabelSheetName[];

/** Rules 16.5 and 16.6. */
export type LabelForm = {
  /** 'single': one label a page */
  readonly sheet: LabelSheetName | 'single';
  /** millimetres */
  readonly width: number;
  readonly height: number;
  /** from 1: earlier ones are used up */
  readonly first: number;
  /** millimetres, for askew printers */
  readonly offsetX: number;
  readonly offsetY: number;
  /** percent; 0: true size */
  readonly scaleX: number;
  readonly scaleY: number;
  /** millimetres */
  readonly margin: number;
  readonly producer: boolean;
  readonly date: boolean;
  readonly dataMatrix: boolean;
  /** Beside a running reduction (rule 17.10) */
  readonly lowest: boolean;
};

/** Millimetres, percent; the server has the same. */
export const LABEL_LIMITS = {
  width: { min: 30, max: 150 },
  height: { min: 15, max: 100 },
  offset: { min: -10, max: 10 },
  scale: { min: -3, max: 3 },
  margin: { min: 1, max: 5 },
} as const;

export const FIRST_LABEL_FORM: LabelForm = {
  sheet: '3x8-70x36',
  width: 57,
  height: 32,
  first: 1,
  offsetX: 0,
  offsetY: 0,
  scaleX: 0,
  scaleY: 0,
  margin: 2,
  producer: true,
  date: false,
  dataMatrix: false,
  lowest: false,
};

/** Rule 16.11. */
export function labelSheet({ sheet, width, height }: Pick<LabelForm, 'sheet' | 'width' | 'height'>): LabelSheet {
  if (sheet !== 'single') return LABEL_SHEETS[sheet];
  return {
    page: { width, height },
    columns: 1,
    rows: 1,
    width,
    height,
    left: 0,
    top: 0,
    pitchX: width,
    pitchY: height,
  };
}

export function labelsPerPage({ columns, rows }: LabelSheet): number {
  return columns * rows;
}

export function labelPages(sheet: LabelSheet, count: number, first: number): number {
  return count === 0 ? 0 : Math.ceil((count + first - 1) / labelsPerPage(sheet));
}

/**
 * Row by row; the page from 0, millimetres with scale and offset.
 * @param index from 0
 * @param form `first` from 1
 */
export function labelPlace(
  sheet: LabelSheet,
  index: number,
  form: Pick<LabelForm, 'first' | 'offsetX' | 'offsetY' | 'scaleX' | 'scaleY'>,
): { page: number; x: number; y: number } {
  const { first, offsetX, offsetY } = form;
  const scale = labelScale(form);
  const perPage = labelsPerPage(sheet);
  const at = index + first - 1;
  const onPage = at % perPage;
  return {
    page: Math.floor(at / perPage),
    x: (sheet.left + (onPage % sheet.columns) * sheet.pitchX) * scale.x + offsetX,
    y: (sheet.top + Math.floor(onPage / sheet.columns) * sheet.pitchY) * scale.y + offsetY,
  };
}

/** Texts by the smaller one, so that none overlaps. */
export function labelScale({ scaleX, scaleY }: Pick<LabelForm, 'scaleX' | 'scaleY'>) {
  const [x, y] = [1 + scaleX / 100, 1 + scaleY / 100];
  return { x, y, text: Math.min(x, y) };
}
