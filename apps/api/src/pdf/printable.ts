import { boundText, MOST_TEXT } from '@portal/rules';
import type { Fonts } from './typeface.ts';

/** Rule 10.32. */
export type Printable = { (text: string): string; spelledOut: boolean };

/** Composed, without control characters; missing ones as '[U+6F22]', so that none is lost. */
export function printableWith(fonts: Pick<Fonts, 'draws'>): Printable {
  const printable: Printable = (text) => {
    if (PLAIN.test(text)) return text.trim();
    const line = boundText(text, MOST_TEXT)
      .replace(/[\p{Cf}\ufe00-\ufe0f]+/gu, '')
      .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
      .trim();
    let spelled = '';
    for (const character of line) {
      if (fonts.draws(character)) spelled += character;
      else {
        printable.spelledOut = true;
        spelled += `[U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}]`;
      }
    }
    return spelled;
  };
  printable.spelledOut = false;
  return printable;
}

const PLAIN = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f€–…·]*$/;
