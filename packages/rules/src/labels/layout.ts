import { type Cents, formatCents } from '../money.ts';
import { basePrice, basePriceText } from './base-price.ts';
import { CODE39_MODULES, CODE39_QUIET, pznCode39 } from './code39.ts';
import { DATA_MATRIX_QUIET, DATA_MATRIX_SIZE, pznDataMatrix } from './data-matrix.ts';
import type { LabelForm } from './sheets.ts';

export type Label = {
  readonly pzn: string;
  readonly name: string;
  readonly content: string | null;
  readonly producer: string | null;
  /** gross, above 0 */
  readonly effectivePrice: Cents;
  /** Of the 30 days before a running reduction (rule 17.10) */
  readonly lowestBefore?: Cents | undefined;
};

/** Millimetres from the upper left; text: `y` is the baseline. */
export type LabelPiece =
  | { readonly kind: 'text'; readonly x: number; readonly y: number; readonly size: number; readonly text: string }
  | { readonly kind: 'bar'; readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Millimetres. */
export type MeasureText = (text: string, size: number) => number;

/** 8 points, 2 mm high (rule 16.5). */
export const SMALLEST_BASE_PRICE = 2.82;
/** Millimetres: as on packs, and the narrowest a hand-held reader reads. */
const MODULE = { usual: 0.25, least: 0.19 } as const;
const MATRIX_MODULE = 0.5;
const ROOM_FOR_TWO = 18;
/** Millimetres within the margins: room for all texts at their smallest. */
const LEAST_ROOM = { width: 26, height: 11 } as const;
/** Millimetres. */
const HIGHEST_BARS = 10;

/**
 * Rule 16.5.
 * @param size millimetres
 * @param day '22.11.2026'
 */
export function layOutLabel(
  label: Label,
  size: { readonly width: number; readonly height: number },
  form: Pick<LabelForm, 'margin' | 'producer' | 'date' | 'dataMatrix' | 'lowest'>,
  { measure, day }: { measure: MeasureText; day: string },
): LabelPiece[] {
  const margin = Math.min(form.margin, (size.width - LEAST_ROOM.width) / 2, (size.height - LEAST_ROOM.height) / 2);
  const room = size.width - 2 * margin;
  const tall = size.height - 2 * margin;
  // relative to 38 by 21 mm with a margin of 2, the smallest sold for shelves
  const fits = Math.min(size.width / 38.1, size.height / 21.2, room / 34.1, tall / 17.2);
  const scale = Math.min(2, Math.max(0.7, fits));
  const pieces: LabelPiece[] = [];
  const text = (x: number, y: number, of: number, words: string) =>
    words && pieces.push({ kind: 'text', x, y, size: of, text: words });

  const nameSize = 2.4 * scale;
  // low labels have one line for the name, so that bars fit
  const lines = tall >= Math.max(ROOM_FOR_TWO * scale, 14 * scale + SMALLEST_BASE_PRICE * 1.15) ? 2 : 1;
  const nameLines = wrapName(label.name, lines, (words) => measure(words, nameSize) <= room);
  for (const [at, line] of nameLines.entries()) text(margin, margin + nameSize * (1.12 * at + 0.88), nameSize, line);
  let y = margin + lines * nameSize * 1.12;
  const smallSize = 1.9 * scale;
  y += smallSize * 1.2;
  const about = [label.content, form.producer && label.producer].filter(Boolean).join(' · ');
  text(
    margin,
    y - smallSize * 0.24,
    smallSize,
    cut(about, (words) => measure(words, smallSize) <= room),
  );

  const found = basePrice(label.effectivePrice, label.content);
  const base = typeof found === 'string' ? '' : basePriceText(found);
  // only a Grundpreis of millions is too long
  const baseSize = base ? Math.min(Math.max(SMALLEST_BASE_PRICE, 2 * scale), room / measure(base, 1)) : 0;
  const price = `${formatCents(label.effectivePrice)} €`;
  const largest = (width: number) => Math.min(4.6 * scale, width / measure(price, 1));
  const beside = room - (base ? measure(base, baseSize) + 1 : 0);
  // the Grundpreis gets a line of its own where both do not fit
  const isStacked = largest(beside) < SMALLEST_BASE_PRICE;
  const priceSize = largest(isStacked ? room : beside);
  y += priceSize * 0.95;
  if (!isStacked) text(margin, y, baseSize, base);
  text(size.width - margin - measure(price, priceSize), y, priceSize, price);
  if (isStacked) text(margin, (y += baseSize * 1.1), baseSize, base);

  const footSize = 1.7 * scale;
  const foot = size.height - margin;
  if (form.lowest && label.lowestBefore !== undefined) {
    const words = `30 Tage zuvor am niedrigsten: ${formatCents(label.lowestBefore)} €`;
    const wordsSize = Math.min(smallSize, room / measure(words, 1));
    // A low label has no room for it.
    if (y + wordsSize * 1.55 <= foot - footSize * 1.24) text(margin, (y += wordsSize * 1.25), wordsSize, words);
  }
  const pzn = `PZN ${label.pzn}`;
  text(margin, foot - footSize * 0.24, footSize, pzn);
  if (form.date) text(size.width - margin - measure(day, footSize), foot - footSize * 0.24, footSize, day);
  const bars = { top: y + 0.8 * scale, bottom: foot - footSize * 1.15 };
  pieces.push(...barcodes(label.pzn, { ...size, ...bars }, { margin, dataMatrix: form.dataMatrix }));
  return pieces;
}

/** What does not fit is left out. */
function barcodes(
  pzn: string,
  { width, top, bottom }: { width: number; top: number; bottom: number },
  { margin, dataMatrix }: Pick<LabelForm, 'margin' | 'dataMatrix'>,
): LabelPiece[] {
  const pieces: LabelPiece[] = [];
  const room = bottom - top;
  let right = width;
  const modules = DATA_MATRIX_SIZE + DATA_MATRIX_QUIET;
  const module = Math.min(MATRIX_MODULE, room / DATA_MATRIX_SIZE);
  if (dataMatrix && module >= MODULE.usual) {
    right = width - margin - modules * module;
    for (const [row, line] of pznDataMatrix(pzn).entries())
      for (const run of runs(line))
        pieces.push({
          kind: 'bar',
          x: right + (DATA_MATRIX_QUIET + run.from) * module,
          y: top + row * module,
          width: run.length * module,
          height: module,
        });
  }
  const narrow = Math.min(MODULE.usual, right / (CODE39_MODULES + 2 * CODE39_QUIET));
  const height = Math.min(HIGHEST_BARS, room);
  if (narrow < MODULE.least || height < 3) return pieces;
  const first = Math.max(CODE39_QUIET * narrow, Math.min(margin, right - (CODE39_MODULES + CODE39_QUIET) * narrow));
  for (const bar of pznCode39(pzn))
    pieces.push({ kind: 'bar', x: first + bar.x * narrow, y: bottom - height, width: bar.width * narrow, height });
  return pieces;
}

/** Merged, so that no hairline parts them. */
function runs(line: readonly boolean[]): { from: number; length: number }[] {
  const found: { from: number; length: number }[] = [];
  for (const [at, dark] of line.entries()) {
    const last = found.at(-1);
    if (!dark) continue;
    if (last && last.from + last.length === at) last.length += 1;
    else found.push({ from: at, length: 1 });
  }
  return found;
}

/** Broken between words, the end cut. */
function wrapName(name: string, lines: number, fits: (text: string) => boolean): string[] {
  const words = name.split(' ');
  let first = '';
  while (lines > 1 && words.length > 0 && fits(`${first} ${words[0]}`.trim()))
    first = `${first} ${words.shift()}`.trim();
  const rest = cut(words.join(' '), fits);
  return [first, rest].filter(Boolean);
}

function cut(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const characters = Array.from(text);
  const shortened = (length: number) => `${characters.slice(0, length).join('').trimEnd()}…`;
  // By halves: 5,000 long names one character at a time would take seconds.
  let [length, beyond] = [0, characters.length];
  while (beyond - length > 1) {
    const middle = (length + beyond) >> 1;
    if (fits(shortened(middle))) length = middle;
    else beyond = middle;
  }
  return shortened(length);
}
