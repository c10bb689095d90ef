import type { LabelPiece, MeasureText } from './layout.ts';
import type { LabelSheet } from './sheets.ts';

/** Millimetres. */
const LINE = 0.2;
/** Millimetres, if the page has room. */
const RULER = 100;
const TEXT = 3;

/** Millimetres (rule 16.11). */
export function layOutTestLabel(
  { width, height }: Pick<LabelSheet, 'width' | 'height'>,
  number: number,
  measure: MeasureText,
): LabelPiece[] {
  const text = String(number);
  return [
    bar(0, 0, width, LINE),
    bar(0, height - LINE, width, LINE),
    bar(0, 0, LINE, height),
    bar(width - LINE, 0, LINE, height),
    { kind: 'text', x: width - measure(text, TEXT) - 1.5, y: height - 1.5, size: TEXT, text },
  ];
}

/** Millimetres. */
export function layOutRulers({ page }: Pick<LabelSheet, 'page'>, measure: MeasureText): LabelPiece[] {
  const across = Math.min(RULER, Math.floor(page.width / 10) * 10);
  const down = Math.min(RULER, Math.floor(page.height / 10) * 10);
  const [left, top] = [(page.width - across) / 2, (page.height - down) / 2];
  const words = (length: number) => `${length} mm`;
  return [
    bar(left, page.height / 2, across, LINE * 2),
    bar(left, page.height / 2 - 2, LINE * 2, 4),
    bar(left + across - LINE * 2, page.height / 2 - 2, LINE * 2, 4),
    bar(page.width / 2, top, LINE * 2, down),
    bar(page.width / 2 - 2, top, 4, LINE * 2),
    bar(page.width / 2 - 2, top + down - LINE * 2, 4, LINE * 2),
    {
      kind: 'text',
      x: left + across - measure(words(across), TEXT) - 1,
      y: page.height / 2 - 1,
      size: TEXT,
      text: words(across),
    },
    { kind: 'text', x: page.width / 2 + 1, y: top + TEXT + 1, size: TEXT, text: words(down) },
  ];
}

function bar(x: number, y: number, width: number, height: number): LabelPiece {
  return { kind: 'bar', x, y, width, height };
}
