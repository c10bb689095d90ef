import { FileRefusal } from './faults.ts';
import { FILE_TEXT } from './texts.ts';

/** In the order of preference where a header line has as many of one as of another. */
const SEPARATORS = [';', ',', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

const SEPARATOR_LINE = /^"?sep=([^\r\n])"?[;, \t]*(?:\r\n|\r|\n|$)/i;

export type Layout = {
  readonly separator: Separator;
  /** bytes of the line 'sep=' with which Excel names the separator, 0 without one */
  readonly skip: number;
};

/**
 * Finds the separator from the line 'sep=' or from the header line, outside of quotes.
 * @param head the beginning of the file as UTF-8, without byte order mark
 * @throws FileRefusal when 'sep=' names a separator that is not supported
 */
export function sniffSeparator(head: Buffer): Layout {
  // separators are ASCII, so one character a byte is enough
  const text = head.toString('latin1');
  const named = SEPARATOR_LINE.exec(text);
  if (named) {
    const separator = SEPARATORS.find((known) => known === named[1]);
    if (separator === undefined) throw new FileRefusal(FILE_TEXT.badSeparatorLine, { line: 1, value: named[0].trim() });
    return { separator, skip: named[0].length };
  }
  const header = text.split(/[\r\n]+/).find((line) => /[^\s;,"]/.test(line)) ?? '';
  const unquoted = header.replace(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((candidate) => unquoted.split(candidate).length);
  return { separator: SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ';', skip: 0 };
}
