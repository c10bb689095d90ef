/** Of an open repetition (`+`, `*`, `{2,}`). */
const OPEN = 60;
const ATOM = /^(?:\\[dws]|\\.|\[(?:\\.|[^\]\\])+\]|\((?:\?:)?|[^\\[(|)])/;
const TIMES = /^(?:\{(\d+)(,)?(\d*)\}|[?*+])/;

/**
 * The longest text that a pattern of the contracts allows. It knows letters, classes, groups, choices (the last one) and
 * repetitions, which is all that they use.
 */
export function longestText(pattern: string): string {
  const source = pattern.replace(/^\^/, '').replace(/\$$/, '');
  return readChoices(source, 0).text;
}

function readChoices(source: string, from: number): { text: string; at: number } {
  let text = '';
  let at = from;
  while (at < source.length && source[at] !== ')') {
    if (source[at] === '|') {
      text = '';
      at += 1;
      continue;
    }
    const [atom] = ATOM.exec(source.slice(at)) ?? [source[at] as string];
    at += atom.length;
    let piece: string;
    if (atom.startsWith('(')) {
      const group = readChoices(source, at);
      piece = group.text;
      at = group.at + 1;
    } else piece = characterOf(atom);
    const times = TIMES.exec(source.slice(at));
    at += times?.[0].length ?? 0;
    text += piece.repeat(times ? most(times) : 1);
  }
  return { text, at };
}

function most([all, least, open, upTo]: RegExpExecArray): number {
  if (all === '?') return 1;
  if (least === undefined) return OPEN;
  return upTo ? Number(upTo) : Number(least) + (open ? OPEN : 0);
}

function characterOf(atom: string): string {
  if (atom === '\\d') return '1';
  if (atom === '\\w' || atom === '.') return 'x';
  if (atom === '\\s') return ' ';
  if (atom.startsWith('[')) return characterOf(/^\[(\\?.)/.exec(atom)?.[1] ?? 'x');
  return atom.startsWith('\\') ? (atom[1] as string) : atom;
}
