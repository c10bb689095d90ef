import type { ReactNode } from 'react';
import classes from './chips.module.css';

/** Pixels. */
const CHARACTER_WIDTH = 6;
const CHIP_PADDING = 12;
const GAP = 4;
const MORE_WIDTH = 28;
const LINES = 2;

/**
 * How many of the chips fit into a cell; the first always does.
 * @param width of the cell, pixels
 * @param wraps one that is too wide takes more lines, and no number tells of others
 * @param said stands behind them
 */
export function fittingChips(texts: readonly string[], width: number, lines = LINES, wraps = false, said = ''): number {
  const behind = said === '' ? [] : [widthOf(said)];
  for (let count = texts.length; count > 1; count--) {
    const more = !wraps && count < texts.length ? [MORE_WIDTH] : [];
    if (linesOf([...texts.slice(0, count).map(widthOf), ...more, ...behind], width, wraps) <= lines) return count;
  }
  return Math.min(1, texts.length);
}

/** A little too wide rather than too narrow: nothing is measured while rows are drawn. */
const widthOf = (text: string) => text.length * CHARACTER_WIDTH + CHIP_PADDING;

function linesOf(widths: readonly number[], room: number, wraps: boolean): number {
  let lines = 1;
  let left = room;
  for (const width of widths) {
    if (width > left && left < room) {
      lines++;
      left = room;
    }
    if (wraps) lines += Math.max(0, Math.ceil(width / room) - 1);
    left -= width + GAP;
  }
  return lines;
}

/**
 * @param title everything in full
 * @param moreText of the number that does not fit
 */
export function chips(
  texts: readonly string[],
  width: number,
  title: string,
  moreText: (count: number) => string,
  lines?: number,
): ReactNode {
  const shown = fittingChips(texts, width, lines);
  return (
    <span className={classes.chips} data-lines={lines} title={title}>
      {texts.slice(0, shown).map((text) => (
        <span key={text} className={classes.chip}>
          {text}
        </span>
      ))}
      {shown < texts.length && <span className={classes.chip}>{moreText(texts.length - shown)}</span>}
    </span>
  );
}

/** In high rows, all of them in full; what is said of the answer stands behind them. */
export function tallChips(
  texts: readonly string[],
  width: number,
  title: string,
  lines: number,
  said: { readonly text: string; readonly node: ReactNode } | undefined,
): ReactNode {
  const shown = fittingChips(texts, width, lines, true, said?.text);
  return (
    <span className={classes.chips} title={title || undefined}>
      {texts.slice(0, shown).map((text) => (
        <span key={text} className={classes.chip}>
          {text}
        </span>
      ))}
      {said?.node}
    </span>
  );
}

/** One that may be long, in two lines. */
export function chipInLines(text: string): ReactNode {
  return (
    <span className={classes.chips} title={text}>
      <span className={classes.chip} data-wraps>
        {text}
      </span>
    </span>
  );
}
