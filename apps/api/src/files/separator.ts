import { isPznCell } from '@portal/list-view';
import { FileRefusal } from './issues.ts';
import { foldHeading } from './headings.ts';
import { FILE_TEXT } from './texts.ts';

/** In the order of preference where nothing else tells. */
const SEPARATORS = [';', ',', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

const SEPARATOR_LINE = /^"?sep=([^\r\n])"?[;, \t]*(?:\r\n|\r|\n|$)/i;

export type Layout = {
  readonly separator: Separator;
  /** bytes of Excel's line 'sep=' */
  readonly skip: number;
};

/**
 * By 'sep=', a heading 'PZN', a heading with PZN, a PZN below, else the most frequent. Rule 10.1.
 * @param lines searched for headings
 * @throws FileRefusal for an unsupported 'sep='
 */
export function sniffSeparator(head: Buffer, lines = 1): Layout {
  // separators are ASCII, so one character a byte is enough
  const text = head.toString('latin1');
  const named = SEPARATOR_LINE.exec(text);
  if (named) {
    const separator = SEPARATORS.find((known) => known === named[1]);
    if (separator === undefined) throw new FileRefusal(FILE_TEXT.badSeparatorLine, { line: 1, value: named[0].trim() });
    return { separator, skip: named[0].length };
  }
  const start = /[^\s;,"]/.exec(text)?.index ?? 0;
  const first = Math.max(text.lastIndexOf('\n', start), text.lastIndexOf('\r', start)) + 1;
  const found = lineStarts(text, first, lines).map((line) =>
    SEPARATORS.map((separator) => ({ separator, headings: headingsOf(text.slice(line), separator) })),
  );
  const best = (score: (headings: readonly string[]) => number) => {
    for (const line of found) {
      const scores = line.map(({ headings }) => score(headings));
      const most = Math.max(...scores);
      if (most > 0) return line[scores.indexOf(most)];
    }
    return undefined;
  };
  const chosen =
    best((headings) => (headings.includes('pzn') ? headings.length : 0)) ??
    best((headings) => (headings.some((heading) => PZN_WORD.test(heading)) ? headings.length : 0)) ??
    (lines > 1 ? best((headings) => (headings.some(isPznCell) ? headings.length : 0)) : undefined) ??
    best((headings) => headings.length);
  return { separator: chosen?.separator ?? ';', skip: 0 };
}

/** Where lines begin, the first one from `from` on. */
function lineStarts(text: string, from: number, count: number): number[] {
  const starts = [from];
  const lineEnd = /\r\n|\r|\n/g;
  lineEnd.lastIndex = from;
  while (starts.length < count && lineEnd.test(text)) starts.push(lineEnd.lastIndex);
  return starts;
}

/** 'PZN-Nr.', 'Pharmazentralnummer (PZN)'. */
const PZN_WORD = /^[^;,\t]*\bpzn\b[^;,\t]*$/;
/** Longer headers are not looked at. */
const MAX_HEADINGS = 500;

function headingsOf(text: string, separator: Separator): string[] {
  const headings: string[] = [];
  const field = separator === '\t' ? TAB_FIELD : separator === ',' ? COMMA_FIELD : SEMICOLON_FIELD;
  field.lastIndex = 0;
  while (headings.length < MAX_HEADINGS) {
    const match = field.exec(text);
    if (!match) break;
    const [, quoted, plain = '', end] = match;
    // a quoted heading that this separator would cut
    if (plain.startsWith('"')) return [];
    headings.push(foldHeading(quoted?.replaceAll('""', '"') ?? plain));
    if (end !== separator) break;
  }
  return headings;
}

/** One field, quoted or plain, and what ends it. */
const fieldOf = (separator: string) =>
  new RegExp(
    `[ ]*(?:"((?:[^"]|"")*)"[ ]*(?=[${separator}\\r\\n]|$)|([^${separator}\\r\\n]*))([${separator}\\r\\n]|$)`,
    'y',
  );
const SEMICOLON_FIELD = fieldOf(';');
const COMMA_FIELD = fieldOf(',');
const TAB_FIELD = fieldOf('\t');
