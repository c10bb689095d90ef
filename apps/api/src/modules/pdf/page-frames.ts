import { formatDate, PRODUCT_GROUP_NAMES } from '@portal/rules';
import { type Line, setLine, showLine, wrap } from '../../pdf/lines.ts';
import type { Printable } from '../../pdf/printable.ts';
import { artifact, type Tags } from '../../pdf/tags.ts';
import type { Fonts, Typeface } from '../../pdf/typeface.ts';
import type { PdfHead } from './pdf-job.ts';
import { PAGE } from './page-rows.ts';
import { COLUMN_GAP, type PdfLayout, TABLE_WIDTH } from './templates.ts';

const ACCENT = '0.06 0.36 0.39';
const GREY = '0.29 0.33 0.34';
const BLACK = '0 0 0';
/** Baselines from the upper edge of the page. */
const AT = { title: 42, pharmacy: 55.6, headings: 75.2, line: 80.2, foot: 823.3, footLine: 9.4 } as const;
const RIGHT = PAGE.left + TABLE_WIDTH;
/** The page number stands right of the foot. */
const FOOT_WIDTH = TABLE_WIDTH - 120;
const FOOT_LINES = 2;
const FIRST_ROW = [PAGE.left, PAGE.height - PAGE.top - 9] as const;

/** What stands around the rows, every text printable. */
export type FrameTexts = {
  readonly title: string;
  readonly pharmacyName: string;
  readonly update: string;
  /** The pharmacy and the package. */
  readonly pharmacy: string;
  readonly at: string;
  readonly count: string;
  /** Said instead of rows. */
  readonly none: string;
  readonly foot: string;
};

/** Rule 10.30. */
export function frameTexts(
  head: PdfHead,
  { title, legend, rowCount }: { title: string; legend: string; rowCount: number },
  printable: Printable,
): FrameTexts {
  const pharmacyName = printable(head.pharmacyName);
  const update = updateOf(head);
  const approved = approvedBy(head, printable);
  return {
    title: `${cut(title, 60)} · ${PRODUCT_GROUP_NAMES[head.productGroup]}`,
    pharmacyName,
    update,
    pharmacy: [cut(pharmacyName, update ? 45 : 70), `APO-ID ${head.apoId}`, update].filter(Boolean).join(' · '),
    at: `Stand ${formatDate(new Date(head.at), 'dd.MM.yyyy HH:mm')} Uhr`,
    count: `${germanCount(rowCount)} Artikel`,
    none: rowCount === 0 ? 'Keine Artikel.' : '',
    foot: [approved, legend, printable.spelledOut ? SPELLED_OUT : ''].filter(Boolean).join(' · '),
  };
}

const SPELLED_OUT = '[U+…] Zeichen, das diese Schrift nicht hat';

function updateOf({ approval }: PdfHead): string {
  return approval
    ? `${approval.kind} vom ${formatDate(new Date(approval.arrivedAt), 'dd.MM.yyyy')}, Nr. ${approval.id}`
    : '';
}

/** Who approved the package and when; nothing on a price list. */
function approvedBy({ approval }: PdfHead, printable: Printable): string {
  if (!approval) return '';
  return `Freigegeben von ${cut(printable(approval.approver), 50)} am ${formatDate(new Date(approval.at), 'dd.MM.yyyy HH:mm')} Uhr`;
}

/** Writes the head and foot of one page after the other. */
export type Frames = (page: number) => string;

/** Read aloud on the first page only; the table tag stays open for the rows. */
export function framesOf(
  texts: FrameTexts,
  { layout, pageCount, fonts, tags }: { layout: PdfLayout; pageCount: number; fonts: Fonts; tags: Tags },
): Frames {
  const title = fonts.typeface('bold', 13);
  const pharmacy = fonts.typeface('normal', 9);
  const small = fonts.typeface('normal', 8);
  const bold = fonts.typeface('bold', 8);

  const head = [
    textBlock(title, ACCENT, showLine(setLine(texts.title, title), PAGE.left, PAGE.height - AT.title)),
    textBlock(small, GREY, rightLine(setLine(texts.at, small), AT.title)),
    textBlock(pharmacy, BLACK, showLine(setLine(texts.pharmacy, pharmacy), PAGE.left, PAGE.height - AT.pharmacy)),
    textBlock(small, GREY, rightLine(setLine(texts.count, small), AT.pharmacy)),
  ] as const;
  const headings = headingLines(layout, bold);
  const y = (PAGE.height - AT.line).toFixed(2);
  const line = `${ACCENT} RG 0.8 w ${PAGE.left} ${y} m ${RIGHT} ${y} l S\n`;
  const foot = textBlock(
    small,
    GREY,
    wrap(texts.foot, FOOT_WIDTH, small, FOOT_LINES)
      .map((set, number) => showLine(set, PAGE.left, PAGE.height - AT.foot - number * AT.footLine))
      .join(''),
  );
  const pageNumber = (page: number) =>
    textBlock(
      small,
      GREY,
      rightLine(setLine(`Seite ${germanCount(page + 1)} von ${germanCount(pageCount)}`, small), AT.foot),
    );

  function first(): string {
    const heads = head.map((block, number) => tags.leaf(number === 0 ? 'H1' : 'P', block));
    const legend = tags.leaf('P', foot);
    const page = [...heads, ...headRow(), artifact(line), legend, artifact(pageNumber(0))];
    if (texts.none)
      page.push(tags.leaf('P', textBlock(small, BLACK, showLine(setLine(texts.none, small), ...FIRST_ROW))));
    return page.join('');
  }

  function headRow(): string[] {
    if (texts.none) return [artifact(headings.join(''))];
    tags.open('Table');
    tags.open('THead');
    tags.open('TR');
    const cells = headings.map((heading) => tags.leaf('TH', heading, { scope: 'Column' }));
    tags.close();
    tags.close();
    return cells;
  }

  return (page) => (page === 0 ? first() : artifact([...head, ...headings, line, foot, pageNumber(page)].join('')));
}

function headingLines({ columns }: PdfLayout, bold: Typeface): string[] {
  let left: number = PAGE.left;
  return columns.map(({ heading, width, align }) => {
    const set = setLine(heading, bold);
    const x = align === 'right' ? left + width - set.advance : left;
    left += width + COLUMN_GAP;
    return textBlock(bold, BLACK, showLine(set, x, PAGE.height - AT.headings));
  });
}

function textBlock({ id, size }: Typeface, color: string, lines: string): string {
  return `${color} rg BT /${id} ${size} Tf\n${lines}ET\n`;
}

function rightLine(set: Line, baseline: number): string {
  return showLine(set, RIGHT - set.advance, PAGE.height - baseline);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

const wholeNumber = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 0 });

function germanCount(count: number): string {
  return wholeNumber.format(count);
}
